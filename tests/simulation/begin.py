"""The beginnings of tables: logs as the service writes them, made once and played on from by many nights."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from partie.log import Entry
from partie.table import Context, Decision, History, decide
from partie.table.commands import Create, Ready, SeatBot, Sit
from tests.simulation.node import NEW
from tests.simulation.world import BEGAN_MS

TABLE = "table-of-the-night"

PERSONS = ("ann", "bob", "cat", "dan")


@lru_cache(maxsize=256)
def begun(
    seats: int, rounds: int, bots: int, version: int, pace: Any, delay: Any, *, started: bool, watch: str, access: str
) -> tuple[Entry, ...]:
    """The log of a table at which persons sit, the last seats held by bots; ``started``: and are ready."""
    history = History(TABLE, NEW)
    entries: list[Entry] = []
    at = BEGAN_MS - 5_000

    def do(person: str, command: Any) -> None:
        nonlocal at
        context = Context(
            person=person,
            id=f"begin-{len(entries)}",
            engines=NEW,
            past=history.past,
            now=at,
            table=TABLE,
            seed=hashlib.sha256(b"night").digest(),
            version=version,
            invited=True,
        )
        decision = decide(history.table, command, context)
        assert isinstance(decision, Decision), decision
        seq = len(entries) + 1
        mark = hashlib.sha256(f"{seq}".encode()).hexdigest()[:16]
        entry = Entry(seq, mark, entries[-1].mark if entries else "", at, decision.format, decision.body)
        history.extend_own(entry, decision)
        entries.append(entry)
        at += 10

    do(PERSONS[0], Create("night", seats, {"rounds": rounds}, pace=pace, delay=delay, watch=watch, access=access))  # type: ignore[arg-type]
    people = seats - bots
    for seat in range(people):
        do(PERSONS[seat], Sit(seat))
    for seat in range(people, seats):
        do(PERSONS[0], SeatBot(seat))
    if started:
        for seat in range(people):
            do(PERSONS[seat], Ready(ready=True, nonce=f"{seat:032x}"))
    return tuple(entries)
