"""The end of a round: small and large scorings with their boatmen, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from partie.games.wikinger.data import DATA, PLACES, ROWS, WHERE
from partie.games.wikinger.rules.boats import boats_needed, can_carry
from partie.games.wikinger.rules.doing import Doing
from partie.games.wikinger.rules.offer import begin_round
from partie.games.wikinger.scoring import Item, breakdown, final_params, large, settle, small
from partie.games.wikinger.scoring import total as sum_of
from partie.games.wikinger.state import FERRY, OVER, EndFerrying, Ferry, Player, Spot, State, Turn
from partie.kit import Illegal
from partie.kit.pools import put, take, total

_ROUNDS = DATA.rounds


def begin(doing: Doing) -> None:
    """All combinations are sold: the scoring of the round (W1, W2)."""
    if doing.round not in _ROUNDS.large:
        doing.say("small_scoring", round=doing.round)
        for seat in doing.from_first():
            _score(doing, seat, small(doing.players[seat]))
        _close(doing, small)
        return
    doing.say("large_scoring", round=doing.round)
    doing.queue = doing.from_first()
    _go_on(doing)


def _go_on(doing: Doing) -> None:
    """One seat after the other ferries and scores (W2)."""
    while doing.queue:
        seat = doing.queue[0]
        if ferries(doing.options.advanced, doing.players[seat], {}):
            doing.put_on_turn(seat)
            doing.step = FERRY
            return
        _score_large(doing)
    _close(doing, large)


def _score_large(doing: Doing) -> None:
    seat = doing.queue[0]
    doing.queue = doing.queue[1:]
    _score(doing, seat, large(doing.players[seat]))


def _score(doing: Doing, seat: int, items: tuple[Item, ...]) -> None:
    for item in items:
        if item.points or item.gold:
            doing.say(f"scored_{item.key}", seat=seat, points=item.points, coins=item.gold, count=item.count)
        doing.earn(seat, item.points, item.gold)


def _close(doing: Doing, scoring: Callable[[Player], tuple[Item, ...]]) -> None:
    """The scoring is over: the next round, or the end (W3)."""
    for seat, player in enumerate(doing.players):
        points, gold = sum_of(scoring(player))
        doing.say("scored", seat=seat, points=points, coins=gold)
    if doing.round == _ROUNDS.rounds:
        _end(doing)
        return
    doing.round += 1
    doing.first = doing.clockwise(doing.first)
    begin_round(doing)


def _end(doing: Doing) -> None:
    """The final scoring (F1)."""
    doing.say("final_scoring")
    for seat, (player, settlement) in enumerate(zip(doing.players, settle(doing.players), strict=True)):
        for item in settlement.items:
            if item.points or item.gold:
                doing.say(f"end_{item.key}", seat=seat, **final_params(item))
        doing.say("ended", seat=seat, points=breakdown(player, settlement)[0])
    doing.say("game_over")
    doing.turn = Turn(doing.first)
    doing.step = OVER


# --- boatmen ----------------------------------------------------------------------------------------------------------


def crew(advanced: bool, player: Player) -> tuple[int, int]:
    """The boatmen of a player, and how many of them can make a full trip (L1, V8)."""
    boatmen = player.mainland.get("boatman", 0)
    return boatmen, min(boatmen, player.specials.count("boat")) if advanced else boatmen


def ferries(advanced: bool, player: Player, ferried: dict[str, int]) -> list[str]:
    """The places to which one more waiting figure can be brought, row by row."""
    boatmen, boats = crew(advanced, player)
    rows = (
        [row for row in ROWS if player.mainland.get(row) and can_carry(put(ferried, row), boatmen, boats)]
        if boatmen
        else []
    )
    if not rows:
        return []
    free = [place for place, spot in player.land.items() if not spot.figure and WHERE[place][0] in rows]
    return sorted(free, key=lambda place: (ROWS.index(WHERE[place][0]), WHERE[place][1]))


def ferry(doing: Doing, move: Ferry) -> None:
    """A boatman brings a waiting figure to a free tile of its row (L1)."""
    doing.expect(FERRY, rule="L1")
    bring_over(doing, move)


def bring_over(doing: Doing, move: Ferry) -> None:
    """The figure leaves the mainland, if a boatman can carry it."""
    player = doing.player
    place = PLACES.get((move.row, move.column), "")
    spot = player.land.get(place)
    if spot is None:
        raise Illegal("no_tile", "L1", row=move.row, column=move.column)
    if spot.figure:
        raise Illegal("tile_taken", "U3", row=move.row, column=move.column)
    if not player.mainland.get(move.row):
        raise Illegal("nobody_waits", "L1", figure=move.row)
    ferried = put(doing.turn.ferried, move.row)
    if not can_carry(ferried, *crew(doing.options.advanced, player)):
        raise Illegal("too_few_boatmen", "V8" if doing.options.advanced else "L1")
    doing.turn = replace(doing.turn, ferried=ferried)
    land = {**player.land, place: Spot(spot.tile, move.row)}
    doing.player = replace(player, land=land, mainland=take(player.mainland, move.row))
    doing.say("ferried", seat=doing.seat, figure=move.row, row=move.row, column=move.column)


def end_ferrying(doing: Doing, move: EndFerrying) -> None:
    """The boatmen who carried somebody leave the game; then the area is scored (L2)."""
    doing.expect(FERRY, rule="L2")
    send_away(doing, move)
    _score_large(doing)
    _go_on(doing)


def send_away(doing: Doing, move: EndFerrying) -> None:
    """So many boatmen leave the game, with the boats that they needed (L2, L3, S5)."""
    player, ferried = doing.player, doing.turn.ferried
    boatmen, boats = crew(doing.options.advanced, player)
    if move.boatmen not in range(boatmen + 1):
        raise Illegal("not_so_many_boatmen", "L2", count=boatmen)
    used = boats_needed(ferried, move.boatmen, boats)
    if used < 0:
        few = not can_carry(ferried, move.boatmen, boats)
        raise Illegal("too_few_boatmen" if few else "too_many_boatmen", "L2")
    if must_go_on(doing.state, used):
        raise Illegal("boatmen_must_go", "L3")
    specials = list(player.specials)
    if move.boatmen:
        doing.say("boatmen_left", seat=doing.seat, count=move.boatmen)
        for _ in range(move.boatmen):
            doing.discard("boatman")
        player = replace(player, mainland=take(player.mainland, "boatman", move.boatmen))
    else:
        doing.say("nobody_ferried", seat=doing.seat)
    if used and doing.options.advanced:
        doing.say("boats_left", seat=doing.seat, count=used)
        for _ in range(used):
            specials.remove("boat")
            doing.discard("boat")
    doing.player = replace(player, specials=tuple(specials))


def must_go_on(state: State, boats: int) -> bool:
    """In the last round nobody stays behind whom the boatmen could bring over, with the boats in use (L3)."""
    if state.round < _ROUNDS.rounds:
        return False
    player, ferried = state.players[state.turn.seat], state.turn.ferried
    boatmen, _ = crew(state.options.advanced, player)
    most = boats if state.options.advanced else boatmen
    rows = {WHERE[place][0] for place, spot in player.land.items() if not spot.figure}
    return any(row in rows and player.mainland.get(row) and can_carry(put(ferried, row), boatmen, most) for row in ROWS)


def endings(state: State) -> list[EndFerrying]:
    """How many boatmen may have carried what was ferried, the fewest first."""
    player, ferried = state.players[state.turn.seat], state.turn.ferried
    boatmen, boats = crew(state.options.advanced, player)
    found = []
    for count in range(min(boatmen, total(ferried)) + 1):
        used = boats_needed(ferried, count, boats)
        if used >= 0 and not must_go_on(state, used):
            found.append(EndFerrying(count))
    return found
