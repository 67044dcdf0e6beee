"""The conformance suite is sound: it passes the toy, and catches each broken twin by the law meant for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from partie.kit.conformance import DEFAULT, LAWS, QUICK, THOROUGH, broken_laws, conformance
from partie.kit.conformance.calls import calls_return
from partie.kit.conformance.domains import option_sets
from partie.kit.conformance.marks import Mark
from partie.kit.conformance.recorded import recorded_games_fold_alike
from partie.kit.conformance.report import Law
from partie.kit.conformance.speed import calls_are_quick
from partie.kit.conformance.subject import Subject, effort_of_environment
from partie.kit.icu import Malformed, arguments
from tests.engines import toys
from tests.engines.toys import toy
from tests.engines.toys.broken import TWINS, Twin
from tests.engines.toys.state import Options

RECORDED = Path(toys.__file__).parent
"""The folder of the games recorded with the toy."""

NAMES = {law.__name__ for law in LAWS}

LEAST = replace(QUICK, positions=6, pairs=20, short=8, made=20, determinizations=50, seconds=1)
"""Effort that still finds each twin, and them alone."""


def test_every_law_has_a_twin_that_breaks_it() -> None:
    """No law is there that nothing could break."""
    assert {twin.law for twin in TWINS} == NAMES


EACH = pytest.mark.parametrize("twin", TWINS, ids=[type(twin.engine).__name__ for twin in TWINS])


@EACH
def test_a_broken_twin_is_caught(twin: Twin) -> None:
    """By its own law."""
    assert caught(twin, [law for law in LAWS if law.__name__ == twin.law]).keys() == {twin.law}


@pytest.mark.soak
@EACH
def test_a_broken_twin_is_accused_of_nothing_else(twin: Twin) -> None:
    """No law that has nothing to do with the fault catches it."""
    # A slow engine is held against the law on speed alone, or it would be slow through all of them.
    alone = {law.__name__: [law] for law in (calls_are_quick, calls_return)}
    found = caught(twin, alone.get(twin.law, LAWS))
    assert twin.law in found
    assert found.keys() <= {twin.law} | twin.also, found


def caught(twin: Twin, laws: Sequence[Law]) -> dict[str, str]:
    """Check some laws and return those that a twin breaks, with what was found."""
    # The others would break it as well, if what they do differently changes a recorded game.
    recorded = RECORDED if twin.law == recorded_games_fold_alike.__name__ else None
    return broken_laws(twin.engine, LEAST, laws, recorded=recorded)


def test_the_sound_toy_is_not_caught() -> None:
    """With the very effort that the twins are caught with."""
    assert broken_laws(toy, LEAST, recorded=RECORDED) == {}


def test_one_line_gives_one_test_a_law() -> None:
    """The class has a method for every law, under its name and with its words."""
    laws = conformance(toy)
    tests = {name: getattr(laws, name) for name in vars(laws) if name.startswith("test_")}
    assert set(tests) == {f"test_{name}" for name in NAMES}
    assert all(tests[f"test_{law.__name__}"].__doc__ == law.__doc__ for law in LAWS)
    assert all(law.__doc__ for law in LAWS)


def test_games_are_the_same_at_every_run() -> None:
    """So that what was found is found again; another seed gives other games."""
    one, again, other = Subject(toy, QUICK), Subject(toy, QUICK), Subject(toy, QUICK, "another")
    assert [game.encoded for game in one.games] == [game.encoded for game in again.games]
    assert [game.encoded for game in one.games] != [game.encoded for game in other.games]


def test_all_options_are_played() -> None:
    """Each value of each option occurs, from the lowest to the highest, alone and mixed with others."""
    sets = option_sets(Options, Subject(toy, QUICK).chance("options"))
    assert sets[0] == Options()
    assert {options.rounds for options in sets} == {2, 3, 4}
    assert {options.cards for options in sets} == {4, 5}
    assert Options(peeking=False) in sets
    assert len(sets) == len({repr(options) for options in sets})


def test_a_mark_is_the_id_it_stands_for_but_by_its_text() -> None:
    """It is found in tables and lists and sorted like the id, and wherever it is written it can be recognised."""
    mark = Mark("blue-3", 7)
    assert mark == "blue-3"
    assert {"blue-3": 1}[mark] == 1
    assert mark in ("amber-1", "blue-3")
    assert sorted(["coral-1", mark, "amber-1"]) == ["amber-1", "blue-3", "coral-1"]
    assert mark == Mark("blue-3", 8) != Mark("blue-4", 7)
    assert f"takes {mark}" == "takes hidden-mark-7."


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("", ""),
        ("nothing", ""),
        ("{seat} takes {tile}.", "seat tile"),
        ("{n, number} of {m,number,integer}", "m n"),
        ("{n, plural, one {# point for {seat}} other {# points}}", "n seat"),
        ("{n, plural, =0 {none} one {{a}} other {{b, select, x {1} other {{c}}}}}", "a b c n"),
        ("{n, selectordinal, other {#.}} {m}", "m n"),
        ("it''s {a}, '{not this}' and it's {b}", "a b"),
        ("'{open to the end {a}", ""),
    ],
)
def test_arguments_of_messages(message: str, names: str) -> None:
    """Those of nested messages too, and none that are quoted."""
    assert arguments(message) == set(names.split())


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "}",
        "{}",
        "{a",
        "a} b",
        "{a b}",
        "{1}",
        "{a, plural}",
        "{a, plural, one {x}}",
        "{a, plural, one {x} other}",
        "{a, plural, one {x} other {y}",
        "{a, plural, other {y",
        "{a, select, x {1}}",
        "{a, number",
    ],
)
def test_malformed_messages_are_told(message: str) -> None:
    """A message that the browser could not read is found here."""
    with pytest.raises(Malformed):
        arguments(message)


@pytest.mark.parametrize("law", LAWS, ids=[law.__name__ for law in LAWS])
def test_each_law_says_what_it_demands_and_why(law: Law) -> None:
    """The page of laws is made of that."""
    demand, *_, reason = (law.__doc__ or "").split("\n\n")
    assert demand.strip().rstrip('"').endswith(".")
    assert reason.strip().startswith("Reason: ")


def test_the_environment_goes_before_what_a_test_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older versions of a game, which usually get less, are checked as thoroughly."""
    monkeypatch.delenv("PARTIE_CONFORMANCE", raising=False)
    assert effort_of_environment(QUICK) == QUICK
    assert effort_of_environment() == DEFAULT
    monkeypatch.setenv("PARTIE_CONFORMANCE", "thorough")
    assert effort_of_environment(QUICK) == THOROUGH
