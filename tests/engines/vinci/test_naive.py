"""The engine against the plain reading of the rules in ``naive.py``, move by move over whole games."""

from __future__ import annotations

from typing import Any

import pytest

from partie.games.vinci import vinci
from partie.games.vinci.data import PROVINCES
from partie.games.vinci.state import (
    ChoosePair,
    Conquer,
    Decline,
    EndConquest,
    EndTurn,
    Gather,
    Infiltrate,
    Options,
    Options2,
    State,
)
from partie.kit import SPECTATOR, NoChance
from partie.kit.values import canonical
from tests.engines.vinci import naive
from tests.engines.vinci.bots import play
from tests.engines.vinci.position import do, legal, mine, player, position, turn_of

BOOK = Options2(survivors_return=True, tiles_at_entry=True, box="meant")

GAMES = [
    (3, 11, 2, Options2()),
    (4, 12, 5, Options2()),
    (5, 13, 2, Options2()),
    (6, 14, 5, Options2()),
    (3, 15, 2, BOOK),
    (6, 16, 3, BOOK),
    (3, 17, 2, Options()),
    (5, 18, 3, Options()),
]
"""Seats, seed, of how many moves one is any legal one, and the options of a version."""

WITH_ESPIONAGE = 14
"""The seed of a game in which somebody has that tile."""


def seen(state: State) -> dict[str, Any]:
    """What everybody sees, and who waits with survivors while a turn goes on."""
    return {**vinci.view(state, SPECTATOR), "waiting": dict(state.survivors)}


def scored(before: State, after: State) -> bool:
    """Whether a turn was scored between two positions. A turn of which Rebirth makes use is scored before that."""
    passed = after.turns > before.turns or after.step in ("survive", "over", "rebirth")
    reborn = before.step == "rebirth" or (before.step == "choose" and before.turn.returned)
    return passed and before.round > 0 and before.step != "survive" and not reborn


@pytest.mark.rules("E1", "E2", "K1", "K2", "K3", "K6", "L6", "X7", "X8", "X9", "X10", "X12", "X13", "X14", "X16", "X17")
@pytest.mark.rules("X21", "X22", "X24", "V1")
@pytest.mark.parametrize(("seats", "seed", "random", "options"), GAMES)
def test_every_price_is_what_a_plain_reading_of_the_rules_comes_to(
    seats: int, seed: int, random: int, options: Options
) -> None:
    """And a province can be conquered, or conquered by espionage, if it is in reach and the pieces suffice."""
    counts = isinstance(options, Options2) and options.tiles_at_entry
    spied = 0
    for before, _, _ in play(seats, seed, random, options):
        if before.step != "expand":
            continue
        seat, view = before.turn.seat, seen(before)
        have = before.players[seat].hand + before.turn.levies
        reached = {n: naive.price(view, seat, n, counts) for n in PROVINCES if naive.may_attack(view, seat, n)}
        moves = vinci.legal(before, seat)
        assert {move.province for move in moves if isinstance(move, Conquer)} == {
            name for name, price in reached.items() if price <= have
        }
        spies = {*reached} if naive.may_spy(view, seat, counts) else set()
        listed = {move.province for move in moves if isinstance(move, Infiltrate)}
        assert listed == (spies if have >= naive.SPYING else set())
        spied += len(listed)
        offered = [offer for offer in vinci.offers(before, seat) if offer.target in reached]
        prices = [(offer.target, max(0, sum(int(line.params["pieces"]) for line in offer.price))) for offer in offered]
        assert sorted(prices) == sorted([*reached.items(), *((name, naive.SPYING) for name in spies)])
    assert spied or seed != WITH_ESPIONAGE


@pytest.mark.rules("D2", "G1", "K3", "L1", "L2", "L4", "L5", "L6", "X5", "X11", "X17", "P1", "P2", "X22", "X23", "X24")
@pytest.mark.rules("C6", "X1", "X2", "X3", "X4", "X6", "X8", "X13", "X20", "V1")
@pytest.mark.parametrize(("seats", "seed", "random", "options"), GAMES)
def test_conquests_declines_and_scores_are_those_of_a_plain_reading(
    seats: int, seed: int, random: int, options: Options
) -> None:
    """What lies where after them, who has survivors, whose civilization is gone, and what every turn brings."""
    counts = isinstance(options, Options2) and options.tiles_at_entry
    removed = 0
    for before, move, after in play(seats, seed, random, options):
        seat, view, now = before.turn.seat, seen(before), seen(after)
        if isinstance(move, Conquer | Infiltrate):
            spied = isinstance(move, Infiltrate)
            paid = naive.SPYING if spied else naive.price(view, seat, move.province, counts)
            land, slain, survivors, gone = naive.conquest(view, seat, move.province, paid)
            removed += slain
            assert now["land"] == land
            waiting = dict(before.survivors)
            waiting |= {at: waiting.get(at, 0) + left for at, left in survivors.items()}
            assert dict(after.survivors) == {at: left for at, left in waiting.items() if at not in gone}
            assert all(not after.players[at].tiles and not after.players[at].ruins for at in gone)
        if isinstance(move, Decline) and naive.active(view["land"], seat):
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
        elif before.round and isinstance(move, EndTurn):
            assert after.players[seat].points == before.players[seat].points


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
    state = position(player(tile, "barbarians", hand=hand), land=land, turn=turn_of(0, conquests=1))
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
