"""A whole log as one compressed value."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.table.keep.archive import pack, unpack
from partie.table.keep.entry import Entry, ForeignEntry
from tests.server.log.steps import after, chain, first


@given(st.lists(st.tuples(st.integers(0, 2**45), st.integers(1, 9), st.binary(max_size=40)), min_size=1, max_size=30))
def test_an_archive_gives_every_entry_back_byte_for_byte(fields: list[tuple[int, int, bytes]]) -> None:
    """Number, mark, stamp, format and body of each entry are those that went in."""
    entries = [
        msgspec.structs.replace(entry, at=at, format=format_, body=body)
        for entry, (at, format_, body) in zip(chain(len(fields)), fields, strict=True)
    ]
    assert unpack(pack(entries)) == entries


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: data + b"x", lambda _: b"", lambda _: b"\xc0"])
def test_a_damaged_archive_is_no_log(spoil: object) -> None:
    """Whatever is missing or follows, it is said and never read as a shorter log."""
    with pytest.raises(ForeignEntry, match="archive"):
        unpack(spoil(pack(chain(5))))  # type: ignore[operator]


@pytest.mark.parametrize("broken", [[after(first())], [first(), first()], [Entry(1, "xy", "", 0, 1, b"")]])
def test_only_a_whole_log_is_packed(broken: list[Entry]) -> None:
    """Entries that do not follow each other from the first on are refused."""
    with pytest.raises(ForeignEntry):
        pack(broken)
