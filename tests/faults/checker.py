"""Compares what processes wrote down with what stands in Redis. Shares no code with the service.

    python tests/faults/checker.py FOLDER HOST:PORT... | unix:PATH

Every ``*.notes`` file in the folder belongs to one incarnation of one process (``<name>.<number>.notes``), with lines
of these kinds (``t`` is the time in milliseconds):

    intent id table              a command that its owner wants done, once
    try    id table seq mark     an entry that is now handed to the log
    ack    id table seq mark     the command is that entry; written before anything is done with this knowledge
    absent id mark               the log said that this entry will never be in it (refused, or lost a race)
    view   table seq digest      what a survivor made of the log up to seq

and ``kills`` holds a line ``kill victim`` for every SIGKILL, the victim ``redis`` or the name of a notes file.

The laws: every stream counts from 1 without a gap, each entry names the mark before it, stamps never go back; what was
acknowledged stands exactly where its acknowledgement says; no command stands twice; nothing stands that was never
tried, or was said to be absent; every view is the fold of the stream; who was not killed left nothing unanswered.
A kill *fell between* when an entry was stamped before it whose acknowledgement was written after it, or never, by the
process that was killed, or by any if Redis was.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgpack  # type: ignore[import-untyped]  # the package brings no types
from redis import Redis

Note = dict[str, Any]


class Stream:
    """One table's stream as it stands."""

    def __init__(self, table: str, raw: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> None:
        self.table = table
        self.ids = [entry_id.decode() for entry_id, _ in raw]
        self.marks = [fields[b"m"].decode() for _, fields in raw]
        self.prevs = [fields[b"p"].decode() for _, fields in raw]
        self.stamps = [int(fields[b"at"]) for _, fields in raw]
        self.bodies = [fields[b"b"] for _, fields in raw]
        self.commands = [msgpack.unpackb(body)["id"] for body in self.bodies]

    def digest(self, seq: int) -> str:
        """The fold: a hash of all marks and bodies up to an entry."""
        folded = b""
        for mark, body in zip(self.marks[:seq], self.bodies[:seq], strict=True):
            folded = hashlib.sha256(folded + mark.encode() + body).digest()
        return folded.hex()


def streams(clients: Sequence[Redis]) -> dict[str, Stream]:
    """All logs that stand in any of the servers."""
    found = {}
    for client in clients:
        for key in client.scan_iter(match="partie:{*}:log"):
            table = key.decode().partition("{")[2].partition("}")[0]
            raw = cast("list[tuple[bytes, dict[bytes, bytes]]]", client.xrange(key))
            found[table] = Stream(table, raw)
    return found


def check(folder: Path, clients: Sequence[Redis]) -> dict[str, Any]:
    """Figures of a run, and every breach of a law in words."""
    logs = streams(clients)
    notes = {path.stem: [json.loads(line) for line in path.read_text().splitlines()] for path in folder.glob("*.notes")}
    kills = [json.loads(line) for line in (folder / "kills").read_text().splitlines()]
    problems = [
        *_order(logs),
        *_acknowledgements(logs, notes),
        *_doubles(logs),
        *_strangers(logs, notes),
        *_views(logs, notes),
        *_unanswered(notes, {kill["victim"] for kill in kills}),
    ]
    between = [kill for kill in kills if _fell_between(kill, logs, notes)]
    every = [note for of_one in notes.values() for note in of_one]
    return {
        "tables": len(logs),
        "entries": sum(len(log.ids) for log in logs.values()),
        "acknowledged": sum(note["k"] == "ack" for note in every),
        "views": sum(note["k"] == "view" for note in every),
        "kills": len(kills),
        "kills_of_redis": sum(kill["victim"] == "redis" for kill in kills),
        "kills_between": len(between),
        "kills_of_redis_between": sum(kill["victim"] == "redis" for kill in between),
        "problems": problems,
    }


def _order(logs: dict[str, Stream]) -> list[str]:
    problems = []
    for log in logs.values():
        if log.ids != [f"{seq}-0" for seq in range(1, len(log.ids) + 1)]:
            problems.append(f"{log.table}: the entries are not numbered from 1 without a gap")
        if log.prevs != ["", *log.marks[:-1]][: len(log.marks)]:
            problems.append(f"{log.table}: an entry does not name the mark before it")
        if log.stamps != sorted(log.stamps):
            problems.append(f"{log.table}: a stamp went back")
    return problems


def _acknowledgements(logs: dict[str, Stream], notes: dict[str, list[Note]]) -> list[str]:
    problems = []
    for name, of_one in notes.items():
        for note in of_one:
            if note["k"] != "ack":
                continue
            log, at = logs.get(note["table"]), note["seq"] - 1
            if log is None or at >= len(log.ids):
                problems.append(f"{name}: the acknowledged command {note['id']} is lost")
            elif (log.marks[at], log.commands[at]) != (note["mark"], note["id"]):
                problems.append(f"{name}: another entry stands where {note['id']} was acknowledged")
    return problems


def _doubles(logs: dict[str, Stream]) -> list[str]:
    seen: set[str] = set()
    problems = []
    for log in logs.values():
        for command in log.commands:
            if command in seen:
                problems.append(f"{log.table}: the command {command} stands twice")
            seen.add(command)
    return problems


def _strangers(logs: dict[str, Stream], notes: dict[str, list[Note]]) -> list[str]:
    every = [note for of_one in notes.values() for note in of_one]
    tried = {note["mark"] for note in every if note["k"] == "try"}
    absent = {note["mark"] for note in every if note["k"] == "absent"}
    problems = []
    for log in logs.values():
        for seq, mark in enumerate(log.marks, 1):
            if mark not in tried:
                problems.append(f"{log.table}: nobody tried entry {seq}")
            if mark in absent:
                problems.append(f"{log.table}: entry {seq} was said never to be")
    return problems


def _views(logs: dict[str, Stream], notes: dict[str, list[Note]]) -> list[str]:
    return [
        f"{name}: what it made of {note['table']} up to {note['seq']} is not the fold"
        for name, of_one in notes.items()
        for note in of_one
        if note["k"] == "view"
        and (note["table"] not in logs or logs[note["table"]].digest(note["seq"]) != note["digest"])
    ]


def _unanswered(notes: dict[str, list[Note]], killed: set[str]) -> list[str]:
    problems = []
    for name, of_one in notes.items():
        if name in killed:
            continue
        wanted = {note["id"] for note in of_one if note["k"] == "intent"}
        answered = {note["id"] for note in of_one if note["k"] == "ack"}
        problems += [f"{name}: {command} was never answered" for command in sorted(wanted - answered)]
    return problems


def _fell_between(kill: Note, logs: dict[str, Stream], notes: dict[str, list[Note]]) -> bool:
    stamps = {mark: at for log in logs.values() for mark, at in zip(log.marks, log.stamps, strict=True)}
    for name, of_one in notes.items():
        if kill["victim"] not in ("redis", name):
            continue
        acknowledged = {note["mark"]: note["t"] for note in of_one if note["k"] == "ack"}
        for note in of_one:
            if note["k"] == "try" and note["mark"] in stamps and note["t"] <= kill["t"]:
                answered_at = acknowledged.get(note["mark"])
                if stamps[note["mark"]] <= kill["t"] and (answered_at is None or answered_at > kill["t"]):
                    return True
    return False


def main(arguments: Sequence[str]) -> int:
    folder, *places = arguments
    clients = []
    for place in places:
        kind, _, rest = place.partition(":")
        clients.append(Redis(unix_socket_path=rest) if kind == "unix" else Redis(host=kind, port=int(rest)))
    report = check(Path(folder), clients)
    print(json.dumps(report))
    return 1 if report["problems"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
