"""Compares what processes wrote down with what stands in Redis. Shares no code with the service.

    python tests/faults/checker.py FOLDER HOST:PORT... | unix:PATH

Every ``*.notes`` file in the folder belongs to one incarnation of one process (``<name>.<number>.notes``), with lines
of these kinds (``t`` is the time in milliseconds; more kinds and members may stand there):

    intent  id                    a command that its owner wants done, once
    try     id mark               an entry for it that is now handed to the log (further attempts end otherwise)
    sent    id node               the command is now sent to that node
    ack     id table seq [mark]   the command is that entry; written before anything is done with this knowledge
    absent  id [mark]             this entry, or without a mark this command, will never stand in the log
    view    table seq digest      a survivor's hash of all marks and bodies up to seq
    seen    table person seq digest   a survivor's hash of the view it ended with
    fold    table person seq digest   the same, of the view that a fresh node makes of the log alone
    rewound                       a client heard that the log had lost something; counted, no breach by itself

and ``kills`` holds a line ``kill victim`` for every SIGKILL, the victim being ``redis``, a node or the name of a notes
file.

The laws: every stream counts from 1 without a gap, each entry names the mark before it, stamps never go back; what was
acknowledged stands exactly where its acknowledgement says; no command stands twice; nothing stands that was never
wanted, or was said to be absent; every view is the fold of the stream; in the end every command is answered.
A kill *fell between* when an entry was stamped before it whose acknowledgement was written after it, or never, by the
process that was killed, or over the node that was killed, or by any if Redis was.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgpack
from redis import Redis

Note = dict[str, Any]

ENTRY = 12
"""Digits of a mark that all attempts at an entry share."""


class Stream:
    """One table's stream as it stands."""

    def __init__(self, table: str, raw: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> None:
        self.table = table
        self.ids = [entry_id.decode() for entry_id, _ in raw]
        self.marks = [fields[b"m"].decode() for _, fields in raw]
        self.prevs = [fields[b"p"].decode() for _, fields in raw]
        self.stamps = [int(fields[b"at"]) for _, fields in raw]
        self.bodies = [fields[b"b"] for _, fields in raw]
        self.commands = [msgpack.unpackb(body, strict_map_key=False)["id"] for body in self.bodies]

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
        *_folds(notes),
        *_unanswered(notes),
    ]
    between = _fell_between(kills, logs, notes)
    every = [note for of_one in notes.values() for note in of_one]
    return {
        "tables": len(logs),
        "entries": sum(len(log.ids) for log in logs.values()),
        "acknowledged": sum(note["k"] == "ack" for note in every),
        "views": sum(note["k"] in ("view", "seen") for note in every),
        "rewound": sum(note["k"] == "rewound" for note in every),
        "kills": _by_kind(kills),
        "kills_between": _by_kind(between),
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
            elif log.commands[at] != note["id"] or note.get("mark", log.marks[at]) != log.marks[at]:
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
    wanted = {note["id"] for note in every if note["k"] == "intent"}
    tried = {note["mark"][:ENTRY] for note in every if note["k"] == "try"}
    absent = {note["mark"][:ENTRY] if "mark" in note else note["id"] for note in every if note["k"] == "absent"}
    problems = []
    for log in logs.values():
        for seq, (mark, command) in enumerate(zip(log.marks, log.commands, strict=True), 1):
            if command not in wanted:
                problems.append(f"{log.table}: nobody wanted entry {seq}")
            if tried and mark[:ENTRY] not in tried:
                problems.append(f"{log.table}: nobody tried entry {seq}")
            if absent & {mark[:ENTRY], command}:
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


def _folds(notes: dict[str, list[Note]]) -> list[str]:
    every = [note for of_one in notes.values() for note in of_one]
    folds = {(note["table"], note["person"], note["seq"]): note["digest"] for note in every if note["k"] == "fold"}
    return [
        f"{note['table']}: what person {note['person']} saw at {note['seq']} is not the fold"
        for note in every
        if note["k"] == "seen" and folds.get((note["table"], note["person"], note["seq"])) != note["digest"]
    ]


def _unanswered(notes: dict[str, list[Note]]) -> list[str]:
    every = [note for of_one in notes.values() for note in of_one]
    wanted = {note["id"] for note in every if note["k"] == "intent"}
    answered = {note["id"] for note in every if note["k"] == "ack"}
    refused = {note["id"] for note in every if note["k"] == "absent" and "mark" not in note}
    return [f"{command} was never answered" for command in sorted(wanted - answered - refused)]


def _fell_between(kills: list[Note], logs: dict[str, Stream], notes: dict[str, list[Note]]) -> list[Note]:
    """The kills at which an entry of the victim's stood whose acknowledgement was not written yet."""
    stamps = {command: at for log in logs.values() for command, at in zip(log.commands, log.stamps, strict=True)}
    ends = {kill["victim"]: kill["t"] for kill in kills}
    # By victim and second: many spans, nearly all of them short.
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for name, of_one in notes.items():
        acknowledged = {note["id"]: note["t"] for note in of_one if note["k"] == "ack"}
        last = max((note["t"] for note in of_one), default=0)
        for note in of_one:
            if note["k"] in ("try", "sent") and note["id"] in stamps:
                begin = max(note["t"], stamps[note["id"]])
                # Killed clients heard of nothing more; the entry stood open up to and with that moment.
                end = acknowledged.get(note["id"], ends.get(name, last) + 1)
                for victim in {"redis", name, note.get("node", name)}:
                    for second in range(begin // 1000, end // 1000 + 1):
                        spans.setdefault((victim, second), []).append((begin, end))
    return [
        kill
        for kill in kills
        if any(begin <= kill["t"] < end for begin, end in spans.get((kill["victim"], kill["t"] // 1000), ()))
    ]


def _by_kind(kills: Sequence[Note]) -> dict[str, int]:
    """How many kills there were of Redis, of nodes, of players."""
    kinds = [kill["victim"].rstrip("0123456789.") for kill in kills]
    return {"all": len(kinds), **{kind: kinds.count(kind) for kind in sorted(set(kinds))}}


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
