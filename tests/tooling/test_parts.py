"""``make test`` runs all its parts, and says what failed."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.parts import NOTHING_SELECTED, PARTS, PYTEST, Part, run, summary

ONE = Part("One", ("client",))
TWO = Part("Two", (*PYTEST, "tests/two"))
THREE = Part("Three", (*PYTEST, "tests/three"))


class Machine:
    """Runs commands that end with given codes, each in one second."""

    def __init__(self, *codes: int) -> None:
        self.codes = list(codes)
        self.ran: list[Sequence[str]] = []

    def call(self, command: Sequence[str]) -> int:
        self.ran.append(command)
        return self.codes.pop(0)

    def clock(self) -> float:
        return float(len(self.ran))


def test_a_part_that_fails_does_not_keep_the_others_from_running(capsys: pytest.CaptureFixture[str]) -> None:
    """Each is announced before it runs, and the end names the failed ones."""
    machine = Machine(1, 0, 2)
    results = run((ONE, TWO, THREE), (), machine.call, machine.clock)
    assert [each.code for each in results] == [1, 0, 2]
    assert capsys.readouterr().out.splitlines() == ["== One", "== Two", "== Three"]
    said = summary(results).splitlines()
    assert [line.split()[0] for line in said] == ["FAILED", "passed", "FAILED", "2"]
    assert said[-1].startswith("2 of 3 parts FAILED")


BROKEN = """
import pytest

def test_adds():
    assert 1 + 1 == 3, "one line\\nand another"

@pytest.fixture
def board():
    raise LookupError("no board")

def test_plays(board): ...

def test_rests(): ...
"""


def test_the_end_names_the_tests_that_failed_and_why(tmp_path: Path) -> None:
    """Also those whose fixtures failed; somebody who sees nothing but the end knows where to look."""
    tests = tmp_path / "test_broken.py"
    tests.write_text(BROKEN, "utf-8")

    def quietly(command: Sequence[str]) -> int:
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode

    said = summary(run((Part("Broken", (*PYTEST, str(tests))),), (), quietly)).splitlines()
    assert said[:2] == [
        "FAILED  test_broken::test_adds: AssertionError: one line",
        'FAILED  test_broken::test_plays: failed on setup with "LookupError: no board"',
    ]
    assert [line.split()[0] for line in said[2:]] == ["FAILED", "1"]


def test_a_run_that_broke_off_while_it_wrote_its_report_has_failed() -> None:
    """What it did not write is not known; the parts after it run all the same."""

    def broken_off(command: Sequence[str]) -> int:
        report = next(word.removeprefix("--junit-xml=") for word in command if word.startswith("--junit-xml="))
        Path(report).write_text("<testsuites><testsuite><testcase ", "utf-8")
        return -9

    results = run((TWO, THREE), (), broken_off)
    assert [(each.code, each.failures) for each in results] == [(-9, ()), (-9, ())]


def test_when_all_pass_the_end_says_so() -> None:
    """With the time of each part."""
    machine = Machine(0, 0)
    assert summary(run((ONE, TWO), (), machine.call, machine.clock)).splitlines() == [
        "passed       1 s  One",
        "passed       1 s  Two",
        "All 2 parts passed in 0.0 minutes",
    ]


def test_arguments_go_to_pytest_alone_and_may_select_nothing() -> None:
    """`make test PYTEST="-k lobby"` finds tests in some parts and none in others."""
    machine = Machine(0, NOTHING_SELECTED, 0)
    results = run((ONE, TWO, THREE), ("-k", "lobby"), machine.call, machine.clock)
    assert machine.ran[0] == ONE.command
    for command, part in zip(machine.ran[1:], (TWO, THREE), strict=True):
        # The report comes before the further arguments.
        *own, report, option, wanted = command
        assert (*own, option, wanted) == (*part.command, "-k", "lobby")
        assert report.startswith("--junit-xml=")
    assert [each.code for each in results] == [0, 0, 0]


def test_a_part_without_tests_fails() -> None:
    """Unless arguments say which tests are wanted: a folder that has moved is no success."""
    machine = Machine(NOTHING_SELECTED)
    assert run((TWO,), (), machine.call, machine.clock)[0].code == NOTHING_SELECTED


def test_the_parts_have_names_of_their_own() -> None:
    """The summary is read by them."""
    assert len({part.name for part in PARTS}) == len(PARTS)
