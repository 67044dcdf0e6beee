"""An event as it stands in a log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.table.keep.archive import pack, unpack
from partie.table.keep.entry import Entry, ForeignEntry

MARKS = st.text("0123456789abcdef", min_size=16, max_size=16)


@given(
    st.lists(st.tuples(MARKS, st.integers(0, 2**42), st.integers(1, 6), st.binary(max_size=80)), min_size=1, max_size=9)
)
def test_entries_come_back_from_an_archive_byte_for_byte(made: list[tuple[str, int, int, bytes]]) -> None:
    """Whatever their bodies hold, for nobody reads these on the way."""
    entries = [
        Entry(seq, mark, made[seq - 2][0] if seq > 1 else "", at, shape, body)
        for seq, (mark, at, shape, body) in enumerate(made, 1)
    ]
    assert unpack(pack(entries)) == entries


def test_an_entry_cannot_be_changed() -> None:
    """A log is only ever appended to."""
    entry = Entry(1, "0" * 16, "", 5, 6, b"")
    with pytest.raises(AttributeError):
        entry.seq = 2  # type: ignore[misc]


def test_what_is_no_entry_is_told_apart_from_other_mistakes() -> None:
    """So that a table of which the log cannot be read is set aside, and not the node."""
    with pytest.raises(ForeignEntry):
        unpack(b"nonsense")
