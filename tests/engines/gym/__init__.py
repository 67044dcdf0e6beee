"""Environments for programs that learn to play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from partie.games.glenmore import glenmore
from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.kit import Engine
from partie.kit.gym import Environment, Layout, make_layout
from tests.engines.toys import toy

ENGINES = (toy, glenmore, nereus, vinci, wikinger)

ALL = [pytest.param(engine, seats, id=f"{engine.key}-{seats}") for engine in ENGINES for seats in engine.seats]
"""Every game with every number of seats."""


@cache
def small_layout(engine: Engine[Any, Any], seats: int) -> Layout:
    """A layout from one random game or two."""
    return make_layout(engine, seats, positions=100)


def environment(engine: Engine[Any, Any], seats: int, **more: Any) -> Environment:
    """An environment that is made quickly."""
    return Environment(engine, seats, layout=small_layout(engine, seats), **more)


def chosen(game: Environment, random: Random) -> int:
    """A random legal action of the agent whose turn it is."""
    return int(random.choice(game.observe(game.agent_selection)["action_mask"].nonzero()[0]))


def played(game: Environment, seed: int, steps: int) -> Iterator[str]:
    """Begin a game and make so many random moves in it, or all; each time yield the agent that moves next."""
    random = Random(seed)  # a generator for tests
    game.reset(seed=seed)
    for agent in game.agent_iter(steps):
        if game.terminations[agent] or game.truncations[agent]:
            return
        yield agent
        game.step(chosen(game, random))
