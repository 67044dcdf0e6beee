"""A person's tab: it knows the protocol, and shares nothing with the service.

It does what the browser's client does: shows one table, keeps its view by merge patches, comes back from its cursor
after a connection was lost, and sends a command again under the same id until it knows what became of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgpack

from tests.golden.wire.window import Message, merge
from tests.simulation.world import STEP, World

BACK_SECONDS: Final = 0.5
"""After so long a line that was lost is tried again."""


NO_TABLE: Final = "-"
"""Of a command that names no table."""

PASSING: Final = frozenset({"unavailable", "busy", "too_fast", "newer"})
"""Refusals that tell of the way to a table, and not of the table."""


@dataclass
class Given:
    """A command, and what is known of it."""

    id: str
    table: str
    do: Message
    settled: str = ""
    """``accepted``, or the code of a refusal."""
    seq: int = 0
    sent: int = 0
    sent_at: float = 0.0
    used_again: bool = False
    """Another command was given under its id."""
    after: tuple[tuple[str, int], ...] = ()
    """The events that were accepted of this client before it was given."""


class Client:
    """One person. ``nodes`` gives those that take connections now."""

    def __init__(self, world: World, person: str, table: str, judge: Any, nodes: Callable[[], list[Any]]) -> None:
        self.world = world
        self.person = person
        self.table = table
        self.judge = judge
        self.view: Message = {}
        self.cursor: tuple[int, str] | None = None
        self.turn: Message | None = None
        self.given: list[Given] = []
        self.asleep_until = 0.0
        self.gone: str = ""
        self.node: Any = None
        self.connection: Any = None
        self.invitation = "let-me-in"
        self.alone_since = 0.0
        """When it lost its connection; of meaning while it has none."""
        self._away_until = 0.0
        self._nodes = nodes
        self._line = 0
        self._rng = world.rng("client", person)
        self._wire = world.rng("wire", person).choice((1, 2))
        self._led_here: tuple[int, tuple[int, str]] | None = None
        """The line whose last update led to which cursor: there a patch need not say that it begins there."""
        self._to_node = self._to_client = 0.0
        self._retry: Any = None
        self._told_of_loss = False
        """The service has said that what is shown here is lost, or this line is new, so it need not."""

    # --- the line -------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Take a line to one of the nodes, or try again later."""
        self._retry = None
        nodes = self._nodes()
        if self.connection is not None:
            return
        if not nodes or self._away_until > self.world.loop.time():
            self._again()
            return
        # A balancer sends returning clients to another node, if there is one.
        others = [node for node in nodes if node is not self.node] if self.gone == "newer" else []
        self.world.tell(self.person, "connects, and repeats what has no answer")
        self.node = node = self._rng.choice(others or nodes)
        self._line += 1
        line = self._line
        self.connection = node.context.run(node.connect, self.person, lambda data: self._sent(node, line, data))
        self._told_of_loss = True
        self.send({"t": "hello", "wire": self._wire})
        self.enter()
        for one in self.given:
            if not one.settled:
                self._give(one)

    def enter(self) -> None:
        """Show the table, from where this client is."""
        self.gone = ""
        at = {} if self.cursor is None else {"seq": self.cursor[0], "mark": self.cursor[1]}
        self.send({"t": "enter", "table": self.table, **at, "invitation": self.invitation})

    def cut(self) -> None:
        """The connection is lost, and this side knows it; the other one hears of it a little later."""
        if self.connection is None:
            return
        node, connection, self.connection = self.node, self.connection, None
        self.alone_since = self.world.loop.time()
        self._line += 1
        self.turn = None
        if node.up:
            self.world.loop.call_later(
                self._rng.uniform(0, 0.5), lambda: connection.cut() if node.up else None, context=node.context
            )
        self._again()

    def leave(self, seconds: float) -> None:
        """Go away for a while."""
        self._away_until = self.world.loop.time() + seconds
        self.cut()

    def come_back(self) -> None:
        """Be away no longer."""
        self._away_until = 0.0

    def _again(self) -> None:
        if self._retry is None:
            self._retry = self.world.loop.call_later(self._rng.uniform(0.1, 1.0) * BACK_SECONDS, self.connect)

    def send(self, message: Message) -> None:
        """Send a message on the line; it arrives unless that is lost meanwhile."""
        if self.connection is None:
            return
        loop, node, connection, line = self.world.loop, self.node, self.connection, self._line
        data = msgpack.packb(message)
        self._to_node = max(self._to_node + STEP, loop.time() + self._rng.uniform(0.001, 0.03), node.link.paused_until)

        def arrive() -> None:
            # Messages sent before a connection was lost may still arrive.
            if node.up and (line == self._line or self._rng.random() < 0.5):
                connection.heard(data)

        loop.call_at(self._to_node, arrive, context=node.context)

    def _sent(self, node: Any, line: int, data: bytes) -> None:
        """The node has written something."""
        if not node.up or line != self._line:
            return
        self.judge.written(self, data)
        loop = self.world.loop
        self._to_client = max(self._to_client + STEP, loop.time() + self._rng.uniform(0.001, 0.03), self.asleep_until)
        loop.call_at(self._to_client, self._arrived, line, data)

    def _arrived(self, line: int, data: bytes) -> None:
        if line == self._line:
            self._hear(msgpack.unpackb(data))

    # --- what is heard --------------------------------------------------------------------------------------------

    def _hear(self, message: Message) -> None:
        match message["t"]:
            case "update" if message["table"] == self.table:
                self._update(message)
            case "turn" if message["table"] == self.table:
                self.turn = message
            case "rewound" if message["table"] == self.table:
                self._told_of_loss = True
                self.world.note("told of a loss")
                self.judge.rewound(self, message)
            case "gone" if message["table"] == self.table:
                self.gone = message["code"]
                self.turn = None
                self.world.note(f"gone {self.gone}")
                if self.gone in ("unavailable", "newer", "unknown"):
                    self.world.loop.call_later(1.0, self._return)
            case "accepted" | "refused" | "unsettled":
                self._answered(message)
            case "problem":
                self.world.note(f"problem {message['code']}")
                if message.get("id"):
                    self._answered({"t": "refused", "id": message["id"], "code": message["code"]})
            case _:
                self.world.note(f"heard {message['t']}")

    def _return(self) -> None:
        if self.connection is not None and self.gone:
            if self.gone == "newer":
                self.cut()
            else:
                self.enter()

    def _update(self, message: Message) -> None:
        if "view" in message:
            self.judge.replaced(self, message, told=self._told_of_loss)
            self.view = message["view"]
        elif "base" not in message and (self._wire == 1 or self._led_here != (self._line, self.cursor)):
            self.judge.fail(f"{self.person} is not told where a patch begins")
        elif "base" in message and self.cursor != (message["base"], message["base_mark"]):
            self.judge.fail(f"{self.person} is sent a patch from {message['base']}, and is at {self.cursor}")
        else:
            self.view = merge(self.view, message["patch"])
        self._told_of_loss = False
        self.cursor = (message["seq"], message["mark"])
        self._led_here = (self._line, self.cursor)
        self.turn = message.get("turn", self.turn if self.turn and self.turn["seq"] == message["seq"] else None)
        self.judge.seen(self)

    def _answered(self, message: Message) -> None:
        one = next((one for one in self.given if one.id == message["id"]), None)
        if one is None:
            self.judge.fail(f"{self.person} is answered {message} and has given no such command")
            return
        if message["t"] == "unsettled":
            self.world.note("unsettled")
            return
        self.world.tell(self.person, f"hears of {one.id}: {message.get('code', message['t'])} {message.get('seq', '')}")
        what = "accepted" if message["t"] == "accepted" else message["code"]
        if one.used_again and one.settled:
            # Mostly refused as such; where a fail-over lost the first one, it is a command like any other.
            self.world.note(f"refused {what}" if what != "accepted" else "an id was used again")
            return
        if message["t"] == "accepted":
            self.judge.accepted(self, one, message["table"], message["seq"])
            one.table, one.seq = message["table"], message["seq"]
        else:
            self.world.note(f"refused {what}")
            if one.sent > 1 and what in PASSING:
                # An earlier try may be on its way yet: nobody knows that nothing comes of it.
                self.world.loop.call_later(BACK_SECONDS, self._give_again, one, one.sent)
                return
            self.judge.refused(self, one, what)
        one.settled = one.settled or what

    # --- what is done ---------------------------------------------------------------------------------------------

    def give(self, do: Message, table: str = "") -> Given:
        """Give a command."""
        accepted = tuple((one.table, one.seq) for one in self.given if one.settled == "accepted" and one.seq)
        one = Given(f"command-{self.person}-{len(self.given)}", table or self.table, do, after=accepted)
        self.given.append(one)
        self.world.tell(self.person, f"{one.id}: {do}")
        self._give(one)
        return one

    def use_an_id_again(self, do: Message) -> None:
        """Give another command under the id of one that was done."""
        one = next((one for one in self.given if one.settled == "accepted" and one.table == self.table), None)
        if one is not None:
            one.used_again = True
            self.send({"t": "command", "id": one.id, "do": do, "table": self.table})

    def _give(self, one: Given) -> None:
        one.sent += 1
        one.sent_at = self.world.loop.time()
        message: Message = {"t": "command", "id": one.id, "do": one.do}
        if one.do["type"] != "create" and one.table != NO_TABLE:
            message["table"] = one.table
        self.send(message)

    def _give_again(self, one: Given, sent: int) -> None:
        # Two copies on one line are two answers: what was refused at first may be possible for the second.
        if not one.settled and one.sent == sent:
            self._give(one)

    @property
    def seat(self) -> int | None:
        """The seat of this person, as the view shows it."""
        seats = self.view.get("table", {}).get("seats", {})
        return next((int(seat) for seat, one in seats.items() if one.get("person") == self.person), None)
