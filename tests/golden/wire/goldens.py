"""The files of recorded evenings, and the first difference between two records."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.wire.window import Message

Record = Message

FOLDER = Path(__file__).parent

AROUND = 3
"""Messages before and after a difference whose kinds are printed."""


def path_of(evening: str) -> Path:
    """Where the golden of an evening lies."""
    return FOLDER / f"{evening}.json.xz"


def load(evening: str) -> Message:
    """A recorded evening."""
    found: Message = json.loads(lzma.decompress(path_of(evening).read_bytes()))
    return found


def save(evening: str, record: Message) -> None:
    """Write a record in place of the one before. The same record is the same bytes."""
    data = json.dumps(record, indent=0, sort_keys=True, ensure_ascii=False).encode()
    path_of(evening).write_bytes(lzma.compress(data, preset=9))


def as_stored(record: Message) -> Message:
    """A record as it is when it is loaded again."""
    found: Message = json.loads(json.dumps(record))
    return found


def difference(want: Message, got: Message) -> str:
    """Where the second record is the first time another than the first one; empty where it is the same."""
    for where, wanted, found in _lists(want, got):
        for index in range(max(len(wanted), len(found))):
            if index >= len(found):
                return f"{where}, message {index}: missing, want {_shown(wanted[index])}{_near(wanted, found, index)}"
            if index >= len(wanted):
                return (
                    f"{where}, message {index}: one too many, got {_shown(found[index])}{_near(wanted, found, index)}"
                )
            if first := next(_differing(wanted[index], found[index], ""), None):
                at, one, other = first
                kind = _kind(wanted[index])
                return (
                    f"{where}, message {index} ({kind}), {at or 'all of it'}:\n"
                    f"  want {one}\n  got  {other}{_near(wanted, found, index)}"
                )
    return ""


def _lists(want: Message, got: Message) -> Iterator[tuple[str, list[Any], list[Any]]]:
    """What is compared in order: everything as a list, by a name that says where it is."""
    labels = [list(one["connections"]) for one in (want, got)]
    yield "connections", sorted(labels[0]), sorted(labels[1])
    for label, wanted in want["connections"].items():
        found = got["connections"][label]
        # The stream of the table first: what differs there explains most else.
        for stream in sorted(wanted.keys() | found.keys(), key=lambda one: (one != "table", one)):
            yield f"connection {label}, stream {stream}", wanted.get(stream, []), found.get(stream, [])
    yield "answers over HTTP and what stood at rest", want["besides"], got["besides"]


def _differing(want: Any, got: Any, at: str) -> Iterator[tuple[str, str, str]]:
    """Every difference: where, what was wanted, what there is."""
    if isinstance(want, dict) and isinstance(got, dict):
        # Of two messages of different kinds that is the difference, and not what only the one has.
        for key in sorted(want.keys() | got.keys(), key=lambda key: (key != "t", key)):
            where = f"{at}.{key}".lstrip(".")
            if key not in want or key not in got:
                one, other = (_shown(side[key]) if key in side else "(absent)" for side in (want, got))
                yield where, one, other
            else:
                yield from _differing(want[key], got[key], where)
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for index, (one, other) in enumerate(zip(want, got, strict=True)):
            yield from _differing(one, other, f"{at}[{index}]")
    elif type(want) is not type(got) or want != got:
        yield at, _shown(want), _shown(got)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 400 else f"{text[:400]}... ({len(text)} signs)"


def _kind(message: Any) -> str:
    if not isinstance(message, dict):
        return "a value"
    return str(message.get("t") or message.get("asks") or next(iter(message)))


def _near(want: list[Any], got: list[Any], index: int) -> str:
    around = slice(max(0, index - AROUND), index + AROUND + 1)
    lists = [" ".join(map(_kind, one[around])) for one in (want, got)]
    return f"\n  want there: {lists[0]}\n  got there:  {lists[1]}"
