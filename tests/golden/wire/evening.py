"""An evening on real nodes: people with their connections, what they do in turn, and the record of all they were sent.

One thing happens after another: before the next, every connection at the table has been sent what came of the last.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from tests.fixtures.service import NO_TLS, Running, until
from tests.golden.wire.chance import Chance
from tests.golden.wire.plain import Names, nameless, projections, streams
from tests.golden.wire.window import Message, Window

Start = Callable[..., Awaitable[Running]]


class Evening:
    """What scripts play with."""

    def __init__(self, name: str, start: Start) -> None:
        self.name = name
        self.rng = random.Random(name)
        self.names = Names()
        self.wire = 1
        """The version of the wire that all windows speak."""
        self.chance = Chance(name)
        self.windows: list[Window] = []
        self.tables: list[str] = []
        self.nodes: list[Running] = []
        self._start = start
        self._record: list[Message] = []
        self._acted: list[tuple[str, int, str]] = []
        """Table, event and person of what was accepted: whose names those at the table get."""
        self._closed: set[str] = set()

    # --- people ---------------------------------------------------------------------------------------------------

    async def node(self, **settings: object) -> Running:
        """One more node."""
        quick = {"sessions_per_hour": 0, "commands_per_second": 1000, "bot_pause": (0.0, 0.0)}
        self.nodes.append(await self._start(**quick, **settings))
        return self.nodes[-1]

    async def join(self, name: str, *, node: int = 0, label: str = "") -> Window:
        """A new guest with a window of its own."""
        url = self.nodes[node].url
        async with browsing(url) as browser:
            with self.chance.coming(label or name):
                answer = await browser.post("/api/session", json={"name": name})
        self._note_answer(label or name, "POST", "/api/session", answer)
        cookie = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
        person = self.names.call(answer.json()["person"], label or name)
        return await self._open(label or name, url, cookie, person)

    async def again(self, window: Window, label: str, *, node: int = 0) -> Window:
        """One more window of the same person, under a label of its own."""
        return await self._open(label, self.nodes[node].url, window.cookie, window.person)

    async def _open(self, label: str, url: str, cookie: str, person: str) -> Window:
        window = await Window.open(label, url, cookie, person, self.wire)
        self.windows.append(window)
        return window

    async def call(
        self, window: Window | None, method: str, path: str, *, node: int = 0, body: Message | None = None
    ) -> Any:
        """Ask something over HTTP as the window's person or as nobody; the answer goes into the record."""
        headers = {} if window is None else {"Cookie": window.cookie}
        async with browsing(self.nodes[node].url) as browser:
            answer = await browser.request(method, path, headers=headers, json=body)
        return self._note_answer("nobody" if window is None else window.label, method, path, answer)

    # --- doing ----------------------------------------------------------------------------------------------------

    async def create(self, window: Window, name: str, **settings: Any) -> str:
        """Create a table, which is known by that name."""
        return self._named(await window.do({"type": "create", **settings}), window, name)

    async def do(self, window: Window, do: Message, table: str = "", *, becomes: str = "", id_: str = "") -> Message:
        """Do something, and wait until all have been sent what comes of it. The name of the table that it makes."""
        answer = await window.do(do, table, id_)
        if answer["t"] == "accepted":
            if becomes:
                self._named(answer, window, becomes)
            else:
                self._acted.append((answer["table"], answer["seq"], window.person))
            if do["type"] == "close":
                self._closed.add(answer["table"])
        await self.settle()
        return answer

    def _named(self, answer: Message, window: Window, name: str) -> str:
        table: str = answer["table"]
        if table not in self.tables:
            self.tables.append(self.names.call(table, name))
        self._acted.append((table, 1, window.person))
        return table

    async def sit(self, window: Window, seat: int, **more: str) -> Message:
        """Take a seat."""
        window.seat = seat
        return await self.do(window, {"type": "sit", "seat": seat, **more})

    async def ready(self, *windows: Window) -> None:
        """They are ready, one after another."""
        for window in windows:
            nonce = self.chance.digest("nonce", window.label).hex()[:32]
            await self.do(window, {"type": "ready", "ready": True, "nonce": nonce})

    async def move(self, window: Window, move: Any, ask: int = -1) -> Message:
        """Make a move, for the decision that is shown if no other is named."""
        asked = ask if ask >= 0 else (window.turn or {"ask": 0})["ask"]
        return await self.do(window, {"type": "move", "ask": asked, "move": move})

    async def play(self, windows: list[Window], moves: int) -> None:
        """So many of the legal moves, or to the end; among those who must act and their moves chance chooses."""
        for _ in range(moves):
            acting = [window for window in windows if window.must]
            if not acting:
                return
            window = self.rng.choice(acting)
            assert window.turn is not None
            await self.move(window, self.rng.choice(window.turn["legal"]))

    async def agree(self, asker: Window, others: list[Window], *, grant: bool = True, **wish: Any) -> Message:
        """Ask the others for something, who all grant or refuse it."""
        answer = await self.do(asker, {"type": "propose", **wish})
        for window in others if answer["t"] == "accepted" else ():
            answer = await self.do(
                window, {"type": "answer", "proposal": window.view["proposal"]["seq"], "grant": grant}
            )
        return answer

    async def talk(self, *windows: Window) -> None:
        """Show the chat to these, one after another."""
        for window in windows:
            known = len(window.heard)
            await window.send({"t": "chat"})
            await window.next(known, lambda heard: heard["t"] == "rooms")
            for room in window.rooms:
                await window.next(known, lambda heard, room=room: heard["t"] == "chat" and heard["room"] == room)  # type: ignore[misc]

    async def say(self, window: Window, room: str, readers: list[Window], **what: str) -> Message:
        """Say something, and wait until these have read it."""
        answer = await window.wish({"t": "say", "table": window.table, "room": room, **what})
        for reader in readers if answer["t"] == "said" else ():
            await reader.until(lambda reader=reader: answer["number"] in reader.chat.get(room, {}), "a line")  # type: ignore[misc]
        return answer

    async def noted(self, window: Window, path: str, holds: Callable[[Any], bool]) -> None:
        """Ask until it holds what the service notes elsewhere, and put that answer into the record."""

        async def asked() -> bool:
            async with browsing(self.nodes[0].url) as browser:
                return holds((await browser.get(path, headers={"Cookie": window.cookie})).json())

        await until(asked)
        await self.call(window, "GET", path)

    async def account(self, window: Window, login: str) -> None:
        """Make an account of a guest, whose later windows are of its new session."""
        body = {"login": login, "password": f"the long password of {login}"}
        async with browsing(window.url) as browser:
            answer = await browser.post("/api/account", json=body, headers={"Cookie": window.cookie})
        self._note_answer(window.label, "POST", "/api/account", answer)
        window.cookie = "; ".join(f"{key}={value}" for key, value in answer.cookies.items()) or window.cookie

    async def drain(self, node: int) -> None:
        """End a node, whose people have to move."""
        left = [window for window in self.windows if window.url == self.nodes[node].url and window.closed is None]
        await self.nodes[node].stop()
        for window in left:
            await window.ended()

    # --- waiting --------------------------------------------------------------------------------------------------

    def here(self, table: str = "") -> list[Window]:
        """The open windows that show a table, or that one."""
        return [one for one in self.windows if one.closed is None and one.table and table in ("", one.table)]

    async def settle(self) -> None:
        """Every window at a table has been sent all that is known at its node, and at the others; no bot has to act."""
        for table in self.tables:
            there = self.here(table)
            newest = max((seq for known, seq, _ in self._acted if known == table), default=0)
            for window in there:
                if not self._behind(window):
                    await window.until(
                        lambda window=window, newest=newest: (  # type: ignore[misc]
                            (window.cursor or (0,))[0] >= newest and not _bots(window.view["table"])
                        ),
                        "the newest event",
                    )
            for window in there:
                # Answered by the table itself, after all that it had to do before.
                if window.closed is None:
                    await window.probe()

    @staticmethod
    def _behind(window: Window) -> bool:
        return "delay" in window.view["table"] and window.seat is None

    async def calm(self) -> None:
        """What comes by timers has come to rest: presence, names, the lobby. It goes into the record."""
        for window in self.here():
            await window.until(lambda window=window: self._is_told(window), "who is there")  # type: ignore[misc]
        for window in self.windows:
            if window.closed is None and window.lobby is not None:
                await window.until(lambda window=window: self._is_shown(window), "the lobby")  # type: ignore[misc]

        self._record.append(
            {"at rest": {window.label: projections(window) for window in self.windows if window.closed is None}}
        )

    def _is_told(self, window: Window) -> bool:
        """Whether a window at a table knows who is there, and the names of those who did something."""
        there = self.here(window.table)
        shown = next((one for one in there if one.seat is not None), there[0]).view["table"]
        seated = [seat["person"] for seat in shown["seats"].values() if "person" in seat]
        persons = {one.person for one in there}
        presence = window.last.get("presence", {})
        if presence.get("table") != window.table or presence["here"] != [one for one in seated if one in persons]:
            return False
        upto = (window.cursor or (0,))[0]
        acted = {one for table, seq, one in self._acted if table == window.table and seq <= upto}
        return presence.get("spectators", 0) == len(persons.difference(seated)) and acted <= window.names.keys()

    def _is_shown(self, lobby: Window) -> bool:
        """Whether the lobby shows what stands at the tables, and who is around."""
        shown = lobby.lobby or {}
        doing: dict[str, set[tuple[str, str]]] = {}
        for window in self.windows:
            if window.closed is None and window.lobby is not None:
                doing.setdefault(window.person, set()).add(("lobby", ""))
        for table in self.tables:
            there = self.here(table)
            if not there:
                if table in self._closed and table in shown:
                    return False
                continue
            outside = next((one for one in there if one.seat is None), there[0])
            view, entry = outside.view["table"], shown.get(table)
            seated = {seat.get("person") for seat in view["seats"].values()}
            watching = len({one.person for one in there} - seated)
            listed = view["access"] == "open" and (
                view["phase"] == "open" or (view["phase"] == "running" and view["watch"] == "all")
            )
            if listed != (entry is not None):
                return False
            if entry is not None and (
                (entry["seq"], entry.get("watching", 0)) != ((outside.cursor or (0,))[0], watching)
                or any("person" in seat and "name" not in seat and "bot" not in seat for seat in entry["seats"])
            ):
                return False
            for window in there:
                does = {"open": "waiting", "running": "playing"}.get(view["phase"]) if window.person in seated else None
                doing.setdefault(window.person, set()).add((does or "watching", table))
        around = lobby.last.get("around", {"people": (), "count": 0})
        if not around["count"] == len(around["people"]) == len(doing):
            return False
        for one in around["people"]:
            # Of a table that not everybody is shown nobody learns who is there.
            does, table = one.get("doing", "lobby"), one.get("table", "")
            if not any(does == known and table in ("", where) for known, where in doing.get(one["person"], ())):
                return False
        return True

    # --- the record -----------------------------------------------------------------------------------------------

    def note(self, window: Window, *kinds: str) -> None:
        """Put the last messages of these kinds into the record: of projections that come to rest nowhere else."""
        self._record.append({"at rest": {window.label: {kind: window.last[kind] for kind in kinds}}})

    def known(self, table: str, name: str, host: Window) -> None:
        """A table that the service made in the place of somebody is known by that name."""
        self.tables.append(self.names.call(table, name))
        self._acted.append((table, 1, host.person))

    def _note_answer(self, who: str, method: str, path: str, answer: httpx.Response) -> Any:
        kind = answer.headers.get("content-type", "")
        body: Any = answer.json() if kind.startswith(("application/json", "application/problem+json")) else answer.text
        if path == "/healthz":
            body = sorted(body)
        elif path == "/api/calls" and "push_key" in body:
            self.names.call(body["push_key"], "key of push")
        self._record.append(
            {"who": who, "asks": f"{method} {path}", "status": answer.status_code, "kind": kind, "body": body}
        )
        return body

    async def end(self) -> Message:
        """The record, when all has come to rest; then everybody leaves."""
        await self.settle()
        await self.calm()
        record = self.record()
        for window in self.windows:
            await window.close()
        strange = nameless(record)
        assert not strange, f"nobody has named {strange}"
        return record

    def record(self) -> Message:
        """All that was sent by now."""
        for window in self.windows:
            self.names.learn(window)
        return {
            "connections": {window.label: streams(window, self.names) for window in self.windows},
            "besides": self.names.plain(self._record),
        }


def _bots(table: Message) -> bool:
    """Whether a bot has to act."""
    return any("bot" in table["seats"][str(seat)] for seat in table["pending"])


def browsing(url: str) -> httpx.AsyncClient:
    """Asks a node over HTTP, as patiently as a machine needs that has much else to do."""
    transport = httpx.AsyncHTTPTransport(verify=NO_TLS, retries=3)
    return httpx.AsyncClient(base_url=url, timeout=60.0, transport=transport, headers={"Origin": url})
