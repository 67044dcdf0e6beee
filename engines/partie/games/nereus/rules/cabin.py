"""The cabin: where a treasure may lie, what laying it there brings, and what can be done with the storage."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from partie.games.nereus.data import COLOURS, CREW, DATA, HOLDS, REWARDS
from partie.games.nereus.state import (
    BLOCK,
    FREE,
    GEM,
    GEMS,
    MARKER,
    OFFER,
    READY,
    Exchange,
    Place,
    Player,
    Sell,
    Step,
    Turn,
    UseGem,
)
from partie.games.nereus.tables import (
    CHEST_IDS,
    CHEST_PLACE,
    FIXED_FOR,
    FREE_HOLDS,
    HOLD_IDS,
    MEMBER,
    SLOT_AT,
    STORAGE_FOR,
    STORAGE_IDS,
)
from partie.games.nereus.transition import Transition
from partie.kit import Illegal

_STORAGE = DATA.storage
FREE_STEPS: tuple[Step, ...] = (MARKER, READY, BLOCK, FREE, OFFER)
"""The steps in which free actions are possible (T7)."""


# --- where a treasure may lie -----------------------------------------------------------------------------------------


def targets(player: Player, treasure: str, *, strict: bool) -> list[str]:
    """The slots that take the treasure or gem; of equal empty slots the first one stands for all of them."""
    found = _hold_targets(player.holds, treasure)
    chest = player.chest
    if treasure == GEM:
        empty = [name for name, laid in zip(CHEST_IDS, chest, strict=True) if not laid]
        return found + (empty[:1] if strict else empty)
    index = CHEST_PLACE[treasure]
    if not chest[index] and (not strict or index == chest.index("")):
        found.append(CHEST_IDS[index])
    for index in STORAGE_FOR[treasure]:
        if not player.storage[index]:
            found.append(STORAGE_IDS[index])
            break
    return found


def _hold_targets(holds: dict[str, tuple[str, ...]], treasure: str) -> list[str]:
    found = []
    for crew, places in FIXED_FOR[treasure]:
        hold = holds.get(crew)
        if hold is not None:
            for index in places:
                if not hold[index]:
                    found.append(HOLD_IDS[crew][index])
                    break
    for crew in FREE_HOLDS:
        hold = holds.get(crew)
        if hold is not None and goes_with(crew, hold, treasure):
            found.append(HOLD_IDS[crew][hold.index("")])
    return found


def goes_with(crew: str, hold: tuple[str, ...], treasure: str) -> bool:
    """Whether a hold that looks at what lies in it takes one more treasure; a gem goes with anything (H5, H6)."""
    if "" not in hold:
        return False
    if treasure == GEM:
        return True
    if HOLDS[MEMBER[crew]].rule == "different":
        return treasure not in hold
    return all(lying in ("", GEM, treasure) for lying in hold)


def refuse(player: Player, treasure: str, slot: str) -> Illegal:
    """Why the slot does not take the treasure."""
    if slot not in SLOT_AT:
        return Illegal("no_such_slot", "H2")
    area, crew, index = SLOT_AT[slot]
    if area == "chest":
        if player.chest[index]:
            return Illegal("slot_full", "H2", slot=slot)
        if treasure not in (GEM, COLOURS[index]):
            return Illegal("wrong_colour", "H2", slot=slot, treasure=treasure)
        return Illegal("chest_order", "H7", slot=CHEST_IDS[player.chest.index("")])
    if area == "storage":
        if treasure == GEM:
            return Illegal("gem_not_there", "H11", slot=slot)
        if index not in STORAGE_FOR[treasure]:
            return Illegal("wrong_colour", "H9", slot=slot, treasure=treasure)
        return Illegal("slot_full" if player.storage[index] else "first_slot", "H9", slot=slot)
    if crew not in player.holds:
        return Illegal("hold_complete", "H4", crew=crew)
    hold = player.holds[crew]
    if hold[index]:
        return Illegal("slot_full", "H2", slot=slot)
    if crew in FREE_HOLDS and not goes_with(crew, hold, treasure):
        if HOLDS[MEMBER[crew]].rule == "different":
            return Illegal("must_differ", "H5", treasure=treasure)
        return Illegal("must_equal", "H6", treasure=treasure)
    if crew not in FREE_HOLDS and not any(crew == other and index in places for other, places in FIXED_FOR[treasure]):
        return Illegal("wrong_colour", "H2", slot=slot, treasure=treasure)
    return Illegal("first_slot", "H2", slot=slot)


def lying(player: Player, slot: str) -> str:
    """What lies in a slot of a hold or of the storage; "" if it is empty, gone or none of these."""
    area, crew, index = SLOT_AT.get(slot, ("", "", 0))
    if area == "hold":
        return player.holds[crew][index] if crew in player.holds else ""
    return player.storage[index] if area == "storage" else ""


def without(player: Player, slot: str) -> Player:
    """The player with a slot of a hold or of the storage emptied."""
    area, crew, index = SLOT_AT[slot]
    if area == "hold":
        return replace(player, holds={**player.holds, crew: _at(player.holds[crew], index, "")})
    return replace(player, storage=_at(player.storage, index, ""))


def _at(slots: tuple[str, ...], index: int, treasure: str) -> tuple[str, ...]:
    return (*slots[:index], treasure, *slots[index + 1 :])


# --- laying -----------------------------------------------------------------------------------------------------------


def lay(transition: Transition, treasure: str, slot: str) -> None:
    """Lay a treasure into a slot that takes it: rewards of the chest and a complete hold follow at once."""
    area, crew, index = SLOT_AT[slot]
    player = transition.player
    if area == "storage":
        transition.player = replace(player, storage=_at(player.storage, index, treasure))
    elif area == "chest":
        transition.player = replace(player, chest=_at(player.chest, index, treasure))
        reward = REWARDS[COLOURS[index]]
        transition.earn(reward.gold)
        transition.score(reward.points)
        transition.draw_to_hand(reward.treasures)
    else:
        hold = _at(player.holds[crew], index, treasure)
        if "" in hold:
            transition.player = replace(player, holds={**player.holds, crew: hold})
        else:
            complete(transition, crew, hold)


def complete(transition: Transition, crew: str, hold: tuple[str, ...]) -> None:
    """A hold is full: its treasures go to the bag, and its points are won (H4)."""
    player = transition.player
    done = tuple(member for member in CREW if member == crew or member in player.done)
    holds = {member: slots for member, slots in player.holds.items() if member != crew}
    transition.player = replace(player, holds=holds, done=done)
    for treasure in hold:
        transition.to_bag(treasure)
    transition.say("completed", seat=transition.seat, crew=crew)
    transition.score(HOLDS[MEMBER[crew]].points)


# --- free actions -----------------------------------------------------------------------------------------------------


def begin_free(transition: Transition) -> None:
    """A free action ends the crew's actions, if these have begun (T4)."""
    transition.expect(*FREE_STEPS, rule="T7")
    if transition.step == BLOCK:
        turn = transition.turn
        transition.step = FREE
        transition.turn = Turn(turn.seat, turn.crew, turn.space, extra=turn.extra)


