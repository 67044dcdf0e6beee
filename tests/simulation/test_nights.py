"""Nights can be played again and again, tell what went wrong in as few steps as they can, and find no fault."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.simulation.known import KNOWN
from tests.simulation.loop import Silence, VirtualLoop
from tests.simulation.night import Night, play, shortest, silent_logs
from tests.simulation.twins import LATE, RARE, TWINS

MOST = 1_250
"""Nights of `make test`, within which a broken twin is found unless it is in ``LATE``."""

FIRST = {
    **LATE,
    "a_race_is_given_up_where_the_log_is_silent": 197,
    "a_command_in_hand_is_forgotten": 137,
    "a_table_that_is_begun_is_refused": 676,
    "whatever_follows_is_folded": 131,
    "a_heal_that_is_given_up": 356,
    "a_loss_is_found_too_soon": 401,
    "another_history_under_the_old_one": 131,
    "nobody_is_told_of_a_loss": 152,
}
"""The first night that finds a twin which a hundred nights do not find; where nights have changed, all are played."""


@pytest.fixture(autouse=True, scope="module")
def quiet() -> Iterator[None]:
    """Nothing is logged."""
    with silent_logs():
        yield


@pytest.mark.parametrize("name", KNOWN)
def test_a_night_that_once_found_a_fault_ends_well(name: str) -> None:
    """And not where the fault is there again."""
    assert play(KNOWN[name]).wrongs == []
    if twin := (TWINS | RARE).get(name):
        with twin():
            assert play(KNOWN[name]).wrongs


def test_a_night_is_the_same_whenever_it_is_played() -> None:
    """Down to the number of turns that the event loop takes."""
    night = Night.of(19)
    assert play(night) == play(night)


def test_a_night_is_the_same_in_another_process() -> None:
    """Whatever order its sets have there."""
    code = (
        "from tests.simulation.night import Night, play, silent_logs\n"
        "with silent_logs():\n    print([play(Night.of(seed)) for seed in range(8)])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert "wrongs=[]" in told.pop()


def test_every_rare_twin_has_a_night_that_finds_it() -> None:
    """Nobody would ever come upon it by chance."""
    assert RARE.keys() <= KNOWN.keys()


@pytest.mark.parametrize("name", TWINS)
def test_every_broken_twin_is_found(name: str) -> None:
    """By the nights that the service itself passes."""
    with TWINS[name]():
        seeds = (FIRST.get(name, 0), *range(MOST))
        assert any(play(Night.of(seed)).wrongs for seed in seeds), "no night has found it"


def test_a_night_that_fails_is_told_in_few_steps() -> None:
    """None of which can be left out."""
    with TWINS["a_repeat_is_not_recognised"]():
        night = next(one for one in map(Night.of, range(MOST)) if play(one).wrongs)
        short = shortest(night)
        assert play(short).wrongs
        assert 0 < len(short.steps) < len(night.steps)
        for number in range(len(short.steps)):
            fewer = Night(short.seed, short.settings, short.steps[:number] + short.steps[number + 1 :])
            assert not play(fewer).wrongs
    assert not play(short).wrongs


def test_time_passes_only_where_somebody_waits() -> None:
    """And where nobody does, and nothing is left to do, the loop says so in place of waiting for ever."""
    loop = VirtualLoop()

    async def wait() -> float:
        await asyncio.sleep(3600)
        return loop.time()

    assert loop.run_until_complete(wait()) == 3600
    with pytest.raises(Silence):
        loop.run_until_complete(loop.create_future())
    loop.close()
