"""Two persons who play the toy game at several tables at once, to be killed; they write down the answers.

    python -m tests.faults.player FOLDER NAME INCARNATION TABLES NODE=URL NODE=URL ...

Every seat has a connection of its own, to any of the nodes; a lost one is made again, to any node, from the
cursor the seat had, and what was not answered is sent again with the same id. It goes on until its standard input is
closed; then every view is written down at the table's last event. A later incarnation goes on where the one before
it was killed: as the same persons, at the same tables, with the same commands.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from websockets.exceptions import WebSocketException

from partie.client.client import Client, Lost, Message, Refused, sign_in
from tests.faults.notes import Notes, read

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds after which a seat gives its connection up. A node that was frozen says nothing, and nobody may wait."""

PASSING = {"unavailable", "busy", "too_fast"}
"""Refusals that say nothing about the command, which is sent again."""

TROUBLE = (Lost, Refused, OSError, TimeoutError, WebSocketException)


def digest(view: Message) -> str:
    """A view in a few bytes."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()


class Player:
    """The process: two persons, their notes, and what the incarnations before this one left."""

    def __init__(self, folder: Path, name: str, incarnation: int, nodes: dict[str, str]) -> None:
        self.name = name
        self.incarnation = incarnation
        self.nodes = nodes
        self.chance = random.Random(f"{name}.{incarnation}")
        self.notes = Notes(folder / f"{name}.{incarnation}.notes")
        self.ending = asyncio.Event()
        self.cookies: dict[int, str] = {}
        self.wanted: dict[str, dict[str, Any]] = {}
        self.opened: dict[int, tuple[int, str]] = {}
        self.reached: dict[str, int] = {}
        self.numbers = itertools.count()
        for number in range(incarnation):
            for note in read(folder / f"{name}.{number}.notes"):
                self._remember(note)

    def _remember(self, note: dict[str, Any]) -> None:
        match note["k"]:
            case "person":
                self.cookies[note["seat"]] = note["cookie"]
            case "intent":
                self.wanted[note["id"]] = note
            case "ack":
                self.wanted.pop(note["id"], None)
                self.reached[note["table"]] = max(self.reached.get(note["table"], 0), note["seq"])
            case "absent":
                self.wanted.pop(note["id"], None)
            case "table":
                self.opened[note["slot"]] = (note["game"], note["table"])

    async def run(self, tables: int) -> None:
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self.ending.set)
        for seat in (0, 1):
            await self.become(seat)
        await asyncio.gather(*[self.play(slot) for slot in range(tables)])

    async def become(self, seat: int) -> None:
        while seat not in self.cookies:
            try:
                cookie = await asyncio.to_thread(sign_in, self.any_node()[1], f"{self.name} {seat}")
            except (*TROUBLE, ValueError):
                await asyncio.sleep(self.chance.uniform(0.02, 0.2))
            else:
                self.notes.write("person", seat=seat, cookie=cookie)
                self.cookies[seat] = cookie

    def any_node(self) -> tuple[str, str]:
        return self.chance.choice(list(self.nodes.items()))

    def command_id(self) -> str:
        return f"{self.name}-{self.incarnation}-{next(self.numbers):06}"

    async def play(self, slot: int) -> None:
        """Game after game at one table each."""
        game, table = self.opened.get(slot, (0, ""))
        while True:
            seats = [Seat(self, number, slot) for number in (0, 1)]
            try:
                if not table:
                    table = await seats[0].create(game)
                    if not table:
                        return
                    self.notes.write("table", slot=slot, game=game, table=table)
                for seat in seats:
                    seat.table = table
                    seat.reached = self.reached.get(table, 0)
                await asyncio.gather(*[seat.play() for seat in seats])
                last = max(seat.reached for seat in seats)
                for seat in seats:
                    view = await seat.view_at(last)
                    self.notes.write(
                        "seen", table=table, person=seat.number, seq=last, digest=digest(view), cookie=seat.cookie
                    )
            finally:
                await asyncio.gather(*[seat.close() for seat in seats])
            # A table that a former incarnation began to set up is still to be finished, even at the end.
            game, table = game + 1, ""


class Seat:
    """One person's seat at one table, whatever happens to its connection."""

    def __init__(self, player: Player, number: int, slot: int) -> None:
        self.player = player
        self.number = number
        self.slot = slot
        self.cookie = player.cookies[number]
        self.table = ""
        self.reached = 0
        self.node = ""
        self.client: Client | None = None
        self.shown: Client | None = None

    async def create(self, game: int) -> str:
        """Set the table up; empty if it is time to end."""
        left = [note for note in self.player.wanted.values() if note["slot"] == self.slot and not note["table"]]
        if not left and self.player.ending.is_set():
            return ""
        do = {"type": "create", "game": "toy", "seats": 2}
        answer = await self.do(do, command=left[0]["id"] if left else "")
        assert answer is not None, "a table was refused"
        # The next connection shows it.
        await self.close()
        return str(answer["table"])

    async def play(self) -> None:
        """Sit down, be ready, and make random moves until the game is over or it is time to end."""
        for note in list(self.player.wanted.values()):
            if (note["slot"], note["table"], note["seat"]) == (self.slot, self.table, self.number):
                await self.do(note["do"], command=note["id"])
        client = await self.connected()
        mine = client.view["table"]["seats"][str(self.number)]
        if client.view["table"]["phase"] == "open":
            if "person" not in mine:
                await self.do({"type": "sit", "seat": self.number})
            if not mine.get("ready"):
                await self.do({"type": "ready", "ready": True, "nonce": "0" * 16})
        while not self.player.ending.is_set():
            turn = await self.turn()
            if turn is None:
                return
            await self.do(self.choose(turn))

    def choose(self, turn: Message) -> Message:
        if turn.get("undo") and self.player.chance.random() < 0.1:
            return {"type": "undo", "to": self.player.chance.choice(turn["undo"])}
        return {"type": "move", "ask": turn["ask"], "move": self.player.chance.choice(turn["legal"])}

    async def turn(self) -> Message | None:
        """The decision of this seat, once it must act; None when the game is over, or it is time to end."""
        found: Message | None = None

        def must(client: Client) -> bool:
            turn = client.turn
            return turn is not None and turn["must"] and client.cursor is not None and turn["seq"] == client.cursor[0]

        def mine(client: Client) -> bool:
            # The turn of this moment: until who waits gets on, somebody else may take something back.
            nonlocal found
            found = client.turn if must(client) and self.caught_up(client) else None
            return client.over or found is not None

        client = await self.until(mine, or_ending=True)
        return found if client is not None and not client.over else None

    async def view_at(self, seq: int) -> Message:
        """The view at an event that nothing follows."""
        self.reached = seq
        client = await self.until(self.caught_up)
        assert client is not None
        assert client.cursor is not None
        assert client.cursor[0] == seq, f"the table went on to {client.cursor[0]}"
        return client.view

    def caught_up(self, client: Client) -> bool:
        return client.cursor is not None and client.cursor[0] >= self.reached

    async def do(self, do: Message, command: str = "") -> Message | None:
        """Have a command done once, over as many connections as it takes; None if it was refused for good."""
        again = bool(command)
        command = command or self.player.command_id()
        if not again:
            self.player.notes.write("intent", id=command, table=self.table, slot=self.slot, seat=self.number, do=do)

        async def once(client: Client) -> Message:
            # What was answered before over this connection is not to be taken for the new answer.
            client._answers.pop(command, None)
            self.player.notes.write("sent", id=command, node=self.node)
            return await client.do(do, command=command)

        while True:
            try:
                answer = await self.over_a_line(once)
            except Refused as refused:
                if refused.code not in PASSING:
                    self.player.wanted.pop(command, None)
                    self.player.notes.write("absent", id=command, code=refused.code)
                    return None
                await asyncio.sleep(self.player.chance.uniform(0.01, 0.1))
            else:
                self.player.notes.write("ack", id=command, table=answer["table"], seq=answer["seq"])
                self.player.wanted.pop(command, None)
                self.reached = max(self.reached, answer["seq"])
                return answer

    async def until(self, holds: Callable[[Client], bool], *, or_ending: bool = False) -> Client | None:
        """A client for which it holds. None if it is time to end and it does not."""

        async def wait(client: Client) -> Client:
            await client.until(lambda: holds(client) or bool(client._gone() or client.rewound))
            for message in client.rewound:
                # No Redis here loses anything, so no answer may say that it did.
                self.player.notes.write("rewound", table=self.table, seq=message["seq"], lost=message["lost"])
            client.rewound.clear()
            if not holds(client):
                raise Lost("the table is not shown any more")
            return client

        if not or_ending:
            return await self.over_a_line(wait)
        waiting = asyncio.create_task(self.over_a_line(wait, patience=None))
        ending = asyncio.create_task(self.player.ending.wait())
        await asyncio.wait([waiting, ending], return_when=asyncio.FIRST_COMPLETED)
        for task in (waiting, ending):
            task.cancel()
        await asyncio.gather(waiting, ending, return_exceptions=True)
        if waiting.cancelled():
            return None
        return waiting.result()

    async def over_a_line(self, work: Callable[[Client], Awaitable[T]], patience: float | None = PATIENCE) -> T:
        """Do something over a connection, and over another if it breaks."""
        while True:
            client = await self.connected()
            try:
                async with asyncio.timeout(patience):
                    return await work(client)
            except (Lost, TimeoutError):
                await self.close()
                await asyncio.sleep(self.player.chance.uniform(0.0, 0.05))

    async def connected(self) -> Client:
        """A connection that shows the table, from the cursor on that the last one had."""
        while self.client is None:
            node, url = self.player.any_node()
            client = None
            try:
                async with asyncio.timeout(PATIENCE):
                    client = await Client.join(url, cookie=self.cookie)
                    if self.table:
                        await self.show(client)
            except TROUBLE:
                if client is not None:
                    await _close(client)
                await asyncio.sleep(self.player.chance.uniform(0.02, 0.2))
            else:
                self.client, self.node = client, node
                if self.table:
                    self.shown = client
        return self.client

    async def show(self, client: Client) -> None:
        before = self.shown
        if before is None or before.cursor is None:
            await client.enter(self.table)
            return
        client.table, client.view, client.entries = before.table, before.view, before.entries
        client.cursor = before.cursor
        await client.enter(self.table, before.cursor)

    async def close(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            await _close(client)


async def _close(client: Client) -> None:
    client.socket.transport.abort()
    with contextlib.suppress(*TROUBLE):
        await client.close()


def main() -> None:
    folder, name, incarnation, tables, *places = sys.argv[1:]
    nodes = dict(place.split("=", 1) for place in places)
    asyncio.run(_run(Path(folder), name, int(incarnation), int(tables), nodes))


async def _run(folder: Path, name: str, incarnation: int, tables: int, nodes: dict[str, str]) -> None:
    await Player(folder, name, incarnation, nodes).run(tables)


if __name__ == "__main__":
    main()
