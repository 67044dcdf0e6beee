"""What each viewer may see, and how an event reads."""

from __future__ import annotations

from collections.abc import Mapping

from partie.games.nereus.data import COLOURS, CREW, DATA, GOLD, HOLDS, IMPROVED, SCIENCE, Effect, Side, Space
from partie.games.nereus.knowledge import unseen_kinds
from partie.games.nereus.neutral import COMPASS
from partie.games.nereus.scoring import breakdown, settle
from partie.games.nereus.state import CREW as CHOOSE
from partie.games.nereus.state import KEEP, NEUTRAL, OVER, Bag, Day, Neutral, State, Turn
from partie.games.nereus.tables import CHEST_IDS, HOLD_IDS, STORAGE_IDS, in_colour_order, kinds, side_of
from partie.kit import Value, View, Viewer
from partie.kit.memo import shared


def view(state: State, viewer: Viewer) -> View:
    """The table as one viewer sees it.

    ``board`` is what is printed and never changes. Of others' simultaneous choices only ``chosen`` is shown; their
    science cards are counted until the game is over. ``unseen`` are the science cards that this viewer has not
    seen.
    """
    side = side_of(state)
    day = state.day
    shown: View = {
        "step": state.step,
        "day": day.number,
        "round": day.round,
        "phase": day.phase,
        "sun": day.sun,
        "hourglass": day.hourglass,
        "discovery": _discovery(day),
        "board": _board(side, state.options.explorer_price),
        "sea": _sea(side, state.sea),
        "ships": _ships(state),
        "rows": {crew: _row(crew, state.rows[crew]) for crew in CREW},
        "bag": _bag(state.bag),
        "science": {"pile": _pile(state), "discards": _cards(state.science.discards)},
        "unseen": dict(unseen_kinds(state, viewer).items()),
        "players": {str(seat): _player(state, seat, viewer) for seat in range(len(state.players))},
        "gems": max(0, state.gems),
    }
    if state.neutral.ship:
        shown["neutral"] = _neutral(state.neutral)
    if state.step == OVER:
        shown["final"] = _final(state)
        return shown
    if state.step not in (KEEP, CHOOSE):
        shown["turn"] = _turn(state.turn)
    if day.phase == "action":
        shown["chose"] = _chose(state)
    if day.queue or day.prices:
        shown["queue"] = _queue(state)
    return shown


@shared(size=8)
def _board(side: Side, model: str) -> dict[str, Value]:
    """Everything printed: spaces, actions, holds with their slots, the chest, the storage's prices, the cards.

    ``extra_turn`` are the prices of the explorer's spaces, unless these depend on the order of the markers.
    """
    return {
        "size": side.size,
        "corners": list(side.corners),
        "spaces": {space.id: _space(space) for crew in CREW for space in side.rows[crew]},
        "gold": {crew: {str(number): _effect(each) for number, each in enumerate(GOLD[crew], 1)} for crew in CREW},
        "improved": {crew: _effect(IMPROVED[crew]) for crew in CREW},
        "extra_turn": {
            space.id: price for space, price in zip(side.rows["explorer"], side.prices.get(model, ()), strict=False)
        },
        "holds": {
            crew: {
                "points": HOLDS[crew].points,
                "rule": HOLDS[crew].rule,
                "slots": {name: list(colours) for name, colours in zip(HOLD_IDS[crew], HOLDS[crew].slots, strict=True)},
            }
            for crew in CREW
        },
        "chest": {
            name: {"gold": reward.gold, "points": reward.points, "treasures": reward.treasures}
            for name, reward in zip(CHEST_IDS, DATA.chest.rewards.values(), strict=True)
        },
        "storage": {name: list(colours) for name, colours in zip(STORAGE_IDS, DATA.storage.slots, strict=True)},
        "gem_slots": DATA.storage.gems,
        "power_limit": DATA.seat.power_limit,
        "treasure_price": DATA.storage.treasure_price,
        "gem_price": DATA.storage.gem_price,
        "cards": {
            card: {"count": kind.count, "points": kind.points, "end": kind.end} for card, kind in SCIENCE.items()
        },
    }


def _space(space: Space) -> dict[str, Value]:
    shown: dict[str, Value] = {"number": space.number}
    if space.far:
        shown |= {"far": space.far, "directions": space.directions}
    numbers = {
        "points": space.points,
        "moves": space.moves,
        "gold": space.gold,
        "pay": space.pay,
        "power": space.power,
        "cards": space.cards,
    }
    shown |= {name: number for name, number in numbers.items() if number}
    if space.either:
        shown["either"] = True
    if space.colours:
        shown["colours"] = list(space.colours)
    return shown


def _effect(effect: Effect) -> dict[str, Value]:
    numbers = {
        "pay": effect.pay,
        "far": effect.far,
        "moves": effect.moves,
        "treasures": effect.treasures,
        "gold": effect.gold,
        "points": effect.points,
        "power": effect.power,
        "cards": effect.cards,
        "discards": effect.discards,
    }
    shown: dict[str, Value] = {name: number for name, number in numbers.items() if number}
    if effect.bends:
        shown["bends"] = True
    if effect.any_colour:
        shown["any_colour"] = True
    return shown


