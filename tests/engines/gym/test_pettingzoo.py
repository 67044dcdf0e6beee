"""Every game passes the tests that PettingZoo has for environments."""

import warnings
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from partie.kit import Engine
from partie.kit.gym import Environment
from tests.engines.gym import ALL, environment
from tests.engines.toys import toy


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


def test_a_wrapper_can_end_a_game_with_an_illegal_action() -> None:
    game = TerminateIllegalWrapper(environment(toy, 2), illegal_reward=-5)
    game.reset(seed=1)
    game.step(int((game.observe("seat_0")["action_mask"] == 0).nonzero()[0][0]))
    assert game.terminations == {"seat_0": True, "seat_1": True}
    assert game.rewards["seat_0"] == -5


def test_the_first_example_of_the_documentation_plays_a_game() -> None:
    page = (Path(__file__).parents[3] / "docs" / "developing" / "training.md").read_text(encoding="utf-8")
    _, _, section = page.partition("## A random player\n\n")
    names: dict[str, Any] = {}
    exec(dedent(section.partition("\n\n`env`")[0]), names)
    assert names["game"].agents == []
    assert sum(names["game"].rewards.values()) == 0


@pytest.mark.soak
@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_whole_games_are_as_pettingzoo_wants_them(engine: Engine[Any, Any], seats: int) -> None:
    check(engine, seats, cycles=5_000)
