"""Every game passes the tests that PettingZoo has for environments."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from partie.kit import Engine
from partie.kit.gym import Environment
from tests.engines.gym import ALL, environment


@pytest.fixture(autouse=True)
def _observations_with_a_mask() -> Iterator[None]:
    """PettingZoo tests the names of its own games before it accepts observations that are a dict with a mask."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def check(engine: Engine[Any, Any], seats: int, cycles: int) -> None:
    def make() -> Environment:
        return environment(engine, seats, render_mode="ansi")

    api_test(make(), num_cycles=cycles)
    seed_test(make, num_cycles=cycles)
    parallel_api_test(turn_based_aec_to_parallel(make()), num_cycles=cycles * seats)


@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_the_beginning_of_a_game_is_as_pettingzoo_wants_it(engine: Engine[Any, Any], seats: int) -> None:
    check(engine, seats, cycles=12)


@pytest.mark.soak
@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_whole_games_are_as_pettingzoo_wants_them(engine: Engine[Any, Any], seats: int) -> None:
    check(engine, seats, cycles=5_000)
