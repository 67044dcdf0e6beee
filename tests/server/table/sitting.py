"""A table with its log in memory, and people who do things at it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Raw

from partie.kit import SPECTATOR, Engine, View, Viewer
from partie.kit.values import canonical, check_view
from partie.log import Entry
from partie.table import FORMAT, Context, Decision, History, Refused, Stamp, Table, decide, decode_event, fold
from partie.table.commands import Command
from partie.table.show.view_types import TableView
from partie.wire import client_in
from tests.engines.toys import toy

AnyEngine = Engine[Any, Any]

ANN, BOB, CID, DAN = "ann0000000000000", "bob0000000000000", "cid0000000000000", "dan0000000000000"
SEED = bytes(range(32))
MINUTE = 60_000
NOT_NOW = Refused("not_now")


class Shelf:
    """The engines of a node."""

    def __init__(self, *engines: AnyEngine) -> None:
        self._engines = {engine.key: engine for engine in engines}

    def get(self, key: str, version: int) -> AnyEngine:
        engine = self._engines[key]
        if version not in engine.versions:
            raise LookupError(version)
        return engine.at(version)

    def newest(self, key: str) -> AnyEngine:
        return self._engines[key]


TOYS = Shelf(toy)


class Sitting:
    """One table from its first event on. Whatever is done here is also decoded and folded, and must agree."""

    def __init__(self, engines: Shelf = TOYS, table: str = "table-1") -> None:
        self.engines = engines
        self.history = History(table, engines)
        self.entries: list[Entry] = []
        self.tables: list[Table] = []
        self.away: dict[str, int] = {}
        self.now = 1_000_000
        self._ids = 0

    @property
    def table(self) -> Table:
        return self.history.newest

    def decide(self, person: str, command: Command, **context: Any) -> Decision | Refused:
        """What the command would do now."""
        self._ids += 1
        given: dict[str, Any] = {
            "id": f"command-{self._ids}",
            "past": self.history.past,
            "now": self.now,
            "away": self.away,
            "table": self.history.id,
            "seed": SEED,
        }
        return decide(self.history.table, command, Context(person=person, engines=self.engines, **(given | context)))

    def do(self, person: str, command: Command, **context: Any) -> Refused | None:
        """Do it, unless it is refused."""
        decision = self.decide(person, command, **context)
        if isinstance(decision, Refused):
            return decision
        if decision.not_before is not None and self.now < decision.not_before:
            return NOT_NOW
        if decision.not_after is not None and self.now > decision.not_after:
            return NOT_NOW
        self.append(decision)
        return None

    def append(self, decision: Decision) -> Table:
        """Append a decision, and check that every node folds it to the same table."""
        seq = len(self.entries) + 1
        mark = hashlib.sha256(f"{self.history.id} {seq}".encode()).hexdigest()[:16]
        prev = self.entries[-1].mark if self.entries else ""
        entry = Entry(seq=seq, mark=mark, prev=prev, at=self.now, format=FORMAT, body=decision.body)
        event = decode_event(FORMAT, decision.body)
        assert event == decision.event
        folded = fold(self.history.table, event, Stamp(seq, mark, self.now), self.engines, self.history.past)
        after = self.history.extend_own(entry, decision)
        assert folded == after
        self.entries.append(entry)
        self.tables.append(after)
        check_type(self.history.view(after, SPECTATOR))
        self.now += 10
        return after

    def must(self, person: str, command: Command, **context: Any) -> Table:
        """Do it; a refusal fails the test."""
        refused = self.do(person, command, **context)
        assert refused is None, refused
        return self.table

    # --- the game -------------------------------------------------------------------------------------------------

    def move(self, seat: int, move: Any, *, ask: int | None = None) -> Refused | None:
        """Make a move for the present decision of the seat, or for another one."""
        asked = self.table.decision_tokens[seat] if ask is None else ask
        return self.do(self.person(seat), client_in.Move(asked, Raw(msgspec.msgpack.encode(move))))

    def must_move(self, seat: int, move: Any) -> Table:
        """Make a move; a refusal fails the test."""
        refused = self.move(seat, move)
        assert refused is None, refused
        return self.table

    def legal(self, seat: int) -> list[Any]:
        """The legal moves of a seat."""
        return list(self.engines.get(self.table.game, self.table.version).legal(self.table.state, seat))

    def person(self, seat: int) -> str:
        """The owner of the seat."""
        return self.table.seats[seat].person

    def viewers(self) -> list[Viewer]:
        """All kinds of viewers."""
        return [*range(len(self.table.seats)), SPECTATOR]

    def check_views(self) -> None:
        """Every viewer's document keeps the law of views."""
        for viewer in self.viewers():
            document = self.history.view(self.table, viewer)
            check_view(document)
            check_type(document)


def check_type(document: View) -> None:
    """Check that a document has exactly the members of its type."""
    assert canonical(msgspec.to_builtins(msgspec.convert(document, TableView))) == canonical(document)


def nonce(person: str) -> str:
    """The nonce a person's client would make."""
    return hashlib.sha256(person.encode()).hexdigest()[:32]


def opened(seats: int = 2, *, engines: Shelf = TOYS, host: str = ANN, **settings: Any) -> Sitting:
    """A table with all its seats free."""
    sitting = Sitting(engines)
    game = next(iter(engines._engines))
    sitting.must(host, client_in.Create(game, seats, **settings))
    return sitting


def seated(*people: str, engines: Shelf = TOYS, **settings: Any) -> Sitting:
    """A table at which people sit, and nobody is ready."""
    sitting = opened(len(people), engines=engines, host=people[0], **settings)
    for seat, person in enumerate(people):
        sitting.must(person, client_in.Sit(seat))
    return sitting


def running(*people: str, engines: Shelf = TOYS, **settings: Any) -> Sitting:
    """A running game."""
    sitting = seated(*(people or (ANN, BOB)), engines=engines, **settings)
    for person in people or (ANN, BOB):
        sitting.must(person, client_in.Ready(True, nonce(person)))
    return sitting


def code(refused: Refused | None) -> str:
    """The code of a refusal; empty when it was none."""
    return "" if refused is None else refused.code
