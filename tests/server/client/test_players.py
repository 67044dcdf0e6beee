"""Functions and programs as players: what they get, what they may answer, and what is said when they don't."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from partie.client.players import (
    Dead,
    Decision,
    Function,
    Late,
    Move,
    Nonsense,
    PlayerFailed,
    Program,
    is_function,
    load_function,
)

LEGAL = [{"type": "pass"}, {"type": "step", "to": "a1"}, {"type": "step", "to": "a2"}]
DECISION = Decision("toy", 1, {"round": 3}, LEGAL, "7 0", [{"target": "a1"}])
PATIENCE = 30.0
SOON = 0.05

ECHO = """
import json, sys
for line in sys.stdin:
    decision = json.loads(line)
    print(json.dumps(decision["legal"][-1]), flush=True)
"""


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    """Programs that have ended after the test."""
    started: list[Program] = []
    yield started
    for one in started:
        one.close()


def program(programs: list[Program], code: str, *arguments: str) -> Program:
    """A player that is this code in Python."""
    programs.append(Program([sys.executable, "-c", code, *arguments]))
    return programs[-1]


@pytest.mark.parametrize(("answer", "move"), [(0, LEGAL[0]), (2, LEGAL[2]), ({"type": "step", "to": "a1"}, LEGAL[1])])
def test_an_answer_is_a_move_or_its_place(answer: object, move: Move) -> None:
    """Places count from 0."""
    assert DECISION.chosen(answer) == move


@pytest.mark.parametrize("answer", [-1, 3, True, None, "pass", [], {"type": "step"}, 1.0, "x" * 1000])
def test_any_other_answer_is_nonsense(answer: object) -> None:
    """The message shows it, and is short."""
    with pytest.raises(Nonsense, match="expected one of the 3 legal moves") as raised:
        DECISION.chosen(answer)
    assert len(str(raised.value)) < 400


def test_a_function_gets_what_it_has_parameters_for() -> None:
    """By name, in any order."""
    seen: list[Any] = []

    def choose(legal: Sequence[Move], seat: int, view: dict[str, Any], random: Random) -> int:
        seen.append((legal, seat, view, random.random()))
        return 1

    player = Function(choose)
    assert player.choose(DECISION, PATIENCE) == LEGAL[1]
    assert player.choose(DECISION, PATIENCE) == LEGAL[1]
    assert seen[0] == (LEGAL, 1, {"round": 3}, Random("7 0").random())
    assert seen[0] == seen[1]
    assert not player.wants_offers


def test_a_function_can_ask_for_the_offers_or_for_everything() -> None:
    """By a parameter of that name, or by any name."""

    def last(offers: Sequence[Move]) -> int:
        return len(offers)

    assert Function(last).wants_offers
    assert Function(last).choose(DECISION, PATIENCE) == LEGAL[1]
    assert Function(lambda **given: 0 if given["game"] == "toy" else 1).choose(DECISION, PATIENCE) == LEGAL[0]


def test_a_function_that_raises_is_quoted() -> None:
    """With the kind of the exception."""
    with pytest.raises(PlayerFailed, match="raised KeyError: 'wood'"):
        Function(lambda view: view["wood"]).choose(DECISION, PATIENCE)


def test_a_function_that_takes_too_long_is_late() -> None:
    """Nobody waits for it any longer."""
    goes_on = threading.Event()
    with pytest.raises(Late, match=r"no answer within 0\.05 s"):
        Function(goes_on.wait).choose(DECISION, SOON)
    goes_on.set()


def test_a_function_that_is_closed_is_not_waited_for() -> None:
    """Such as when the bot is stopped while its function thinks."""
    thinks, goes_on = threading.Event(), threading.Event()

    def choose() -> None:
        thinks.set()
        goes_on.wait()

    player = Function(choose)
    failed: list[PlayerFailed] = []

    def ask() -> None:
        with pytest.raises(Dead) as raised:
            player.choose(DECISION, 10 * PATIENCE)
        failed.append(raised.value)

    asking = threading.Thread(target=ask)
    asking.start()
    assert thinks.wait(PATIENCE)
    player.close()
    asking.join(PATIENCE)
    goes_on.set()
    assert [str(one) for one in failed] == ["the game is over"]


def test_functions_are_found_by_module_and_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the current folder, too."""
    (tmp_path / "hopping_bot.py").write_text("def choose(legal):\n    return 2\nsize = 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert load_function("hopping_bot:choose").choose(DECISION, PATIENCE) == LEGAL[2]
    for name, problem in (
        ("hopping_bot:size", "can't be called"),
        ("hopping_bot:chose", "AttributeError"),
        ("hoping_bot:choose", "ModuleNotFoundError"),
    ):
        with pytest.raises(PlayerFailed, match=problem):
            load_function(name)


@pytest.mark.parametrize(
    ("word", "named"), [("a:b", True), ("a.b:c", True), ("./bot", False), ("C:/bot", False), ("bot.py", False)]
)
def test_a_word_with_a_colon_between_names_is_a_function(word: str, named: bool) -> None:
    """All others are programs."""
    assert is_function(word) is named


def test_a_program_answers_line_by_line(programs: list[Program]) -> None:
    """It is started once."""
    player = program(programs, "import os\n" + ECHO.replace('decision["legal"][-1]', "os.getpid() * 0 + 1"))
    assert [player.choose(DECISION, PATIENCE) for _ in range(3)] == [LEGAL[1]] * 3


def test_a_program_gets_the_decision_and_no_token(
    programs: list[Program], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one line of JSON; its environment lacks the secret."""
    monkeypatch.setenv("BOT_TOKEN", "partie_b0t")
    code = "import os, sys; open(sys.argv[1], 'w').write(sys.stdin.readline()); print(int('BOT_TOKEN' in os.environ))"
    player = program(programs, code, str(tmp_path / "seen"))
    assert player.choose(DECISION, PATIENCE) == LEGAL[0]
    assert json.loads((tmp_path / "seen").read_text()) == {
        "game": "toy",
        "seat": 1,
        "view": {"round": 3},
        "legal": LEGAL,
        "seed": "7 0",
        "offers": [{"target": "a1"}],
    }


def test_a_decision_may_be_larger_than_a_pipe(programs: list[Program]) -> None:
    """It is written as the program reads it."""
    large = DECISION._replace(view={"text": "x" * 1_000_000})
    assert program(programs, ECHO).choose(large, PATIENCE) == LEGAL[2]


def test_a_program_that_reads_nothing_is_late(programs: list[Program]) -> None:
    """Also while the decision is being written."""
    large = DECISION._replace(view={"text": "x" * 1_000_000})
    with pytest.raises(Late):
        program(programs, "import threading; threading.Event().wait(600)").choose(large, SOON)


def test_after_a_late_answer_a_new_program_plays(programs: list[Program]) -> None:
    """The old answer never counts for a later decision."""
    player = program(programs, "import sys; sys.stdin.readline(); print(1, flush=True); sys.stdin.read()")
    assert player.choose(DECISION, PATIENCE) == LEGAL[1]
    with pytest.raises(Late):
        player.choose(DECISION, SOON)
    assert player.choose(DECISION, PATIENCE) == LEGAL[1]


def test_a_program_that_has_died_is_started_again(programs: list[Program]) -> None:
    """Nothing is lost: each decision holds all that it needs."""
    player = program(programs, "import sys; sys.stdin.readline(); print(1)")
    assert [player.choose(DECISION, PATIENCE) for _ in range(3)] == [LEGAL[1]] * 3


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; sys.stdin.readline(); sys.exit(3)", "ended with code 3"),
        ("import os; os.kill(os.getpid(), 9)", "ended with signal 9"),
        ("import sys, os; sys.stdin.readline(); os.close(1); sys.stdin.read()", "closed its output|ended with"),
    ],
)
def test_a_program_that_dies_of_a_decision_is_said(programs: list[Program], code: str, problem: str) -> None:
    """With its end."""
    with pytest.raises(Dead, match=problem):
        program(programs, code).choose(DECISION, PATIENCE)


def test_a_program_that_is_not_there_is_said() -> None:
    """With the system's reason."""
    with pytest.raises(Dead, match="cannot start no-such-program: No such file or directory"):
        Program(["no-such-program"]).choose(DECISION, PATIENCE)


@pytest.mark.parametrize(
    ("printed", "problem"),
    [
        ("'step a1'", "no JSON"),
        ("''", "no JSON"),
        ("7", "expected one of the 3 legal moves"),
        ("'x' * 100_000", "longer than 65536 bytes"),
        ("'[' * 60_000", "no JSON|legal moves"),
        ("'1\\n1'", "more than one line"),
    ],
)
def test_nonsense_is_shown(programs: list[Program], printed: str, problem: str) -> None:
    """What the program wrote, or how much."""
    with pytest.raises(Nonsense, match=problem):
        program(programs, f"import sys; sys.stdin.readline(); print({printed}, flush=True); sys.stdin.read()").choose(
            DECISION, PATIENCE
        )
