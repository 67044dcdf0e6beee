"""What nobody may be sent, and whether it was: all that is sent is judged against the secrets of its moment.

Ids of hidden cards are too common as words to search bytes for them ("sail"). So what is sent is compared with what
would be sent if everything hidden from the viewer were otherwise: the same table with another state that the viewer
cannot tell from the true one. Equal answers tell nothing. Keys, which are long and random, are searched for.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgpack
import msgspec
import pytest
from msgspec.structs import replace

from partie.client.client import Message, merge
from partie.gateway.connection import Connection
from partie.kit import SPECTATOR, SeededChance, Viewer
from partie.net.protocol import TransportSocket
from partie.table import History, Table, viewer_of
from partie.table.context import engine_of
from partie.table.engine_calls import move_decoder
from partie.table.events import Moved
from partie.table.show.views import forecast_for, offers_for, turn_for, view
from partie.wire.frame import Frame
from tests.fixtures.service import Running

TWINS: Final = 1
"""States that the viewer cannot tell from the true one, for each frame; another one each time."""

Cursor = tuple[int, str]


def before_each_frame(monkeypatch: pytest.MonkeyPatch, look: Callable[[TransportSocket, Frame], None]) -> None:
    """Have every frame looked at before it is written."""
    write = TransportSocket.write

    def looked_at(socket: TransportSocket, frame: Frame) -> None:
        look(socket, frame)
        write(socket, frame)

    monkeypatch.setattr(TransportSocket, "write", looked_at)


class Watch:
    """Looks at everything that some nodes send, and remembers what each person has been sent."""

    def __init__(self, nodes: list[Running]) -> None:
        self.nodes = nodes
        self.frames = 0
        self.compared = 0
        """Answers that were compared with those of other states."""
        self.leaks: list[str] = []
        self.tokens: set[bytes] = set()
        """Secrets apart from those of the table: of sessions, and the service's keys."""
        for node in nodes:
            keys = node.core.people.keys
            self.tokens |= {keys._tables, *keys._signer.secret_keys, *(pair.private.encode() for pair in keys.pairs)}
        self._engines = nodes[0].core.registry
        self._commands: list[tuple[str, bytes]] = []
        self._held: dict[tuple[str, Cursor], Message] = {}

    # --- what is sent ---------------------------------------------------------------------------------------------

    def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Judge every frame before it is written."""
        before_each_frame(monkeypatch, self.look)

    def look(self, socket: TransportSocket, frame: Frame) -> None:
        """Judge a frame that is about to be written."""
        for node in self.nodes:
            connection = next((one for one in node.core.connections if one.socket is socket), None)
            if connection is not None:
                self.tokens.add(connection.session.encode())
                for live in node.core.tables.awake.values():
                    self.judge(live.history, connection, frame.payload)

    def judge(self, history: History, connection: Connection, payload: bytes) -> None:
        """Judge a frame to a connection."""
        self.frames += 1
        person = connection.person
        self.search(history, person, payload)
        message = msgpack.unpackb(payload)
        if message.get("table") == history.id:
            for wrong in self._compare(history, person, message):
                self.leaks.append(f"{person} at {history.seq}, {wrong}: {message}")

    def answer(self, history: History, person: str, viewer: Viewer, payload: bytes) -> None:
        """Judge the record of the table that somebody got over HTTP, with the eyes he asked for."""
        self.frames += 1
        self.search(history, person, payload)
        record = msgspec.json.decode(payload)
        for wrong in (
            *self._entries(history, viewer, record["entries"]),
            *self._view(history, history.newest, viewer, record["view"]),
        ):
            self.leaks.append(f"{person} at {history.seq}, record of {viewer}, {wrong}")

    # --- what is long and random ----------------------------------------------------------------------------------

    def search(self, history: History, person: str, payload: bytes) -> None:
        """Look for keys in the bytes, in every form in which bytes are written."""
        for secret in self._keys(history, person):
            if secret in payload:
                self.leaks.append(f"{person} at {history.seq}: {secret!r} in {payload!r}")

    def _keys(self, history: History, person: str) -> Iterator[bytes]:
        now = history.newest
        hidden = [now.play.key, now.play.fingerprint, *(seat.nonce.encode() for seat in now.seats)]
        if now.phase != "ended":
            hidden.append(now.seed)
        for secret in filter(None, hidden):
            yield from (secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret))
        for seq in range(len(self._commands) + 1, history.seq + 1):
            event = history.event(seq)
            self._commands.append((event.person, event.id.encode()))
        yield from (command for whose, command in self._commands if whose != person)
        yield from self.tokens

    # --- what is hidden in the game -------------------------------------------------------------------------------

    def _compare(self, history: History, person: str, message: Message) -> Iterator[str]:
        now = history.newest
        viewer = viewer_of(now, person)
        match message["t"]:
            case "update":
                yield from self._entries(history, viewer, message.get("entries", ()))
                yield from self._view(history, now, viewer, self._fold(person, message))
                if "turn" in message:
                    yield from self._turn(history, viewer, message["turn"])
            case "turn":
                yield from self._turn(history, viewer, message)
            case "history":
                yield from self._entries(history, viewer, message["entries"])
            case "past" if "eyes" not in message:
                then = history.past(message["seq"])
                yield from self._view(history, then, self._eyes(history, viewer, message["seq"]), message["view"])
            case "offers":
                yield from self._same(history, now, viewer, message, offers_for)
            case "forecast":
                yield from self._same(history, now, viewer, message, forecast_for)

    def _fold(self, person: str, message: Message) -> Message:
        """The view that the person has after the update."""
        folded: Message = message.get("view") or merge(
            self._held[person, (message["base"], message["base_mark"])], message["patch"]
        )
        self._held[person, (message["seq"], message["mark"])] = folded
        return folded

    def _eyes(self, history: History, viewer: Viewer, seq: int) -> Viewer:
        """The new owner of a seat was a spectator of what was before."""
        if isinstance(viewer, int) and history.newest.seats[viewer].since > seq:
            return SPECTATOR
        return viewer

    def _view(self, history: History, table: Table, viewer: Viewer, shown: Message) -> Iterator[str]:
        yield from self._same(history, table, viewer, shown, view)

    def _turn(self, history: History, viewer: Viewer, message: Message) -> Iterator[str]:
        if viewer != message["seat"]:
            yield f"the turn of seat {message['seat']}"
            return
        turn = {key: value for key, value in message.items() if key != "offers"}
        yield from self._same(history, history.newest, viewer, turn, turn_for)
        if "offers" in message:
            offers = {"t": "offers", "table": history.id, "ask": message["ask"], "offers": message["offers"]}
            yield from self._same(history, history.newest, viewer, offers, offers_for)

    def _same(self, history: History, table: Table, viewer: Viewer, sent: Message, made: Any) -> Iterator[str]:
        """Whether the same would be sent if what is hidden were otherwise."""
        for twin in self._twins(history, table, viewer):
            self.compared += 1
            if plain(made(twin, viewer, self._engines)) != sent:
                yield f"{made.__name__} tells {viewer} what is hidden"

    def _twins(self, history: History, table: Table, viewer: Viewer) -> Iterator[Table]:
        if not table.started:
            return
        engine = engine_of(table, self._engines)
        if engine.secrets(table.state, viewer):
            for number in range(TWINS):
                chance = SeededChance(b"twin", self.frames * TWINS + number)
                yield replace(table, play=replace(table.play, state=engine.determinize(table.state, viewer, chance)))

    def _entries(self, history: History, viewer: Viewer, entries: Iterable[Message]) -> Iterator[str]:
        """Whether a line names what its event drew or chose, while that is hidden from the viewer after it."""
        for entry in entries:
            names = self._concealed(history, viewer, entry["seq"])
            if not names:
                continue
            self.compared += 1
            told = {*_texts([line.get("params", {}) for line in entry.get("lines", ())])}
            # Equal cards have a number behind their name, and may be known by the name alone.
            if told & (names | {name.rpartition("-")[0] for name in names}):
                yield f"the lines of event {entry['seq']} tell {viewer} of {sorted(names)}"

    def _concealed(self, history: History, viewer: Viewer, seq: int) -> set[str]:
        """What another seat drew, or chose while others were choosing too, that the viewer could not see after it."""
        event = history.event(seq)
        if not isinstance(event, Moved):
            return set()
        before, after = history.past(seq - 1), history.past(seq)
        engine, perspective = engine_of(after, self._engines), self._eyes(history, viewer, seq)
        hidden = engine.hidden(after.state, perspective)
        if event.seat == perspective or not hidden:
            return set()
        drawn = {*_texts(msgspec.to_builtins(event.draws))}
        concealed = drawn & ({*hidden.values()} - {*engine.hidden(before.state, perspective).values()})
        if len(engine.pending(before.state)) > 1:
            made = {*_texts(msgspec.to_builtins(move_decoder(engine).decode(event.move)))}
            own = {value for item, value in hidden.items() if str(event.seat) in item.split(".")}
            concealed |= {value for value in own if {value, value.rpartition("-")[0]} & (made | drawn)}
        return concealed


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def plain(value: Any) -> Any:
    """As a client has it."""
    return msgpack.unpackb(msgspec.msgpack.encode(value))
