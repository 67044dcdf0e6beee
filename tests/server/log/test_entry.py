"""What stands in a stream, read back; and where it stands."""

from __future__ import annotations

import pytest

from partie.log import Entry, ForeignEntry, new_mark
from partie.log.entry import archive_key, log_key, of_attempt, read_entry, read_last, snapshot_key

FIELDS = [b"f", b"1", b"m", b"a" * 16, b"p", b"b" * 16, b"at", b"1700000000000", b"b", b"\x00\xffbody"]


def test_an_entry_is_read_as_it_was_written() -> None:
    """The number is that of its id; the body is bytes and stays so."""
    assert read_entry(b"7-0", FIELDS) == Entry(7, "a" * 16, "b" * 16, 1_700_000_000_000, 1, b"\x00\xffbody")


@pytest.mark.parametrize(
    ("entry_id", "fields"),
    [
        (b"7-0", [b"something", b"else"]),
        (b"7-0", FIELDS[:-2]),
        (b"7-0", FIELDS[:-1]),
        (b"7-0", [b"f", b"one", *FIELDS[2:]]),
        (b"7-0", [*FIELDS[:2], b"m", b"\xff", *FIELDS[4:]]),
        (b"x-0", FIELDS),
    ],
    ids=["other fields", "no body", "a name without value", "no format", "no mark", "no number"],
)
def test_what_the_log_did_not_write_is_named_by_its_id(entry_id: bytes, fields: list[bytes]) -> None:
    """It is an error and no entry with odd members."""
    with pytest.raises(ForeignEntry, match=entry_id.decode()):
        read_entry(entry_id, fields)


def test_the_last_entry_tells_where_a_log_ends() -> None:
    """Of an archive the tombstone does; nothing stands where a table is buried, or never was."""
    assert read_last([(b"7-0", FIELDS)]) == (7, "a" * 16)
    assert read_last([(b"8-0", [b"archived", b"7", b"m", b"a" * 16, b"p", b"", b"at", b"1"])]) == (7, "a" * 16)
    assert read_last([(b"8-0", [b"buried", b"1"])]) == (0, "")
    assert read_last([]) == (0, "")
    with pytest.raises(ForeignEntry):
        read_last([(b"1-0", [b"something", b"else"])])


def test_all_keys_of_a_table_are_in_one_slot_of_a_cluster() -> None:
    """What stands in braces decides, and no two keys are one."""
    keys = [key("some-table") for key in (log_key, snapshot_key, archive_key)]
    assert {key[key.index("{") : key.index("}") + 1] for key in keys} == {"{some-table}"}
    assert len(set(keys)) == 3


def test_marks_are_sixteen_hex_digits_and_hardly_ever_the_same() -> None:
    """Six random bytes, and two that count the attempts."""
    marks = {new_mark() for _ in range(1000)}
    assert len(marks) == 1000
    assert all(len(bytes.fromhex(mark)) == 8 for mark in marks)


def test_every_attempt_at_an_entry_has_a_mark_of_its_own() -> None:
    """All of them begin alike."""
    mark = new_mark()
    marks = [of_attempt(mark, attempt) for attempt in range(300)]
    assert marks[0] == mark
    assert len(set(marks)) == 300
    assert {one[:12] for one in marks} == {mark[:12]}
    assert {len(one) for one in (*marks, of_attempt(mark, 16**5 + 1))} == {16}
