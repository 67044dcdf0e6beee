"""The viewers who may see why a bot made its move: never one who would learn a secret by it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from partie.kit import SPECTATOR, Engine, SeededChance, Viewer
from partie.kit.playout import game_key, opening
from partie.registry import Registry
from partie.table.show.reasons import knows_as_much, refusal
from partie.table.state import Table
from partie.wire import client_in
from tests.engines.toys import toy
from tests.server.table.sitting import ANN, BOB, TOYS, running

OWN = ("glenmore", "vinci", "wikinger")


def positions(engine: Engine[Any, Any], seed: int, steps: int = 60) -> list[Any]:
    """States of a random game."""
    chosen, key = random.Random(seed), game_key(seed)
    state = opening(engine, min(3, max(engine.seats)), engine.options(), key)
    found = [state]
    for number in range(1, steps):
        pending = sorted(engine.pending(state))
        if not pending:
            break
        seat = chosen.choice(pending)
        state = engine.apply(state, seat, chosen.choice(engine.legal(state, seat)), SeededChance(key, number))
        found.append(state)
    return found


def at(engine: Engine[Any, Any], state: Any) -> tuple[Table, Any]:
    """A table at a state of a game, with the engines that know it."""
    sitting = running(ANN, BOB)
    registry = Registry.load(["tests.engines.toys:toy"])
    play = replace(sitting.table.play, state=state)
    table = replace(sitting.table, game=engine.key, version=engine.version, play=play)
    return table, registry


@pytest.mark.parametrize("game", ["toy", "nereus"])
def test_whoever_may_be_told_could_not_tell_the_bots_hand_from_it(game: str) -> None:
    """In every position: a reason follows from the bot's view, and its reader's view is at least as wide.

    Else some state that he holds possible would have the bot see something else.
    """
    registry = Registry.load(["tests.engines.toys:toy"])
    engine = registry.newest(game)
    told = refused = 0
    for number, state in enumerate(positions(engine, 5)):
        table, engines = at(engine, state)
        seats = range(len(engine.view(state, SPECTATOR).get("players", {})) or 2)  # type: ignore[arg-type]
        everyone: list[Viewer] = [SPECTATOR, *seats]
        for viewer in everyone:
            for seat in seats:
                imagined = [
                    engine.determinize(state, viewer, SeededChance(bytes(32), 100 * number + deal)) for deal in range(6)
                ]
                allowed = knows_as_much(table, engines, viewer, seat)
                told, refused = told + allowed, refused + (not allowed)
                for other in imagined:
                    # Neither does the refusal itself tell one of these states from another.
                    imagined_table = replace(table, play=replace(table.play, state=other))
                    assert knows_as_much(imagined_table, engines, viewer, seat) == allowed
                    if allowed:
                        assert engine.view(other, seat) == engine.view(state, seat)
    assert told
    assert refused


@pytest.mark.parametrize("game", OWN)
def test_games_in_which_nobody_hides_anything_tell_all(game: str) -> None:
    """What is hidden there is hidden from the bot as well."""
    engine = Registry.load(()).newest(game)
    for state in positions(engine, 3, 20):
        table, engines = at(engine, state)
        assert knows_as_much(table, engines, SPECTATOR, 0)
        assert knows_as_much(table, engines, 1, 0)


def test_a_bots_bid_is_not_explained_before_the_end() -> None:
    """To its own seat alone, and after the end to all; other events and other people's moves have no reason."""
    sitting = running(ANN, BOB)
    sitting.must(ANN, client_in.SeatBot(0))
    seq = sitting.must_move(0, sitting.legal(0)[0]).seq
    assert refusal(sitting.history, TOYS, seq, 1) == "secret"
    assert refusal(sitting.history, TOYS, seq, SPECTATOR) == "secret"
    people = sitting.must_move(1, sitting.legal(1)[0]).seq
    for other in (0, 1, 2, people, people + 1):
        assert refusal(sitting.history, TOYS, other, SPECTATOR) == "unknown"
    assert refusal(sitting.history, TOYS, seq, 1) == "secret"
    sitting.history._newest = replace(sitting.table, phase="ended")
    assert refusal(sitting.history, TOYS, seq, SPECTATOR) == ""


def test_who_is_behind_is_told_of_no_move_that_is_not_seen_yet() -> None:
    """Neither by an end that is held back, nor that it was a bot's."""
    sitting = running(ANN, BOB)
    sitting.must(ANN, client_in.SeatBot(0))
    before = sitting.table
    seq = sitting.must_move(0, sitting.legal(0)[0]).seq
    seen = sitting.table
    sitting.history._newest = replace(sitting.table, phase="ended")
    assert refusal(sitting.history, TOYS, seq, SPECTATOR, before) == "unknown"
    assert refusal(sitting.history, TOYS, seq, SPECTATOR, seen) == "secret"


def test_a_leaky_rule_would_be_found() -> None:
    """The test above is no test that cannot fail: a bot's hand does change its view."""
    state = positions(toy, 5)[0]
    views = {str(toy.view(toy.determinize(state, 1, SeededChance(bytes(32), deal)), 0)) for deal in range(6)}
    assert len(views) > 1