@shared()
def _discovery(day: Day) -> dict[str, Value]:
    shown: dict[str, Value] = {"left": DATA.days.days - day.number + (not day.card)}
    if day.card:
        shown["card"] = day.card
    return shown


@shared()
def _sea(side: Side, sea: Mapping[str, tuple[str, ...]]) -> dict[str, Value]:
    """The treasures of every space, empty ones included."""
    return {field: list(sea.get(field, ())) for field in side.fields}


def _ships(state: State) -> dict[str, Value]:
    ships: dict[str, Value] = {str(seat): player.ship for seat, player in enumerate(state.players) if player.ship}
    if state.neutral.ship:
        ships[NEUTRAL] = state.neutral.ship
    return ships


@shared()
def _row(crew: str, owners: tuple[str, ...]) -> dict[str, Value]:
    """The owner of the marker on each space of a row, "" where it is free."""
    return {f"{crew}-{number}": owner for number, owner in enumerate(owners, 1)}


@shared()
def _bag(bag: Bag) -> dict[str, Value]:
    shown: dict[str, Value] = {
        "treasures": {colour: bag.treasures[colour] for colour in COLOURS if colour in bag.treasures}
    }
    if bag.owed:
        shown["owed"] = {colour: bag.owed[colour] for colour in COLOURS if colour in bag.owed}
    return shown


def _pile(state: State) -> int:
    return sum(state.science.pile.values()) + sum(len(player.returned) for player in state.players)


@shared()
def _cards(cards: tuple[str, ...]) -> dict[str, Value]:
    """How many cards of each kind."""
    ordered = kinds(cards)
    return {kind: ordered.count(kind) for kind in dict.fromkeys(ordered)}


def _player(state: State, seat: int, viewer: Viewer) -> dict[str, Value]:
    player = state.players[seat]
    shown: dict[str, Value] = {
        "points": player.points,
        "gold": player.gold,
        "power": player.power,
        "gems": player.gems,
        "cards": len(player.science),
        "holds": _holds(player.holds),
        "done": _done(player.done),
        "chest": _slots(CHEST_IDS, player.chest),
        "storage": _slots(STORAGE_IDS, player.storage),
        "hand": in_hand(player.hand),
        "played": _done(player.played),
    }
    if state.step == KEEP:
        shown["chosen"] = bool(player.kept)
    elif state.step == CHOOSE:
        shown["chosen"] = bool(player.choice)
    if seat == viewer or state.step == OVER:
        shown["science"] = _cards(player.science)
    if seat == viewer:
        if player.kept:
            shown["kept"] = _cards(player.kept)
        if player.choice:
            shown["choice"] = player.choice
        if player.returned:
            shown["returned"] = _cards(player.returned)
    return shown


@shared()
def in_hand(hand: tuple[str, ...]) -> dict[str, Value]:
    """How many treasures of each colour."""
    return {colour: hand.count(colour) for colour in in_colour_order(hand)}


@shared()
def _holds(holds: Mapping[str, tuple[str, ...]]) -> dict[str, Value]:
    return {crew: _slots(HOLD_IDS[crew], holds[crew]) for crew in CREW if crew in holds}


@shared()
def _slots(names: tuple[str, ...], slots: tuple[str, ...]) -> dict[str, Value]:
    return dict(zip(names, slots, strict=True))


@shared()
def _done(crew: tuple[str, ...]) -> dict[str, Value]:
    return dict.fromkeys(crew, True)


@shared()
def _neutral(neutral: Neutral) -> dict[str, Value]:
    return {"compass": COMPASS[neutral.compass], "played": _done(neutral.played)}


@shared()
def _turn(turn: Turn) -> dict[str, Value]:
    shown: dict[str, Value] = {"seat": turn.seat, "extra": turn.extra}
    if turn.crew:
        shown["crew"] = turn.crew
    if turn.space >= 0:
        shown["space"] = f"{turn.crew}-{turn.space + 1}"
        shown |= {"basic": turn.basic, "gold": turn.gold, "improved": turn.improved, "shifts": turn.shifts}
    return shown


def _chose(state: State) -> dict[str, Value]:
    """For each crew member who has chosen it in this round, in the order of their turns (C4)."""
    if state.step == CHOOSE:
        return {}
    seats = len(state.players)
    chose: dict[str, Value] = {}
    for far in range(seats):
        seat = (state.day.hourglass + far) % seats
        crew = state.players[seat].played[-1]
        actors = chose.setdefault(crew, [])
        if isinstance(actors, list):
            actors.append(seat)
    return chose


def _queue(state: State) -> dict[str, Value]:
    """The seats that still come after this turn, in order, and in phase III what it costs each."""
    day = state.day
    first = len(day.prices) - len(day.queue)
    return {
        str(number): {"owner": owner, **({"price": day.prices[first + number]} if day.prices else {})}
        for number, owner in enumerate(day.queue)
    }


def _final(state: State) -> dict[str, Value]:
    """The items of every seat's score, and the end cards that counted."""
    final: dict[str, Value] = {}
    for seat, player in enumerate(state.players):
        score, lines = breakdown(player)
        counted: dict[str, Value] = dict(settle(player).cards)
        final[str(seat)] = {"score": score, "counted": counted, **{line.key: line.params["points"] for line in lines}}
    return final
