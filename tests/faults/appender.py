"""A node without rules, to be killed: its clients append commands through the log and write down the answers.

    python -m tests.faults.appender FOLDER NAME INCARNATION CLIENTS TABLES URL

It goes on until its standard input is closed; then every command is brought to its end, the view of every table is
written down, and it ends. A later incarnation first takes up what the ones before it left unanswered.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import random
import sys
from pathlib import Path

import msgpack
from msgspec.structs import replace

from partie.log import Appended, Entry, Log, LogUnavailable, Lost, new_mark
from tests.faults.notes import AGE, Notes, read


class Fold:
    """What a node knows of a table: how far it is, a hash of it all, and where each command stands."""

    def __init__(self) -> None:
        self.seq = 0
        self.mark = ""
        self.digest = b""
        self.commands: dict[str, tuple[int, str]] = {}

    def advance(self, entry: Entry) -> None:
        if entry.seq == self.seq + 1:
            self.seq, self.mark = entry.seq, entry.mark
            self.digest = hashlib.sha256(self.digest + entry.mark.encode() + entry.body).digest()
            self.commands[msgpack.unpackb(entry.body)["id"]] = (entry.seq, entry.mark)


class Node:
    """The process: tables, notes, and clients that never rest."""

    def __init__(self, folder: Path, name: str, incarnation: int, url: str) -> None:
        self.folder = folder
        self.name = name
        self.incarnation = incarnation
        self.notes = Notes(folder / f"{name}.{incarnation}.notes")
        self.log = Log(url, reply_timeout=1.0)
        self.folds: dict[str, Fold] = {}
        self.ending = asyncio.Event()

    async def run(self, clients: int, tables: int) -> None:
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self.ending.set)
        left_behind = self.left_behind()
        for command, table in left_behind.items():
            self.notes.write("intent", id=command, table=table)
        self.notes.write("carried")
        await asyncio.gather(*[self.command(table, command) for command, table in left_behind.items()])
        await asyncio.gather(*[self.client(number, tables) for number in range(clients)])
        for number in range(tables):
            table = f"{self.age()}-{number}"
            fold = await self.whole(table)
            self.notes.write("view", table=table, seq=fold.seq, digest=fold.digest.hex())
        await self.log.aclose()

    def age(self) -> str:
        """What tables are called at present: in a long run old ones are left alone, so that starting stays quick."""
        return (self.folder / AGE).read_text()

    def left_behind(self) -> dict[str, str]:
        """Commands of former incarnations that were never answered, and their tables."""
        wanted: dict[str, str] = {}
        answered: set[str] = set()
        for number in reversed(range(self.incarnation)):
            notes = list(read(self.folder / f"{self.name}.{number}.notes"))
            answered |= {str(note["id"]) for note in notes if note["k"] == "ack"}
            wanted |= {str(note["id"]): str(note["table"]) for note in notes if note["k"] == "intent"}
            if any(note["k"] == "carried" for note in notes):
                break  # all that was open before it stands in it as well
        return {command: table for command, table in wanted.items() if command not in answered}

    async def client(self, number: int, tables: int) -> None:
        chance = random.Random(f"{self.name}.{self.incarnation}.{number}")
        for count in itertools.count():
            if self.ending.is_set():
                return
            table = f"{self.age()}-{chance.randrange(tables)}"
            await self.command(table, f"{self.name}.{self.incarnation}.{number}.{count}")

    async def command(self, table: str, command: str) -> None:
        """Have a command done once, however often it must be tried, and write down where it stands."""
        self.notes.write("intent", id=command, table=table)
        pause = 0.01
        # A command of a former incarnation may stand in the log already; one of this one does not before it is tried.
        up_to_date = command.startswith(f"{self.name}.{self.incarnation}.") and table in self.folds
        while True:
            try:
                fold = self.folds[table] if up_to_date else await self.catch_up(table)
                if command in fold.commands:
                    seq, mark = fold.commands[command]
                    self.notes.write("ack", id=command, table=table, seq=seq, mark=mark)
                    return
                if await self.attempt(table, command, fold):
                    return
                up_to_date = False
            except LogUnavailable:
                await asyncio.sleep(pause)
                pause = min(0.2, 2 * pause)

    async def attempt(self, table: str, command: str, fold: Fold) -> bool:
        body = msgpack.packb({"id": command})
        entry = Entry(seq=fold.seq + 1, mark=new_mark(), prev=fold.mark, at=0, format=1, body=body)
        self.notes.write("try", id=command, table=table, seq=entry.seq, mark=entry.mark)
        try:
            outcome = await self.log.append(table, entry)
        except LogUnavailable:
            self.notes.write("absent", id=command, mark=entry.mark)
            raise
        if isinstance(outcome, Appended):
            self.notes.write("ack", id=command, table=table, seq=entry.seq, mark=outcome.mark)
            fold.advance(replace(entry, mark=outcome.mark))
            return True
        assert isinstance(outcome, Lost), outcome
        assert outcome.seq >= entry.seq, f"{table} lost its tail: it ends at {outcome.seq}, {fold.seq} was reached"
        self.notes.write("absent", id=command, mark=entry.mark)
        return False

    async def whole(self, table: str) -> Fold:
        """All of a table, however often it must be asked for: a busy machine answers late."""
        while True:
            try:
                return await self.catch_up(table)
            except LogUnavailable:
                await asyncio.sleep(0.01)

    async def catch_up(self, table: str) -> Fold:
        fold = self.folds.setdefault(table, Fold())
        for entry in await self.log.read(table, after=fold.seq):
            fold.advance(entry)
        return fold


def main() -> None:
    folder, name, incarnation, clients, tables, url = sys.argv[1:]
    asyncio.run(_run(Path(folder), name, int(incarnation), int(clients), int(tables), url))


async def _run(folder: Path, name: str, incarnation: int, clients: int, tables: int, url: str) -> None:
    await Node(folder, name, incarnation, url).run(clients, tables)


if __name__ == "__main__":
    main()
