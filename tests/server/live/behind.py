"""Whether anybody who only watches a table is sent something that the table holds back: all that is sent is read.

This counts again what may be shown, event by event, without the service.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgpack
import msgspec
import pytest

from partie.client.client import Message, merge
from partie.gateway.connection import Connection
from partie.kit import SPECTATOR
from partie.net.protocol import TransportSocket
from partie.table import History
from partie.table.events import Moved
from partie.wire.frame import Frame
from tests.fixtures.service import Running
from tests.server.live.watch import before_each_frame, plain

NUMBERS = ("seq", "base", "ask")


class Behind:
    """Looks at everything that some nodes send to those who hold no seat at a table."""

    def __init__(self, nodes: list[Running]) -> None:
        self.nodes = nodes
        self.table = ""
        self.frames = 0
        self.kinds: set[str] = set()
        self.leaks: list[str] = []
        self._held: dict[tuple[str, int, str], Message] = {}

    def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Judge every frame before it is written."""
        before_each_frame(monkeypatch, self.look)

    def look(self, socket: TransportSocket, frame: Frame) -> None:
        for node in self.nodes:
            connection = next((one for one in node.core.connections if one.socket is socket), None)
            live = node.core.tables.awake.get(self.table)
            if connection is not None and live is not None and live.newest.seat_of(connection.person) is None:
                self.judge(live.history, node.core.clock.now(), connection, frame.payload)

    def judge(self, history: History, now: int, connection: Connection, payload: bytes) -> None:
        """Judge a frame to somebody who watches, or is in the lobby."""
        self.frames += 1
        message = msgpack.unpackb(payload)
        self.kinds.add(message["t"])
        wrongs = [*self.bytes_of(history, now, payload), *self._message(history, now, connection, message)]
        self.leaks += [f"{connection.name} at {history.seq}, {wrong}: {message}" for wrong in wrongs]

    # --- what may be shown ----------------------------------------------------------------------------------------

    def allowed(self, history: History, now: int) -> int:
        """The newest event that may be shown."""
        table = history.newest
        delay = table.delay
        assert delay is not None
        if not table.started or (delay.unit == "moves" and table.phase == "ended"):
            return history.seq
        shown, moves = table.started, 0
        for entry in reversed(history.tail(0)):
            old = moves >= delay.count if delay.unit == "moves" else entry.at + 1000 * delay.count <= now
            if old:
                shown = max(shown, entry.seq)
                break
            moves += isinstance(history.event(entry.seq), Moved)
        return shown

    def bytes_of(self, history: History, now: int, payload: bytes) -> Iterator[str]:
        """Long and random things of events that are held back."""
        for entry in history.tail(self.allowed(history, now)):
            if entry.mark.encode() in payload:
                yield f"the mark of event {entry.seq}"

    # --- what is sent ---------------------------------------------------------------------------------------------

    def _message(  # noqa: PLR0912  # one branch a message
        self, history: History, now: int, connection: Connection, message: Message
    ) -> Iterator[str]:
        upto = self.allowed(history, now)
        table = history.past(upto)
        if message["t"] == "people":
            hidden = {history.event(seq).person for seq in range(upto + 1, history.seq + 1)}
            known = {history.event(seq).person for seq in range(1, upto + 1)}
            if message["names"].keys() & (hidden - known):
                yield "the name of somebody who came later"
        if message["t"] == "lobby":
            for entry in message.get("tables", ()):
                if entry["table"] == self.table:
                    yield from self._entry(now, entry)
        if message.get("table") != self.table:
            return
        # What was asked for is said again in the answer.
        for name in () if message["t"] in ("no_past", "reason") else NUMBERS:
            if isinstance(message.get(name), int) and message[name] > upto:
                yield f"{name} is beyond {upto}"
        match message["t"]:
            case "turn" | "offers" if message.get("legal") or message.get("offers"):
                yield "what a seat may do"
            case "update":
                yield from self._update(history, upto, connection, message)
            case "history":
                yield from self.entries(history, upto, message["entries"])
            case "past":
                view = plain(history.view_with(history.past(message["seq"]), SPECTATOR))
                if table.phase != "ended" and message["view"] != view:
                    yield "not the view of a spectator"
            case "reason" if "code" not in message and message["seq"] > upto:
                yield "why a bot did what is not seen yet"
            case "next_game" if table.phase != "ended":
                yield "that the game has ended, by its next one"
            case "rooms" if table.phase != "ended" and history.newest.phase == "ended":
                if "players" in message["read"] and table.chat != "shared":
                    yield "that the game has ended"
            case "chat" if message["room"] == "players":
                yield from self._lines(history, now, message)

    def _entry(self, now: int, entry: Message) -> Iterator[str]:
        # The lobby hears of an event from any node.
        lives = [node.core.tables.awake[self.table] for node in self.nodes if self.table in node.core.tables.awake]
        history = max((live.history for live in lives), key=lambda history: history.seq)
        upto = self.allowed(history, now)
        seq: int = entry["seq"]
        if seq > upto:
            yield f"the lobby shows event {seq}"
            return
        then = history.past(seq)
        if entry["phase"] != then.phase:
            yield f"the lobby shows it {entry['phase']}"
        pending = {seat for seat, one in enumerate(entry["seats"]) if one.get("pending")}
        if pending != set(history.pending(then)):
            yield "the lobby shows whose turn it is"

    def _update(self, history: History, upto: int, connection: Connection, message: Message) -> Iterator[str]:
        if "view" in message:
            view = message["view"]
        else:
            view = merge(self._held[connection.person, message["base"], message["base_mark"]], message["patch"])
        self._held[connection.person, message["seq"], message["mark"]] = view
        if view != plain(history.view_with(history.past(message["seq"]), SPECTATOR)):
            yield f"not what was to be seen at {message['seq']}"
        yield from self.entries(history, upto, message.get("entries", ()))

    def entries(self, history: History, upto: int, entries: Any) -> Iterator[str]:
        """Judge entries of the history, which may tell a spectator nothing from after event ``upto``.

        A frame is judged some time after it was made, so an entry may not know yet that its move was undone.
        """
        for entry in entries:
            seq: int = entry["seq"]
            if seq > upto:
                yield f"the history has event {seq}"
            elif all(
                entry != plain(history.entry(seq, SPECTATOR, history.past(at))) for at in range(upto, seq - 1, -1)
            ):
                yield f"the history tells of event {seq} what came later"

    def _lines(self, history: History, now: int, message: Message) -> Iterator[str]:
        delay = history.newest.delay
        assert delay is not None
        if delay.unit == "moves" and history.newest.phase == "ended":
            return
        for line in message.get("lines", ()):
            if delay.unit == "seconds":
                old = line["at"] + 1000 * delay.count <= now
            else:
                # The text names the number of the event that was the newest when it was said.
                said = int(line["text"])
                moves = sum(isinstance(history.event(seq), Moved) for seq in range(said + 1, history.seq + 1))
                old = said < history.newest.started or moves >= delay.count
            if not old:
                yield "what the players say now"

    def record(self, history: History, now: int, payload: bytes) -> None:
        """Judge a record that somebody got over HTTP who holds no seat."""
        self.frames += 1
        record = msgspec.json.decode(payload)
        upto = self.allowed(history, now)
        wrongs = [*self.bytes_of(history, now, payload), *self.entries(history, upto, record["entries"])]
        seen = history.past(min(record["seq"], upto))
        if record["seq"] > upto or record["view"] != plain(history.view_with(seen, SPECTATOR)):
            wrongs.append("a newer view")
        self.leaks += [f"the record at {history.seq}: {wrong}" for wrong in wrongs]
