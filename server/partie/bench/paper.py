"""Tables played on paper: decided and folded in memory, with random moves, and written to a log afterwards."""

from __future__ import annotations

import asyncio
import hashlib
import random
from typing import Any

import msgspec

from partie.kit import Engine
from partie.log import Appended, Entry, Log
from partie.table import FORMAT, Context, Decision, History, Table
from partie.table import decide as decide_command
from partie.table.context import Source
from partie.table.keep import archive
from partie.table.limits import MAX_UNDOS
from partie.wire import client_in

AnyEngine = Engine[Any, Any]
AGAIN = 40
"""Maximum number of times a move is undone and redone to give a table more events than its game has."""


PLAIN = 80
"""Number of newest events of such a table that are moves, more than a page of history has."""


class OneEngine:
    """The engines of a node with a single game."""

    def __init__(self, engine: AnyEngine) -> None:
        self._engine = engine

    def get(self, key: str, version: int) -> AnyEngine:
        if key != self._engine.key or version not in self._engine.versions:
            raise LookupError(key)
        return self._engine

    def newest(self, key: str) -> AnyEngine:
        return self.get(key, self._engine.version)


class Paper:
    """One table, played by ``persons`` in the order of their seats."""

    def __init__(self, engine: AnyEngine, table: str, persons: list[str], seed: int, *, chance: str = "") -> None:
        self.table = table
        self.persons = persons
        self.chance = chance or table
        """Tables with the same value and the same seed have the same luck."""
        self.random = random.Random(f"{seed} {self.chance}")  # noqa: S311  # the same every time, no secrets
        self.history = History(table, OneEngine(engine))
        self._engines = OneEngine(engine)
        self._commands = 0

    @property
    def entries(self) -> list[Entry]:
        """The log."""
        return list(self.history.tail(0))

    def start(self, game: str, /, **options: str | int) -> None:
        """Create the table, seat everybody, and start."""
        self.do(self.persons[0], client_in.Create(game, len(self.persons), dict(options)))
        for seat, person in enumerate(self.persons):
            self.do(person, client_in.Sit(seat))
        self.ready()

    def fork(self, table: str, seq: int) -> Paper:
        """Fork the table: the same people continue from the position after event ``seq`` at another one."""
        newest = self.history.newest
        paper = Paper(self._engines.newest(newest.game), table, self.persons, 0)
        source = Source(newest, self.history.past(seq), archive.pack(self.entries[:seq]))
        paper.do(self.persons[0], client_in.Fork(seq, 0, tuple(["free" for _ in self.persons])), source=source)
        for seat, person in enumerate(self.persons[1:], 1):
            paper.do(person, client_in.Sit(seat), invited=True)
        paper.ready()
        return paper

    def ready(self) -> None:
        """Make everybody ready, which starts the game."""
        for person in self.persons:
            self.do(person, client_in.Ready(True, self.random.randbytes(16).hex()))

    def move(self) -> bool:
        """Make a random move of a seat that must act; False when the game is over."""
        table = self.history.newest
        pending = sorted(self.history.pending(table))
        if not pending:
            return False
        seat = pending[0]
        self.play(seat, self.random.choice(self.history.turn(table, seat).legal))
        return True

    def play(self, seat: int, move: Any) -> None:
        """Make a move of a seat."""
        turn = self.history.turn(self.history.newest, seat)
        self.do(self.persons[seat], client_in.Move(turn.ask, msgspec.Raw(msgspec.msgpack.encode(move))))

    def grow(self, events: int) -> None:
        """Move, with undo and redo where that is allowed, until there are so many events.

        The last :data:`PLAIN` events are moves alone, as they mostly are in a long game.
        """
        padded = events - PLAIN
        while self.history.seq < events:
            if not self.move():
                raise AssertionError(f"the game ended after {self.history.seq} events of {events}")
            for _ in range(AGAIN):
                table = self.history.newest
                if table.phase != "running" or self.history.seq + 1 >= padded:
                    break
                back = self.history.turn(table, table.runner).undo
                if not back or table.trail.undos >= MAX_UNDOS:
                    break
                self.do(self.persons[table.runner], client_in.Undo(back[0]))
                forward = self.history.turn(self.history.newest, table.runner).redo
                self.do(self.persons[table.runner], client_in.Redo(forward[0]))

    def do(self, person: str, command: client_in.Do, **context: Any) -> Table:
        """Decide the command and add its event to the history."""
        self._commands += 1
        history = self.history
        decision = decide_command(
            history.table,
            command,
            Context(
                person,
                f"command{self._commands:08}",
                self._engines,
                past=history.past,
                table=self.table,
                seed=hashlib.sha256(self.chance.encode()).digest(),
                **context,
            ),
        )
        assert isinstance(decision, Decision), f"{command} was refused: {decision}"
        before = history.table
        mark = self.random.randbytes(8).hex()
        at = 1_700_000_000_000 + self._commands
        entry = Entry(history.seq + 1, mark, before.mark if before else "", at, FORMAT, decision.body)
        return history.extend_own(entry, decision)


async def write(log: Log, paper: Paper, *, snapshot: bool = True) -> None:
    """Append the table's events to the log, and store its snapshot as a node would have."""
    first, *rest = paper.entries
    # One connection sends all the rest in order, and one fsync serves many: waiting for each would take a second.
    outcomes = [await log.append(paper.table, first)]
    outcomes += await asyncio.gather(*(log.append(paper.table, entry) for entry in rest))
    for outcome in outcomes:
        assert isinstance(outcome, Appended), f"table {paper.table} is in the log already: {outcome}"
    if snapshot:
        await log.save_snapshot(paper.table, paper.history.snapshot().encode())


def entry_bytes(papers: list[Paper]) -> int:
    """Return the mean size of an entry's fields."""
    sizes = [
        len(entry.body) + len(entry.mark) + len(entry.prev) + len(str(entry.at)) + len(str(entry.format))
        for paper in papers
        for entry in paper.entries
    ]
    return sum(sizes) // len(sizes)
