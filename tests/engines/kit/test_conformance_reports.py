"""What the conformance suite says of a broken law: once, readably, and with what is needed to see it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from partie.kit import Chance, View, Viewer
from partie.kit.conformance import QUICK, LawBroken, broken_laws, conformance
from partie.kit.conformance.calls import calls_return
from partie.kit.conformance.games import games_end
from partie.kit.conformance.moves import legal_moves_are_accepted
from partie.kit.conformance.states import states_are_plain
from partie.kit.conformance.subject import Subject
from partie.kit.conformance.twins import views_keep_secrets
from partie.kit.conformance.views import views_are_plain, views_have_their_type
from partie.kit.conformance.watch import METHODS, Hanging
from partie.kit.conformance.words import everything_said_has_words, languages_say_the_same
from tests.engines.toys import Toy, toy
from tests.engines.toys.broken import ListsTooMuch, ShowsBids
from tests.engines.toys.state import Move, Options, State

LEAST = replace(QUICK, positions=8)


class Stumbles(Toy):
    """Its view looks for something that is not there, after the first round."""

    def view(self, state: State, viewer: Viewer) -> View:
        if state.round > 1:
            raise KeyError("moon")
        return super().view(state, viewer)


class CannotBegin(Toy):
    """No game of it can be set up."""

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        raise ZeroDivisionError


class ShowsMore(Toy):
    """Its view has a member of which its type knows nothing."""

    def view(self, state: State, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "more": 1}


class Emptied(State, frozen=True):
    """A position of the toy that says in a way of its own that nothing is there."""

    nothing: Any = None


class HoldsNone(Toy):
    """Its positions hold None where there is nothing."""

    state = Emptied

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = super().setup(seats, options, chance)
        return Emptied(**{name: getattr(state, name) for name in State.__struct_fields__})


def facts(report: str) -> dict[str, str]:
    """The lines of a report below the first, by their names."""
    return {
        name: fact.strip()
        for name, _, fact in (line.strip().partition(":") for line in report.splitlines()[1:])
        if fact
    }


def test_a_report_says_which_law_game_position_and_move() -> None:
    """In one line each, below one that says what is wrong."""
    report = broken_laws(ListsTooMuch(), LEAST, [legal_moves_are_accepted])["legal_moves_are_accepted"]
    assert report.startswith("legal_moves_are_accepted: the move is listed but refused: ")
    found = facts(report)
    assert found["engine"] == "toy, version 1"
    assert found["seats"] in ("2", "3", "4")
    assert found["options"].startswith('{"rounds":')
    assert found["game"].endswith("of seed '1'")
    assert found["position"].endswith("moves")
    assert found["move"].startswith("Bid(card=")
    assert len(report.splitlines()) < 12


def test_a_report_says_what_a_state_can_hold_instead() -> None:
    """Of what it may not hold."""
    report = broken_laws(HoldsNone(), LEAST, [states_are_plain])["states_are_plain"]
    assert report.startswith("states_are_plain: state.nothing: a state may not hold None: let an empty tuple")


def test_a_view_of_another_type_is_named_with_its_position() -> None:
    """As every report names one."""
    report = broken_laws(ShowsMore(), LEAST, [views_have_their_type])["views_have_their_type"]
    assert report.startswith("views_have_their_type: view of a spectator: Object contains unknown field `more`")
    assert facts(report).keys() >= {"engine", "game", "seats", "options", "position", "look"}


def test_all_words_that_are_missing_are_named_at_once(tmp_path: Path) -> None:
    """A game is not tested once for each of them."""

    class FewWords(Toy):
        room = tmp_path

    for language in ("de", "en"):
        (tmp_path / f"words.{language}.json").write_text('{"name": "Toy"}')
    report = broken_laws(FewWords(), LEAST, [everything_said_has_words])["everything_said_has_words"]
    first = report.splitlines()[0]
    assert first.startswith("everything_said_has_words: words.de.json has no about, ")
    assert "move.bid" in first


@pytest.mark.parametrize(
    ("own", "fault"),
    [
        ({"score.name": "coins"}, "everything_said_has_words: words.de.json has no score"),
        ({"score": "{points} coins"}, "everything_said_has_words: words.de.json has no score.name"),
        (
            {"score": "{coins} coins", "score.name": "coins"},
            "everything_said_has_words: words.de.json: score uses ['coins'], but gets only ['points']",
        ),
    ],
)
def test_a_game_has_all_words_for_what_it_scores(tmp_path: Path, own: dict[str, str], fault: str) -> None:
    """Or none, and then it scores points."""
    engine = words_and(tmp_path, {"de": own, "en": own})
    report = broken_laws(engine, LEAST, [everything_said_has_words])["everything_said_has_words"]
    assert report.splitlines()[0] == fault


def test_a_game_that_is_only_won_or_lost_has_no_words_for_scores(tmp_path: Path) -> None:
    """In any language."""
    laws = [everything_said_has_words, languages_say_the_same]
    assert broken_laws(words_and(tmp_path, {"de": {"score": ""}, "en": {"score": ""}}), LEAST, laws) == {}
    half = words_and(tmp_path, {"de": {"score": "", "score.name": "x"}, "en": {"score": "1", "score.name": "x"}})
    report = broken_laws(half, LEAST, laws)["languages_say_the_same"]
    assert report.startswith("languages_say_the_same: score is empty in ['de'], and not in the other languages")


def words_and(folder: Path, own: dict[str, dict[str, str]]) -> Toy:
    """The toy with further words in each language."""
    for path in [*Toy().room.glob("words.*.json"), *Toy().room.glob("rules.*.md")]:
        text = path.read_text("utf-8")
        if path.suffix == ".json":
            text = json.dumps(json.loads(text) | own[path.name.split(".")[1]])
        (folder / path.name).write_text(text, "utf-8")

    class Scores(Toy):
        room = folder

    return Scores()


def test_the_position_of_a_report_can_be_had_again() -> None:
    """By the very line that the report gives."""
    report = broken_laws(ListsTooMuch(), LEAST, [legal_moves_are_accepted])["legal_moves_are_accepted"]
    found: dict[str, Any] = {}
    exec(facts(report)["look"], found)
    position = found["position"]
    assert f"after {position.index} moves" in report
    listed = [repr(move) for moves in position.game.legal[position.index] for move in moves]
    assert any(f"{move} of seat" in report for move in listed)


def test_the_command_of_a_report_runs_the_same_test() -> None:
    """With the seed of its games."""
    report = broken_laws(ListsTooMuch(), LEAST, [legal_moves_are_accepted])["legal_moves_are_accepted"]
    again = facts(report)["again"]
    assert "PARTIE_CONFORMANCE_SEED=1 pytest " in again
    assert "test_conformance_reports.py::test_the_command_of_a_report_runs_the_same_test" in again


def test_a_failing_test_shows_its_report_and_no_traceback() -> None:
    """The suite's own code says nothing about the engine."""
    test: Callable[[Any], None] = vars(conformance(ListsTooMuch(), LEAST))["test_legal_moves_are_accepted"]
    with pytest.raises(pytest.fail.Exception) as failed:
        test(None)
    assert not failed.value.pytrace
    assert str(failed.value).startswith("legal_moves_are_accepted: ")
    assert failed.value.__context__ is None


