"""The engine against the plain reading of the rules in ``naive.py``, move by move over whole games."""

from __future__ import annotations

from typing import Any

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.state import ChoosePair, Conquer, Decline, EndConquest, Gather, State, Turn
from partie.kit import SPECTATOR, NoChance
from partie.kit.values import canonical
from tests.engines.vinci import naive
from tests.engines.vinci.bots import play
from tests.engines.vinci.position import do, legal, mine, player, position

GAMES = [(3, 11, 2), (4, 12, 5), (5, 13, 2), (6, 14, 5)]
"""Seats, seed, and of how many moves one is any legal one."""


def seen(state: State) -> dict[str, Any]:
    """What everybody sees."""
    return vinci.view(state, SPECTATOR)


def scored(before: State, after: State) -> bool:
    """Whether a turn was scored between two positions."""
    passed = after.turns > before.turns or after.step in ("survive", "over")
    return passed and before.round > 0 and before.step != "survive"


@pytest.mark.rules("E1", "E2", "K1", "K2", "K3", "K6", "X7", "X8", "X10", "X12", "X13", "X14", "X21", "X22", "X24")
@pytest.mark.parametrize(("seats", "seed", "random"), GAMES)
def test_every_price_is_what_a_plain_reading_of_the_rules_comes_to(seats: int, seed: int, random: int) -> None:
    """And a province can be conquered if it is in reach and the pieces suffice, else not."""
    for before, _, _ in play(seats, seed, random):
        if before.step != "expand":
            continue
        seat, view = before.turn.seat, seen(before)
        have = before.players[seat].hand + before.turn.levies
        reached = {name: naive.price(view, seat, name) for name in PROVINCES if naive.may_attack(view, seat, name)}
        listed = {move.province for move in vinci.legal(before, seat) if isinstance(move, Conquer)}
        assert listed == {name for name, price in reached.items() if price <= have}
        offered = {offer.target: offer for offer in vinci.offers(before, seat) if offer.target != "turn"}
        for name, price in reached.items():
            assert max(0, sum(int(line.params["pieces"]) for line in offered[name].price)) == price


@pytest.mark.rules("D2", "G1", "K3", "L1", "L2", "L4", "L5", "L6", "X5", "X11", "X17", "P1", "P2", "X22", "X23", "X24")
@pytest.mark.parametrize(("seats", "seed", "random"), GAMES)
def test_conquests_declines_and_scores_are_those_of_a_plain_reading(seats: int, seed: int, random: int) -> None:
    """What lies where after them, who has survivors, and what every turn brings."""
    removed = 0
    for before, move, after in play(seats, seed, random):
        seat, view, now = before.turn.seat, seen(before), seen(after)
        if isinstance(move, Conquer):
            land, slain, survivors = naive.conquest(view, seat, move.province)
            removed += slain
            assert now["land"] == land
            waiting = dict(before.survivors)
            assert dict(after.survivors) == waiting | {at: waiting.get(at, 0) + left for at, left in survivors.items()}
        if isinstance(move, Decline):
            assert now["land"] == naive.decline(view, seat)
        if isinstance(move, Gather):
            left = view["land"][move.province]["pieces"] - move.pieces
            assert now["land"].get(move.province, {"pieces": 0})["pieces"] == left
        if scored(before, after):
            points = before.players[seat].points + naive.brings(now, seat, removed)
            if isinstance(move, ChoosePair):
                points += before.pairs[move.pair - 1].points - 2 * (move.pair - 1)
            assert after.players[seat].points == points
            assert len(naive.parts(now, seat, frozenset(naive.active(now["land"], seat)))) <= 1
            removed = 0


@pytest.mark.rules("R1", "R2", "R3", "K4", "X11", "X14", "X19")
@pytest.mark.parametrize(
    ("land", "hand", "tile"),
    [
        ({"francia": "0:3", "belgica": "0:0", "suevia": "0:0"}, 1, "barbarians"),
        ({"francia": "0:1", "burgundia": "0:0", "alpes": "0:1", "padania": "0:0"}, 1, "general"),
        ({"francia": "0:0", "burgundia": "0:0", "alpes": "0:0", "padania": "0:0"}, 2, "general"),
        ({"francia": "0:2", "burgundia": "0:1", "volga": "0:1", "scythia": "0:0", "uralia": "0:1"}, 0, "barbarians"),
        ({"francia": "0:2", "burgundia": "0:1", "volga": "0:1"}, 1, "messenger"),
        ({"britannia": "0:1", "castilla": "0:0", "uralia": "0:1", "finnia": "0:1"}, 0, "astronomy"),
        ({"britannia": "0:0", "castilla": "0:0"}, 0, "general"),
    ],
)
def test_every_way_to_end_a_turn_can_be_reached_and_no_other(land: dict[str, str], hand: int, tile: str) -> None:
    """However pieces are taken up and put down, and whatever part of a split empire is kept."""
    state = position(player(tile, "barbarians", hand=hand), land=land, turn=Turn(0, conquests=1))
    pieces = hand + sum(mine(state).values())
    state = do(state, EndConquest())
    found, waiting, met = set(), [state], {canonical(state)}
    while waiting:
        state = waiting.pop()
        if state.turn.seat != 0:
            found.add(frozenset(mine(state).items()))
            continue
        for move in legal(state):
            after = vinci.apply(state, 0, move, NoChance())
            if canonical(after) not in met:
                met.add(canonical(after))
                waiting.append(after)
    assert found == naive.spreads(seen(position(player(tile), land=land)), 0, frozenset(land), pieces)
