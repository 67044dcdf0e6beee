"""Matches against bots of others: what they see, and what is said when they fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest

from partie.client.players import Decision, Function, Move, Nonsense, Player, PlayerFailed
from partie.features.bots import arena
from tests.engines.toys import toy

QUICK = {"quick": arena.Allowance(iterations=1)}


def match(players: dict[str, Callable[[], Player]], levels: tuple[str, str], games: int = 4) -> list[arena.Score]:
    """A short match of the toy game with two seats."""
    return [arena.play(toy, 2, pairing, levels, {}, players) for pairing in arena.pairings(2, games, 7)]


def drawn(legal: list[Move], random: Any) -> int:
    """Choose by lot."""
    return int(random.randrange(len(legal)))


def test_the_same_seed_plays_the_same_games() -> None:
    """If the bot chooses by nothing but its decision."""
    both = [match({"mine": partial(Function, drawn)}, ("mine", "quick")) for _ in range(2)]
    one, other = ([(score.pairing, score.scores, score.moves) for score in scores] for scores in both)
    assert one == other
    assert len({scores for _, scores, _ in one}) > 1


class Noting:
    """A player that keeps its decisions, and is counted when it ends."""

    wants_offers = True

    def __init__(self) -> None:
        self.seen: list[Decision] = []
        self.closed = 0

    def choose(self, decision: Decision, seconds: float) -> Move:
        """Take the first move, and leave a mess."""
        assert seconds == arena.MOVE_SECONDS
        self.seen.append(decision)
        move = dict(decision.legal[0])
        decision.view.clear()
        return move

    def close(self) -> None:
        """Count it."""
        self.closed += 1


def test_a_bot_gets_copies_of_what_its_seat_sees() -> None:
    """It can't change the game, sees the key of the game and its offers, and is ended after every game."""
    noting = Noting()
    match({"mine": lambda: noting}, ("mine", "quick"), 2)
    assert noting.closed == 2
    assert {decision.seat for decision in noting.seen} == {0, 1}
    assert all(decision.game == "toy" and decision.offers is not None for decision in noting.seen)
    seeds = [decision.seed for decision in noting.seen]
    assert len(set(seeds)) == len(seeds)


def test_bots_of_others_sit_against_each_other() -> None:
    """Each seat has a player of its own."""
    made = count()

    def make() -> Player:
        next(made)
        return Function(drawn)

    scores = match({"mine": make, "yours": make}, ("mine", "yours"), 2)
    assert next(made) == 4
    assert all(seconds > 0 for score in scores for seconds in score.thinking)


def test_a_failure_names_the_bot_the_game_and_the_move() -> None:
    """And keeps its kind."""
    with pytest.raises(Nonsense, match=r"^mine, in seat 0 of the game with seed 7, move \d+: the answer is -1"):
        match({"mine": partial(Function, lambda **_: -1)}, ("mine", "quick"))
    with pytest.raises(PlayerFailed, match=r"^mine, .*raised KeyError: 'gold'"):
        match({"mine": partial(Function, lambda view: view["gold"])}, ("quick", "mine"))
