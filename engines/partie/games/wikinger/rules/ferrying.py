"""Boatmen bring waiting figures to the islands, in a large scoring."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.wikinger import flow
from partie.games.wikinger.boats import (
    boats_needed,
    can_carry,
    crew,
    fewest_boatmen,
    largest,
    stays_possible,
    within_reach,
)
from partie.games.wikinger.data import DATA, PLACES, ROWS, WHERE, conduct
from partie.games.wikinger.state import FERRY, EndFerrying, Ferry, Spot, State
from partie.games.wikinger.transition import Transition
from partie.kit import Illegal
from partie.kit.pools import put, take, total

_ROUNDS = DATA.rounds


def ferry(transition: Transition, move: Ferry) -> None:
    """A boatman brings a waiting figure to a free tile of its row (L1)."""
    transition.expect(FERRY, rule="L1")
    bring_over(transition, move)


def bring_over(transition: Transition, move: Ferry) -> None:
    """The figure leaves the mainland, if a boatman can carry it and no larger crossing is lost that is due (L1, L3)."""
    player, advanced = transition.player, transition.options.advanced
    place = PLACES.get((move.row, move.column), "")
    spot = player.land.get(place)
    if spot is None:
        raise Illegal("no_tile", "L1", row=move.row, column=move.column)
    if spot.figure:
        raise Illegal("tile_taken", "U3", row=move.row, column=move.column)
    if not player.mainland.get(move.row):
        raise Illegal("nobody_waits", "L1", figure=move.row)
    ferried = put(transition.turn.ferried, move.row)
    if not can_carry(ferried, *crew(advanced, player)):
        raise Illegal("too_few_boatmen", "V8" if advanced else "L1")
    if obliged(transition.state) and not stays_possible(advanced, player, transition.turn.ferried, ferried):
        raise Illegal("not_the_most", "L3")
    transition.turn = replace(transition.turn, ferried=ferried)
    land = {**player.land, place: Spot(spot.tile, move.row)}
    transition.player = replace(player, land=land, mainland=take(player.mainland, move.row))
    transition.say("ferried", seat=transition.seat, figure=move.row, row=move.row, column=move.column)


def end_ferrying(transition: Transition, move: EndFerrying) -> None:
    """The boatmen who carried somebody leave the game; then the area is scored (L2)."""
    transition.expect(FERRY, rule="L2")
    send_away(transition, move)
    flow.score_large(transition)
    flow.go_on_ferrying(transition)


def send_away(transition: Transition, move: EndFerrying) -> None:
    """So many boatmen leave the game, with the boats that they needed (L2, L3, S5)."""
    player, ferried = transition.player, transition.turn.ferried
    boatmen, boats = crew(transition.options.advanced, player)
    if move.boatmen not in range(boatmen + 1):
        raise Illegal("not_so_many_boatmen", "L2", count=boatmen)
    used = boats_needed(ferried, move.boatmen, boats)
    if used < 0:
        few = not can_carry(ferried, move.boatmen, boats)
        raise Illegal("too_few_boatmen" if few else "too_many_boatmen", "L2")
    _check_duty(transition.state, move.boatmen, used)
    specials = list(player.specials)
    if move.boatmen:
        transition.say("boatmen_left", seat=transition.seat, count=move.boatmen)
        for _ in range(move.boatmen):
            transition.discard("boatman")
        player = replace(player, mainland=take(player.mainland, "boatman", move.boatmen))
    else:
        transition.say("nobody_ferried", seat=transition.seat)
    if used and transition.options.advanced:
        transition.say("boats_left", seat=transition.seat, count=used)
        for _ in range(used):
            specials.remove("boat")
            transition.discard("boat")
    transition.player = replace(player, specials=tuple(specials))


def obliged(state: State) -> bool:
    """Whether as many figures as possible have to come over (L3)."""
    return state.round == _ROUNDS.rounds and conduct(state.options).most_ferried


def _check_duty(state: State, boatmen: int, boats: int) -> None:
    """Raise :class:`Illegal` if boatmen have to ferry more, or fewer of them could (L3)."""
    if not obliged(state):
        if _must_go_on(state, boats):
            raise Illegal("boatmen_must_go", "L3")
        return
    player, ferried = state.players[state.turn.seat], state.turn.ferried
    men, most = crew(state.options.advanced, player)
    if total(ferried) < largest(within_reach(player, ferried), men, most):
        raise Illegal("boatmen_must_go", "L3")
    if boatmen > fewest_boatmen(ferried, most):
        raise Illegal("boatmen_spared", "L3")


def _must_go_on(state: State, boats: int) -> bool:
    """By version 1 nobody stays behind in the last round whom the boatmen could add, with the boats in use (L3)."""
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
        if used >= 0 and _does_its_duty(state, count, used):
            found.append(EndFerrying(count))
    return found


def _does_its_duty(state: State, boatmen: int, boats: int) -> bool:
    try:
        _check_duty(state, boatmen, boats)
    except Illegal:
        return False
    return True
