"""The options of a table: all of them come to an end, and the basic game knows none but itself."""

from __future__ import annotations

import itertools
from random import Random
from typing import Literal

import pytest
from msgspec.structs import replace

from partie.games.wikinger import wikinger
from partie.games.wikinger.data import DATA
from partie.games.wikinger.state import Bid, Options, Options2, State
from partie.kit import SeededChance
from tests.engines.wikinger.position import AUTOMATIC, BASIC

GAMES: tuple[Literal["basic", "advanced"], ...] = ("basic", "advanced")
AUCTIONS: tuple[Literal["one_bid", "open", "none"], ...] = ("one_bid", "open", "none")
FIGURES: tuple[Literal["by_players", "automatic"], ...] = ("by_players", "automatic")
ALL = [Options2(*each) for each in itertools.product(GAMES, AUCTIONS, FIGURES)]


def played(options: Options, seats: int) -> list[State]:
    """All positions of a game with random moves; the same luck and the same wishes for all options."""
    random = Random(seats)
    states = [wikinger.setup(seats, options, SeededChance(b"options", 0))]
    while pending := wikinger.pending(states[-1]):
        (seat,) = pending
        legal = wikinger.legal(states[-1], seat)
        modest = [move for move in legal if not isinstance(move, Bid) or move.coins < 5]
        chance = SeededChance(b"options", len(states))
        states.append(wikinger.apply(states[-1], seat, random.choice(modest), chance))
    return states


@pytest.mark.rules("O1", "F1", "V9")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", ALL)
def test_every_set_of_options_is_played_to_its_end(options: Options, seats: int) -> None:
    """Six rounds, all tiles drawn, 12 figures a round or 13 of which one is removed, and a result."""
    last = played(options, seats)[-1]
    result = wikinger.result(last)
    assert result is not None
    assert len(result.scores) == seats
    assert sum(last.tiles.values()) == 0
    removes = options.advanced and options != AUTOMATIC
    drawn = DATA.rounds.drawn.advanced if removes else DATA.rounds.drawn.basic
    assert sum(last.bag.values()) == 78 - DATA.rounds.rounds * drawn


@pytest.mark.rules("V2", "V9")
@pytest.mark.parametrize("options", [each for each in ALL if not each.advanced and each != BASIC])
def test_auction_and_figures_do_nothing_in_the_basic_game(options: Options) -> None:
    """Position by position it is the same game."""
    assert [replace(state, options=BASIC) for state in played(options, 3)] == played(BASIC, 3)


@pytest.mark.rules("V2", "V7", "V9")
@pytest.mark.parametrize("options", [each for each in ALL if each.advanced])
def test_the_advanced_game_asks_what_its_options_say(options: Options) -> None:
    """Bids unless there is no auction, colours unless figures are placed automatically, a removal unless both."""
    steps = {state.step for state in played(options, 3)}
    assert ("bid" in steps) == (options.auction != "none")
    assert ("colour" in steps) == (options.figures == "by_players")
    assert ("remove" in steps) == (options != AUTOMATIC)
