"""What could be done with every target: its move or the rule against it, its price and its gain.

Prices and gains are what happens when the move is tried without chance; what would be drawn is only counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from partie.games.nereus import rules
from partie.games.nereus.data import COLOURS, IMPROVED, REWARDS, SCIENCE, SLOTS, Effect, Space
from partie.games.nereus.legal import legal
from partie.games.nereus.rules import cards, sailing
from partie.games.nereus.rules.crew import explorer_colours, gold_effects, shifts, space_of
from partie.games.nereus.state import (
    BLOCK,
    CORNER,
    CREW,
    DISCARD,
    GEM,
    GEMS,
    KEEP,
    MARKER,
    OFFER,
    OVER,
    READY,
    Accept,
    Basic,
    ChooseCorner,
    ChooseCrew,
    Decline,
    Discard,
    Drift,
    EndTurn,
    Exchange,
    Explore,
    Gold,
    Improved,
    Move,
    Place,
    PlaceMarker,
    PlayCard,
    Sail,
    Salvage,
    Sell,
    Shift,
    State,
    UseGem,
)
from partie.games.nereus.tables import MEMBER, NEIGHBOURS, SAILORS, SLOT_AT, STORAGE_IDS, kinds, side_of
from partie.kit import Line, Offer, Refusal
from partie.kit.transition import Description, refusal

TURN: Final = "turn"
"""The target of ending a turn or declining one."""

_PRICES: Final = {
    "paid": "price_gold",
    "accepted": "price_gold",
    "toll_paid": "price_toll",
    "toll_to_supply": "price_toll_to_supply",
    "lost": "price_lost",
}
_GAINS: Final = {
    "gold": "gain_gold",
    "sold": "gain_gold",
    "points": "gain_points",
    "power": "gain_power",
    "moves": "gain_moves",
    "took": "gain_treasure",
    "completed": "gain_hold",
    "sailed": "gain_path",
}
"""Lines of a move that is tried, and how an offer says the same."""


def offers(state: State, seat: int) -> Sequence[Offer[Move]]:
    """An offer for every target of the present step, then those of the free actions.

    The cards to be kept at the start are chosen three at a time, which no single target stands for.
    """
    step = state.step
    if step == CREW:
        return [_offer(state, seat, crew, ChooseCrew(crew)) for crew in MEMBER.values()]
    if step in (OVER, KEEP) or seat != state.turn.seat:
        return ()
    if step == CORNER:
        return [_offer(state, seat, field, ChooseCorner(field)) for field in side_of(state).corners]
    player = state.players[seat]
    if step == DISCARD:
        return [_offer(state, seat, kind, Discard(kind)) for kind in dict.fromkeys(kinds(player.science))]
    found: list[Offer[Move]] = []
    if step == MARKER:
        for space in side_of(state).rows[MEMBER[state.turn.crew]]:
            gain = tuple(_brought(space, IMPROVED[space.crew] if state.turn.improved else Effect()))
            price = (Line("price_gold", {"coins": space.pay}),) if space.pay else ()
            found.append(_offer(state, seat, space.id, PlaceMarker(space.id), price, gain))
    elif step == OFFER:
        found += [_offer(state, seat, crew, Accept(crew)) for crew in MEMBER.values()]
    elif step in (READY, BLOCK):
        found += _block(state, seat)
    found += _free(state, seat)
    found.append(_offer(state, seat, TURN, Decline() if step == OFFER else EndTurn(), _forfeits(state, seat)))
    return found


def _offer(
    state: State, seat: int, target: str, move: Move, price: tuple[Line, ...] = (), gain: tuple[Line, ...] = ()
) -> Offer[Move]:
    """The offer of a move, or why it is refused. Nothing is drawn or uncovered to find out."""
    description = Description()
    against = refusal(rules.apply, state, seat, move, description)
    if against is not None:
        return Offer(target, refusal=against, price=price, gain=gain)
    if state.step != CREW:
        own = [line for line in _until_next(description.lines) if line.params.get("seat") == seat]
        price += tuple(_renamed(line, _PRICES) for line in own if line.key in _PRICES)
        gain += tuple(_renamed(line, _GAINS) for line in own if line.key in _GAINS)
    return Offer(target, move, price=price, gain=gain)


def _until_next(lines: list[Line]) -> Iterator[Line]:
    """What belongs to the move itself, and not to what the next turn begins with."""
    for line in lines:
        if line.key in ("turn_begins", "offer", "hourglass", "end_gold"):
            return
        yield line


def _renamed(line: Line, keys: dict[str, str]) -> Line:
    params = line.params
    if line.key == "toll_paid":
        return Line(keys[line.key], {"seat": params["other"], "coins": params["coins"]})
    if line.key == "sailed":
        path = str(params["path"])
        return Line(keys[line.key], {"to": params["to"], "path": path, "count": path.count(" ")})
    kept = ("crew",) if line.key == "completed" else ("coins", "points", "count", "treasure")
    return Line(keys[line.key], {name: params[name] for name in kept if name in params})


def _forfeits(state: State, seat: int) -> tuple[Line, ...]:
    """The actions that could still be done, and are lost when the block ends."""
    turn = state.turn
    if state.step not in (READY, BLOCK):
        return ()
    kinds: set[type] = {type(move) for move in legal(state, seat)}
    names: dict[str, set[type]] = {
        "basic": {Sail, Explore, Basic},
        "gold": {Gold},
        "improved": {Improved},
        "shifts": {Shift},
    }
    lost = [name for name, moves in names.items() if kinds & moves]
    if turn.crew in SAILORS and len(sailing.voyages(state, seat)) == 1:
        return ()
    return tuple(Line("price_forfeit", {"action": name}) for name in lost)


# --- spaces and the crew's actions ------------------------------------------------------------------------------------


def _brought(space: Space, better: Effect) -> Iterator[Line]:
    """What a space offers, with the effect of a complete hold if that changes it."""
    if space.far:
        yield Line("gain_sail", {"far": space.far + better.far, "directions": space.directions})
    if space.gold:
        yield Line("gain_gold", {"coins": space.gold})
    if space.points:
        yield Line("gain_points", {"points": space.points})
    if space.moves:
        yield Line("gain_moves", {"count": space.moves})
    if space.either:
        yield Line("gain_power_or_card", {"count": space.power})
    elif space.power:
        yield Line("gain_power", {"count": space.power})
    if space.cards and not space.either:
        yield Line("gain_card", {"count": space.cards})
    for colour in COLOURS if better.any_colour else space.colours:
        yield Line("gain_lift", {"treasure": colour})


def _drawn(effect: Effect | Space, choice: str = "all") -> tuple[Line, ...]:
    """What chance will give, by number."""
    lines = []
    if effect.cards and choice != "power":
        lines.append(Line("gain_card", {"count": effect.cards}))
    if isinstance(effect, Effect) and effect.treasures:
        lines.append(Line("gain_random", {"count": effect.treasures}))
    return tuple(lines)


def _block(state: State, seat: int) -> Iterator[Offer[Move]]:
    turn = state.turn
    crew = MEMBER[turn.crew]
    if crew in SAILORS:
        yield from _voyages(state, seat)
        return
    if crew == "explorer":
        yield from _lifts(state, seat)
        return
    space = space_of(state)
    if turn.basic:
        for choice in ("power", "card") if space.either else ("all",):
            yield _offer(state, seat, space.id, Basic(choice), gain=_drawn(space, choice))
    if turn.gold:
        for choice, effect in gold_effects(crew).items():
            price = (Line("price_gold", {"coins": effect.pay}),) if effect.pay > state.players[seat].gold else ()
            yield _offer(state, seat, "gold", Gold(choice), price, _drawn(effect, choice))  # type: ignore[arg-type]
    if turn.improved:
        yield _offer(state, seat, "improved", Improved(), gain=_drawn(IMPROVED[crew]))
    if turn.shifts:
        for move in shifts(state.players[seat], strict=state.options.chest_order == "strict"):
            yield _offer(state, seat, move.to, move, gain=_from_chest(move.to))


def _voyages(state: State, seat: int) -> Iterator[Offer[Move]]:
    """Every space: each set of owners that may be paid on the way there, or why the ship cannot end there."""
    if not state.turn.basic:
        return
    ways = sailing.voyages(state, seat)
    reached: dict[str, list[sailing.Voyage]] = {}
    for voyage in ways.values():
        reached.setdefault(voyage.to, []).append(voyage)
    rich = sailing.voyages(sailing.with_gold(state, seat), seat)
    for field in side_of(state).fields:
        for voyage in reached.get(field, ()):
            yield _offer(state, seat, field, Sail(field, voyage.tolls))
        if field not in reached:
            illegal = sailing.refuse(state, seat, field, None, rich)
            yield Offer(field, refusal=Refusal.of(illegal))


def _lifts(state: State, seat: int) -> Iterator[Offer[Move]]:
    """Every treasure next to the ship, also of colours that the space does not allow."""
    if not state.turn.basic:
        return
    allowed = explorer_colours(state)
    for field in NEIGHBOURS[side_of(state).name][state.players[seat].ship]:
        lies = state.sea.get(field, ())
        for colour in COLOURS:
            if colour in lies:
                gain = () if colour in allowed else (Line("gain_treasure", {"treasure": colour}),)
                yield _offer(state, seat, field, Explore(field, colour), gain=gain)


# --- free actions -----------------------------------------------------------------------------------------------------


def _free(state: State, seat: int) -> Iterator[Offer[Move]]:
    """The hand, the storage and the cards; once the crew's actions have begun, each ends these."""
    player = state.players[seat]
    lost = _forfeits(state, seat) if state.step == BLOCK else ()
    for colour in COLOURS:
        if colour in player.hand:
            for slot in _fitting(state, seat, colour):
                yield _offer(state, seat, slot, Place(colour, slot), lost, _from_chest(slot))
    for colour in COLOURS:
        if colour in player.storage:
            at = STORAGE_IDS[player.storage.index(colour)]
            yield _offer(state, seat, at, Sell(colour), lost)
            if player.storage.count(colour) > 1:
                yield _offer(state, seat, at, Exchange(colour), lost, (Line("gain_gem", {"count": 1}),))
    if player.gems:
        yield _offer(state, seat, GEMS, Sell("gem"), lost)
        for slot in _fitting(state, seat, GEM):
            yield _offer(state, seat, slot, UseGem(slot), lost, _from_chest(slot))
    yield from _cards(state, seat, lost)


