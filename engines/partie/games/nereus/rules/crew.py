"""The actions of boatswain, purser, merchant, scientist and explorer. They come in one go (T4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from partie.games.nereus.data import COLOURS, DATA, GOLD, IMPROVED, SLOTS, Effect, Space
from partie.games.nereus.rules.cabin import lay, lying, refuse, targets, without
from partie.games.nereus.state import (
    BLOCK,
    DISCARD,
    FREE,
    GEM,
    GEMS,
    READY,
    Basic,
    Discard,
    Explore,
    Gold,
    Improved,
    Player,
    Shift,
    State,
    Turn,
)
from partie.games.nereus.tables import HOLD_IDS, KIND, MEMBER, NEIGHBOURS, SAILORS, SLOT_AT, STORAGE_IDS, held, side_of
from partie.games.nereus.transition import Transition
from partie.kit import Illegal

RULES: Final = {
    "captain": ("K1", "K2", "K3"),
    "pilot": ("P1", "P2", "P3"),
    "boatswain": ("B1", "B4", "B5"),
    "purser": ("U1", "U2", "U3"),
    "merchant": ("M1", "M2", "M3"),
    "scientist": ("W1", "W2", "W3"),
    "explorer": ("E1", "E4", "E2"),
}
"""The rules of basic, gold and improved action of each crew member."""


def begin(transition: Transition) -> None:
    """An action of the block: the marker must lie, and no free action may have ended the block."""
    transition.expect(READY, BLOCK, rule="T4")
    transition.step = BLOCK


def go_on(transition: Transition) -> None:
    """Without any action left the block is over."""
    turn = transition.turn
    if not (turn.basic or turn.gold or turn.improved or turn.shifts):
        transition.step = FREE


def space_of(state: State) -> Space:
    """The space on which the marker of this turn lies."""
    turn = state.turn
    return side_of(state).rows[MEMBER[turn.crew]][turn.space]


def apply_effect(transition: Transition, effect: Effect | Space) -> None:
    """All that an action brings in addition to sailing."""
    transition.earn(effect.gold)
    transition.score(effect.points)
    transition.learn(effect.power)
    transition.draw_cards(effect.cards)
    if effect.moves:
        transition.turn = replace(transition.turn, shifts=transition.turn.shifts + effect.moves)
        transition.say("moves", seat=transition.seat, count=effect.moves)
    if isinstance(effect, Effect):
        transition.draw_to_hand(effect.treasures)


# --- basic, gold, improved --------------------------------------------------------------------------------------------


def basic_choices(transition: Transition | State, player: Player, space: Space) -> list[str]:
    """What the basic action can be done as now; none if it cannot be done."""
    if space.pay > player.gold:
        return []
    cards = cards_left(transition)
    if space.either:
        return ["power", "card"] if cards else ["power"]
    if space.cards and not (space.power or cards):
        return []
    return ["all"]


def cards_left(where: Transition | State) -> bool:
    """Whether a science card could be drawn."""
    return bool(where.science.pile or where.science.discards or any(each.returned for each in where.players))


def basic(transition: Transition, move: Basic) -> None:
    """The basic action of everybody but captain, pilot and explorer."""
    begin(transition)
    turn = transition.turn
    rule = RULES[turn.crew][0]
    if turn.crew in SAILORS or turn.crew == "explorer":
        raise Illegal("needs_a_field", rule, crew=turn.crew)
    if not turn.basic:
        raise Illegal("done_already", "T3")
    space = space_of(transition.state)
    if move.choice not in basic_choices(transition, transition.player, space):
        raise _no_basic(transition, space, move.choice, rule)
    transition.turn = replace(turn, basic=False)
    transition.pay(space.pay)
    if move.choice == "power":
        transition.learn(space.power)
    elif move.choice == "card":
        transition.draw_cards(space.cards)
    else:
        apply_effect(transition, space)
    go_on(transition)


def _no_basic(transition: Transition, space: Space, choice: str, rule: str) -> Illegal:
    if space.pay > transition.player.gold:
        return Illegal("too_dear", rule, coins=space.pay)
    if space.either == (choice == "all"):
        return Illegal("no_such_choice", rule)
    return Illegal("no_cards", "W5") if space.cards else Illegal("no_such_choice", rule)


def gold_effects(crew: str) -> dict[str, Effect]:
    """The gold action of a crew member by what is chosen; captain's and pilot's belong to their voyage."""
    if crew in SAILORS or crew == "explorer":
        return {}
    effects = GOLD[MEMBER[crew]]
    if len(effects) == 1:
        return {"all": effects[0]}
    return {"card" if effect.cards else "power": effect for effect in effects}


_GOLD: Final = {crew: gold_effects(crew) for crew in MEMBER}


def gold(transition: Transition, move: Gold) -> None:
    """The gold action of everybody but captain, pilot and explorer (T5)."""
    begin(transition)
    turn = transition.turn
    rule = RULES[turn.crew][1]
    effects = _GOLD[turn.crew]
    if not effects:
        raise Illegal("gold_elsewhere", rule, crew=turn.crew)
    if not turn.gold:
        raise Illegal("one_gold_action", "T5")
    effect = effects.get(move.choice)
    if effect is None:
        raise Illegal("no_such_choice", rule)
    if effect.pay > transition.player.gold:
        raise Illegal("too_dear", rule, coins=effect.pay)
    if effect.cards and not cards_left(transition):
        raise Illegal("no_cards", "W5")
    transition.turn = replace(turn, gold=False)
    transition.pay(effect.pay)
    apply_effect(transition, effect)
    go_on(transition)


def improved(transition: Transition, _: Improved) -> None:
    """The improved action, if the hold was complete when the turn began (T6)."""
    begin(transition)
    turn = transition.turn
    rule = RULES[turn.crew][2]
    if turn.crew in SAILORS or turn.crew == "explorer":
        raise Illegal("improves_by_itself", rule, crew=turn.crew)
    if not turn.improved:
        raise Illegal("not_improved", "T6", crew=turn.crew)
    effect = IMPROVED[MEMBER[turn.crew]]
    if effect.discards and not cards_left(transition):
        raise Illegal("no_cards", "W5")
    transition.turn = replace(turn, improved=False)
    apply_effect(transition, effect)
    if effect.discards:
        transition.step = DISCARD
    else:
        go_on(transition)


def discard(transition: Transition, move: Discard) -> None:
    """Lay a card of the hand onto the discards (W3)."""
    transition.expect(DISCARD, rule="W3")
    card = held(transition.player.science, move.card)
    if not card:
        raise Illegal("no_such_card", "W3")
    transition.lay_open(card)
    transition.say("discarded_card", seat=transition.seat, card=KIND[card])
    transition.step = BLOCK
    go_on(transition)


# --- boatswain --------------------------------------------------------------------------------------------------------


def shift(transition: Transition, move: Shift) -> None:
    """The boatswain moves one treasure (B2)."""
    begin(transition)
    turn, player = transition.turn, transition.player
    if not turn.shifts:
        raise Illegal("no_moves", "B1")
    treasure = lying(player, move.slot)
    if not treasure:
        raise Illegal("nothing_to_move", "B3" if move.slot == GEMS else "B2", slot=move.slot)
    strict = transition.options.chest_order == "strict"
    if move.to not in shift_targets(player, move.slot, treasure, strict=strict):
        if move.to == GEMS:
            raise Illegal("gems_full" if treasure == GEM else "gems_only", "B3")
        if move.to in SLOT_AT and _alike(move.slot, move.to):
            raise Illegal("same_slot", "B2")
        raise refuse(without(player, move.slot), treasure, move.to)
    transition.turn = replace(turn, shifts=turn.shifts - 1)
    transition.player = without(player, move.slot)
    transition.say("shifted", seat=transition.seat, treasure=treasure, slot=move.slot, to=move.to)
    if move.to == GEMS:
        transition.player = replace(transition.player, gems=transition.player.gems + 1)
    else:
        lay(transition, treasure, move.to)
    go_on(transition)


def shift_targets(player: Player, slot: str, treasure: str, *, strict: bool) -> list[str]:
    """Where the boatswain may put the treasure of a slot: not into an equal slot of the same place."""
    found = [to for to in targets(without(player, slot), treasure, strict=strict) if not _alike(slot, to)]
    if treasure == GEM and player.gems < DATA.storage.gems:
        found.append(GEMS)
    return found


def _alike(slot: str, to: str) -> bool:
    one, other = SLOT_AT[slot], SLOT_AT[to]
    return one[:2] == other[:2] and SLOTS[slot].colours == SLOTS[to].colours


def shifts(player: Player, *, strict: bool) -> Iterator[Shift]:
    """Every move of the boatswain."""
    for crew, ids in HOLD_IDS.items():
        if crew in player.holds:
            yield from _shifts_from(player, ids, player.holds[crew], strict=strict)
    yield from _shifts_from(player, STORAGE_IDS, player.storage, strict=strict)


def _shifts_from(player: Player, ids: tuple[str, ...], slots: tuple[str, ...], *, strict: bool) -> Iterator[Shift]:
    for slot, treasure in zip(ids, slots, strict=True):
        if treasure:
            for to in shift_targets(player, slot, treasure, strict=strict):
                yield Shift(slot, to)


# --- explorer ---------------------------------------------------------------------------------------------------------


def explore(transition: Transition, move: Explore) -> None:
    """The explorer takes a treasure from a space next to the ship (E1, E2)."""
    begin(transition)
    turn = transition.turn
    if turn.crew != "explorer":
        raise Illegal("no_explorer", "E1")
    if move.field not in NEIGHBOURS[transition.side.name][transition.player.ship]:
        raise Illegal("no_neighbour", "E1", field=move.field)
    if move.treasure not in transition.sea.get(move.field, ()):
        raise Illegal("not_on_field", "E1", field=move.field, treasure=move.treasure)
    if move.treasure not in explorer_colours(transition.state):
        raise Illegal("not_this_colour", "E1", treasure=move.treasure)
    transition.turn = Turn(turn.seat, turn.crew, turn.space, extra=turn.extra)
    transition.take_from_field(move.field, move.treasure)
    go_on(transition)


def explorer_colours(state: State) -> tuple[str, ...]:
    """What the explorer may lift in this turn."""
    return COLOURS if state.turn.improved else space_of(state).colours


def finds(state: State, seat: int) -> Iterator[Explore]:
    """Everything that the explorer may lift."""
    colours = explorer_colours(state)
    for field in NEIGHBOURS[side_of(state).name][state.players[seat].ship]:
        lies = state.sea.get(field)
        if lies:
            for colour in COLOURS:
                if colour in lies and colour in colours:
                    yield Explore(field, colour)


def block_moves(state: State, seat: int) -> Iterator[Basic | Gold | Improved | Shift | Explore]:
    """All actions of the block that can be done now, but for voyages."""
    turn, player = state.turn, state.players[seat]
    crew = turn.crew
    if crew in SAILORS:
        return
    if crew == "explorer":
        if turn.basic:
            yield from finds(state, seat)
        return
    if turn.basic:
        for choice in basic_choices(state, player, space_of(state)):
            yield Basic(choice)  # type: ignore[arg-type]
    if turn.gold:
        for choice, effect in _GOLD[crew].items():
            if effect.pay <= player.gold and (not effect.cards or cards_left(state)):
                yield Gold(choice)  # type: ignore[arg-type]
    if turn.improved and (not IMPROVED[MEMBER[crew]].discards or cards_left(state)):
        yield Improved()
    if turn.shifts:
        yield from shifts(player, strict=state.options.chest_order == "strict")
