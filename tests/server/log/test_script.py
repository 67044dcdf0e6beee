"""The append script as bytes for Redis, and its answers."""

from __future__ import annotations

import hashlib

import pytest

from partie.log import Appended, Buried, Entry, Lost, NotNow, Outcome
from partie.log.entry import log_key
from partie.log.script import APPEND, ARCHIVE, BURY, CUT, append_command, channel, pack, read_outcome

ENTRY = Entry(7, "a" * 16, "b" * 16, 1_700_000_000_000, 3, b"\r\n\x00body")


def unpacked(command: bytes) -> list[bytes]:
    """The parts of a command in Redis's own format."""
    count, _, rest = command.partition(b"\r\n")
    parts = []
    for _ in range(int(count[1:])):
        length, _, rest = rest.partition(b"\r\n")
        size = int(length[1:])
        parts.append(rest[:size])
        assert rest[size : size + 2] == b"\r\n"
        rest = rest[size + 2 :]
    assert rest == b""
    return parts


def test_a_command_is_packed_by_the_lengths_of_its_bytes() -> None:
    """Whatever is in them."""
    assert pack("GET", b"\r\n", 12, "é") == b"*4\r\n$3\r\nGET\r\n$2\r\n\r\n\r\n$2\r\n12\r\n$2\r\n\xc3\xa9\r\n"


def test_an_append_names_the_script_by_its_hash_and_gives_it_one_key() -> None:
    """So that a cluster knows where it belongs. The stamp of an entry is left out."""
    parts = unpacked(append_command("some-table", ENTRY))
    assert parts[:4] == [
        b"EVALSHA",
        hashlib.sha1(APPEND.encode()).hexdigest().encode(),
        b"1",
        b"partie:{some-table}:log",
    ]
    assert parts[4:9] == [b"7", b"a" * 16, b"b" * 16, b"3", b"\r\n\x00body"]
    assert parts[9:] == [b"", b"", b"", channel("some-table").encode()]


def test_bounds_and_a_stamp_to_keep_go_along() -> None:
    """Also where one of them is the beginning of time."""
    parts = unpacked(append_command("t", ENTRY, not_before=0, not_after=5, keep_at=True))
    assert parts[9:12] == [b"0", b"5", b"1700000000000"]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ([b"appended", 12, b"c" * 16], Appended(12, "c" * 16)),
        ([b"lost", 7, b"c" * 16], Lost(7, "c" * 16)),
        ([b"lost", 0, b""], Lost(0, "")),
        ([b"not_now", 12], NotNow(12)),
        ([b"buried"], Buried()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_answers_of_the_script_are_outcomes(reply: list[bytes | int], outcome: Outcome) -> None:
    """Each has a form of its own."""
    assert read_outcome(reply) == outcome


@pytest.mark.parametrize("reply", [[], [b"appended"], [b"lost", 7], [b"maybe", 1], [b"appended", 12]])
def test_anything_else_is_no_answer_of_the_script(reply: list[bytes | int]) -> None:
    """It is never taken for one."""
    with pytest.raises(ValueError, match="cannot have answered"):
        read_outcome(reply)


def test_every_table_has_a_channel_and_a_log_of_its_own() -> None:
    """A node listens to those that it has awake."""
    assert channel("a") != channel("b")
    assert log_key("a") != log_key("b")


@pytest.mark.parametrize("text", [APPEND, ARCHIVE, BURY, CUT], ids=["append", "archive", "bury", "cut"])
def test_scripts_go_to_redis_without_their_comments(text: str) -> None:
    """They explain much to people, and nothing to Redis."""
    assert text
    assert not [line for line in text.splitlines() if line.startswith("--") or line != line.strip() or not line]