def place(transition: Transition, move: Place) -> None:
    """A treasure of the hand comes into the cabin (H1)."""
    begin_free(transition)
    player, treasure = transition.player, move.treasure
    if treasure not in player.hand:
        raise Illegal("not_in_hand", "H1", treasure=treasure)
    strict = transition.options.chest_order == "strict"
    if move.to not in targets(player, treasure, strict=strict):
        raise refuse(player, treasure, move.to)
    hand = list(player.hand)
    hand.remove(treasure)
    transition.player = replace(player, hand=tuple(hand))
    transition.say("placed", seat=transition.seat, treasure=treasure, slot=move.to)
    lay(transition, treasure, move.to)


def exchange(transition: Transition, move: Exchange) -> None:
    """Two equal treasures of the storage become a gem (H10)."""
    begin_free(transition)
    player = transition.player
    if player.storage.count(move.treasure) < _STORAGE.exchange:
        raise Illegal("no_pair", "H10", treasure=move.treasure)
    if player.gems >= _STORAGE.gems:
        raise Illegal("gems_full", "H10")
    storage = tuple("" if treasure == move.treasure else treasure for treasure in player.storage)
    transition.player = replace(player, storage=storage, gems=player.gems + 1)
    for _ in range(_STORAGE.exchange):
        transition.to_bag(move.treasure)
    transition.gems -= 1
    transition.say("exchanged", seat=transition.seat, treasure=move.treasure)


def use_gem(transition: Transition, move: UseGem) -> None:
    """A gem leaves the storage for another slot (H11)."""
    begin_free(transition)
    player = transition.player
    if not player.gems:
        raise Illegal("no_gem", "H11")
    strict = transition.options.chest_order == "strict"
    if move.to not in targets(player, GEM, strict=strict):
        raise refuse(player, GEM, move.to)
    transition.player = replace(player, gems=player.gems - 1)
    transition.say("gem_used", seat=transition.seat, slot=move.to)
    lay(transition, GEM, move.to)


def sell(transition: Transition, move: Sell) -> None:
    """A treasure or gem of the storage is sold (H12)."""
    begin_free(transition)
    player, treasure = transition.player, move.treasure
    if treasure == GEM:
        if not player.gems:
            raise Illegal("no_gem", "H12")
        coins = _STORAGE.gem_price
        transition.player = replace(player, gems=player.gems - 1, gold=player.gold + coins)
        slot = GEMS
    else:
        if treasure not in player.storage:
            raise Illegal("not_in_storage", "H12", treasure=treasure)
        coins = _STORAGE.treasure_price
        slot = STORAGE_IDS[player.storage.index(treasure)]
        transition.player = replace(without(player, slot), gold=player.gold + coins)
    transition.to_bag(treasure)
    transition.say("sold", seat=transition.seat, treasure=treasure, slot=slot, coins=coins)


def free_moves(player: Player, *, strict: bool) -> Iterator[Place | Exchange | UseGem | Sell]:
    """Everything that may be done with the hand and the storage."""
    if player.hand:
        for colour in COLOURS:
            if colour in player.hand:
                for slot in targets(player, colour, strict=strict):
                    yield Place(colour, slot)
    storage = player.storage
    for colour in COLOURS:
        if colour in storage:
            yield Sell(colour)
            if player.gems < _STORAGE.gems and storage.count(colour) >= _STORAGE.exchange:
                yield Exchange(colour)
    if player.gems:
        yield Sell("gem")
        for slot in targets(player, GEM, strict=strict):
            yield UseGem(slot)