def test_what_an_engine_raises_is_shown_with_its_own_lines_alone() -> None:
    """With the call, the position, and the lines of the engine from the call on."""
    report = broken_laws(Stumbles(), LEAST, [views_are_plain])["views_are_plain"]
    first, line, *_ = report.splitlines()
    assert first == "views_are_plain: view raises KeyError('moon')"
    assert line.endswith('in view: raise KeyError("moon")')
    assert "tests/engines/kit/test_conformance_reports.py:" in line
    assert "conformance/views.py" not in report
    assert "after " in facts(report)["position"]


def test_if_no_game_can_be_played_it_is_said_at_length_once() -> None:
    """All further laws say in a line that they were not checked."""
    found = list(broken_laws(CannotBegin(), LEAST, [views_are_plain, legal_moves_are_accepted, games_end]).values())
    assert found[0].startswith("views_are_plain: setup raises ZeroDivisionError()")
    assert [report.splitlines()[0].partition(": ")[2] for report in found[1:]] == [
        "not checked: no games can be played"
    ] * 2


def test_a_leak_says_where_in_the_view_it_is() -> None:
    """As a path, with what is there and what could be there for all that the viewer knows."""
    report = broken_laws(ShowsBids(), LEAST, [views_keep_secrets])["views_keep_secrets"]
    first = report.splitlines()[0]
    assert first.startswith("views_keep_secrets: the view of a spectator shows what is hidden from a spectator")
    assert ": .view.bids." in first


def hanging_in(method: str) -> Toy:
    """A toy that never returns from one of its methods."""

    def hang(*_: Any) -> Any:
        while True:
            pass

    engine: Toy = type("Hangs", (Toy,), {method: hang})()
    return engine


@pytest.mark.parametrize("method", METHODS)
def test_an_engine_that_hangs_is_stopped_and_the_method_named(method: str) -> None:
    """Whichever method it is, and with the line where it was."""
    found = broken_laws(hanging_in(method), replace(LEAST, seconds=0.1), [calls_return, views_are_plain])
    first, at, *_ = found["calls_return"].splitlines()
    assert first == f"calls_return: {method} does not return within 0.1 s; it was at"
    assert "in hang: " in at
    assert found["views_are_plain"].startswith(f"views_are_plain: not checked: {method} does not return")
    if method not in ("setup", "automatic", "domains", "at"):
        assert "after " in facts(found["calls_return"])["position"]


def test_a_call_that_returns_in_time_is_left_alone() -> None:
    """Time spent outside of calls does not count, nor do many short calls together."""
    subject = Subject(toy, replace(LEAST, seconds=0.05))
    state = toy.setup(2, Options(), subject.chance())
    ended = False
    with subject.watch.ending_calls():
        try:
            for _ in range(20_000):
                subject.engine.pending(state)
        except Hanging:
            ended = True
    assert not ended
    assert subject.watch.hanging is None


def test_without_a_limit_calls_take_as_long_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    """A debugger may stop in an engine."""
    monkeypatch.setenv("PARTIE_CONFORMANCE_SECONDS", "0")
    assert Subject(toy, QUICK).watch.seconds == 0


def test_a_broken_law_carries_what_the_report_tells() -> None:
    """For those who check laws by themselves."""
    move: Move = toy.legal(toy.setup(2, Options(), Subject(toy, QUICK).chance()), 0)[0]
    broken = LawBroken("it is so", seat=1, move=move)
    assert (broken.what, broken.at, broken.seat, broken.move) == ("it is so", None, 1, move)