def _fitting(state: State, seat: int, treasure: str) -> Iterator[str]:
    """The slots of open holds, chest and storage that are meant for a treasure, equal ones but once."""
    player = state.players[seat]
    for name, slot in SLOTS.items():
        if slot.area == "storage" and treasure == GEM:
            continue
        if treasure != GEM and treasure not in slot.colours:
            continue
        if slot.crew and slot.crew not in player.holds:
            continue
        if not _later_than_equal(player.holds.get(slot.crew, player.storage), name):
            yield name


def _later_than_equal(slots: tuple[str, ...], name: str) -> bool:
    """Whether an equal slot before this one stands for it: the first empty one, else the first."""
    area, crew, index = SLOT_AT[name]
    if area == "chest":
        return False
    equal = [
        at
        for other, (where, whose, at) in SLOT_AT.items()
        if where == area and whose == crew and SLOTS[other].colours == SLOTS[name].colours
    ]
    return index != next((at for at in equal if not slots[at]), equal[0])


def _from_chest(slot: str) -> tuple[Line, ...]:
    """Random treasures that the chest gives."""
    area, _, index = SLOT_AT.get(slot, ("", "", 0))
    count = REWARDS[COLOURS[index]].treasures if area == "chest" else 0
    return (Line("gain_random", {"count": count}),) if count else ()


def _cards(state: State, seat: int, lost: tuple[Line, ...]) -> Iterator[Offer[Move]]:
    """The cards of the hand that are played in a turn, with every target."""
    hand = kinds(state.players[seat].science)
    price = (Line("price_power", {"count": 1}), *lost)
    gain: tuple[Line, ...]
    if cards.DRAW in hand:
        gain = (Line("gain_random", {"count": SCIENCE[cards.DRAW].treasures}),)
        yield _offer(state, seat, cards.DRAW, PlayCard(cards.DRAW), price, gain)
    if cards.SALVAGE in hand:
        for field in side_of(state).fields:
            for colour in COLOURS:
                if colour in state.sea.get(field, ()):
                    gain = (Line("gain_treasure", {"treasure": colour}),)
                    yield _offer(state, seat, field, Salvage(field, colour), price, gain)
    if cards.DRIFT in hand:
        for field in cards.around(state, seat):
            gain = tuple(Line("gain_treasure", {"treasure": each}) for each in state.sea.get(field, ()))
            coins = Line("price_gold", {"coins": SCIENCE[cards.DRIFT].pay})
            yield _offer(state, seat, field, Drift(field), (*price, coins), gain)
