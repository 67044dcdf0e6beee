"""A change of rules under the same version is found by games that were recorded before it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from partie.kit import Chance
from partie.kit.conformance import QUICK, NotApplicable, broken_laws
from partie.kit.conformance.recorded import RECORD, recorded_games_fold_alike
from partie.kit.conformance.subject import AnyEngine, Subject
from tests.engines import toys
from tests.engines.toys import Toy, toy
from tests.engines.toys.broken import ChangesTheRules, DrawsMoreForForks, WiderState
from tests.engines.toys.state import Move, Options, State

FILE = "conformance.toy.1.json"


class Newer(ChangesTheRules):
    """The toy by the changed rules, as version 2; it still plays version 1 by the old ones."""

    version = 2
    versions = range(1, 3)

    def at(self, version: int) -> AnyEngine:
        return self if version == self.version else toy


class Forgetful(ChangesTheRules):
    """The toy by the changed rules, as version 2, which plays version 1 by them as well."""

    version = 2
    versions = range(1, 3)


class Reshaped(Toy):
    """The toy with a field more in its state, as another format."""

    format = 2
    state = WiderState

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = super().setup(seats, options, chance)
        return WiderState(**{name: getattr(state, name) for name in State.__struct_fields__}, moves=1)


class SecretlyReshaped(Reshaped):
    """The same under the old format."""

    format = 1


class Refuses(Toy):
    """A toy in which nobody may walk any more."""

    def legal(self, state: State, seat: int) -> list[Move]:
        return [move for move in super().legal(state, seat) if type(move).__name__ != "Step"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the games that were recorded with the toy."""
    shutil.copy(Path(toys.__file__).parent / FILE, tmp_path)
    return tmp_path


def broken(engine: AnyEngine, folder: Path) -> str:
    """What the law says of an engine, without its name; nothing if it is kept."""
    found = broken_laws(engine, QUICK, [recorded_games_fold_alike], recorded=folder)
    return found.get("recorded_games_fold_alike", "").partition("\n  engine:")[0].partition(": ")[2]


def record(engine: AnyEngine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the law as its command does."""
    with monkeypatch.context() as context:
        context.setenv(RECORD, "1")
        with pytest.raises(NotApplicable, match="recorded in"):
            recorded_games_fold_alike(Subject(engine, QUICK, recorded=folder))


def test_the_same_rules_keep_the_law(folder: Path) -> None:
    """So do new words and another view."""
    assert broken(toy, folder) == ""


@pytest.mark.parametrize("engine", [ChangesTheRules(), DrawsMoreForForks(), Refuses()])
def test_changed_rules_are_told_to_raise_the_version(engine: AnyEngine, folder: Path) -> None:
    """With the file, the game and the move after which it shows."""
    said = broken(engine, folder)
    assert said.startswith(f"{FILE}, game for ")
    assert "after move " in said
    assert "\nRaise the version (now 1), and let at(1) play as before" in said


def test_a_new_version_needs_games_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once they are recorded, the law holds for both versions."""
    assert f"run this test once with {RECORD}=1" in broken(Newer(), folder)
    record(Newer(), folder, monkeypatch)
    assert sorted(path.name for path in folder.iterdir()) == [FILE, "conformance.toy.2.json"]
    assert broken(Newer(), folder) == ""


def test_a_new_version_must_play_the_old_one_as_before(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the old version stay, and are folded with ``at``."""
    record(Forgetful(), folder, monkeypatch)
    assert broken(Forgetful(), folder).startswith(FILE)


def test_another_shape_of_states_may_be_a_new_format(folder: Path) -> None:
    """If it is, only the states must be recorded again."""
    assert "raise format (now 1)" in broken(SecretlyReshaped(), folder)
    assert "has states of format 1, and its games differ in nothing else" in broken(Reshaped(), folder)


def test_states_of_a_new_format_are_recorded_over_the_old_ones(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All else in the file stays."""
    record(Reshaped(), folder, monkeypatch)
    assert broken(Reshaped(), folder) == ""
    assert "has states of format 2" in broken(toy, folder)


def test_games_that_fold_otherwise_are_never_recorded_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To have that, delete the file."""
    before = (folder / FILE).read_bytes()
    monkeypatch.setenv(RECORD, "1")
    assert "delete the file" in broken(ChangesTheRules(), folder)
    assert (folder / FILE).read_bytes() == before


def test_recording_again_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a byte."""
    before = (folder / FILE).read_bytes()
    record(toy, folder, monkeypatch)
    assert (folder / FILE).read_bytes() == before


def test_without_recorded_games_the_law_says_how_to_record_them(tmp_path: Path) -> None:
    """It is skipped until then."""
    with pytest.raises(NotApplicable, match=RECORD):
        recorded_games_fold_alike(Subject(toy, QUICK, recorded=tmp_path))
