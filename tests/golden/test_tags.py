"""What is stored or sent keeps its tags and its names, whatever the code that writes and reads it is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from partie.table.events import Undone
from tests.golden import tags

AGAIN = "if this is meant, and what was stored can still be read: python -m tests.golden.tags"


class Renamed(Struct, frozen=True, kw_only=True, tag_field="kind", tag="undone"):
    """The event of a log under another name, in another module."""

    id: str
    person: str
    digest: int = 0
    seat: int
    to: int


class OtherTag(Renamed, frozen=True, kw_only=True, tag="taken_back"):
    pass


class OtherField(Renamed, frozen=True, kw_only=True, tag="undone"):
    why: str = ""


class OtherName(Struct, frozen=True, kw_only=True, tag_field="kind", tag="undone", rename={"to": "back_to"}):
    id: str
    person: str
    digest: int = 0
    seat: int
    to: int


class InOrder(Renamed, frozen=True, kw_only=True, tag="undone", array_like=True):
    pass


@pytest.fixture(scope="module")
def collected() -> tags.Tags:
    """What the code says now."""
    return tags.collect()


def test_tags_field_names_choices_and_keys_are_those_that_are_pinned(collected: tags.Tags) -> None:
    """All structs of the code, the unions of log and wire one by one, and the keys of Redis."""
    assert tags.differences(tags.load(), collected) == [], AGAIN


def test_the_file_is_as_it_would_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that writing it again changes nothing but what has changed."""
    pinned, before = tags.load(), tags.FILE.read_bytes()
    monkeypatch.setattr(tags, "FILE", tmp_path / "tags.json")
    tags.save(pinned)
    assert tags.FILE.read_bytes() == before


def test_another_name_of_a_class_changes_nothing() -> None:
    """Nor does another module."""
    assert tags.shape(Renamed) == tags.shape(Undone)


@pytest.mark.parametrize("other", [OtherTag, OtherField, OtherName, InOrder])
def test_another_tag_field_name_or_form_does(other: type[Struct], collected: tags.Tags) -> None:
    """It says what is gone and what came instead."""
    pinned = collected
    shapes = tuple(tags.shape(other) if one == tags.shape(Undone) else one for one in pinned.shapes)
    union = tuple(tags.shape(other) if one == tags.shape(Undone) else one for one in pinned.unions["events of a log"])
    now = replace(pinned, shapes=shapes, unions={**pinned.unions, "events of a log": union})
    told = tags.differences(pinned, now)
    assert [line.partition(":")[0] for line in told] == [
        "events of a log gone",
        "events of a log new",
        "struct gone",
        "struct new",
    ]
    assert all('"undone"' in line for line in told if "gone" in line)


def test_one_of_several_structs_of_the_same_shape_is_missed(collected: tags.Tags) -> None:
    """They are counted."""
    pinned = collected
    twice = next(shape for shape in pinned.shapes if pinned.shapes.count(shape) > 1)
    now = list(pinned.shapes)
    now.remove(twice)
    assert len(tags.differences(pinned, replace(pinned, shapes=tuple(now)))) == 1


def test_keys_are_read_from_the_code() -> None:
    """What is filled in does not matter; what is only like a key is none."""
    code = """
        log, snap, beside = f"partie:{{{table}}}:log", f"partie:{{{name()}}}:snap", f"{key(person)}:games"
        channel, said = "partie:chat", f"partie: {failure}"
    """
    assert tags.keys_in(f"if 1:{code}") == {"partie:{*}:log", "partie:{*}:snap", "*:games", "partie:chat"}
