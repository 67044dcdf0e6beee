"""What is said at a table reaches those who may read it, and nobody else before the end."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence

import httpx
import msgpack
import pytest

from partie import tasks
from partie.client.client import Client, Refused
from partie.features.chat import blocks, install
from partie.features.chat.chats import Chats
from partie.net.protocol import TransportSocket
from partie.wire.frame import Frame
from tests.fixtures.service import NO_TLS, Running, StartNode, start_toy, until
from tests.server.live.asking import listening, wish
from tests.server.live.away import free
from tests.server.live.lines import connection_of
from tests.server.live.playing import end
from tests.server.live.watch import before_each_frame


def texts(client: Client, room: str) -> list[str]:
    """What a client has read in a room."""
    return [line.get("text", "") for _, line in sorted(client.chat.get(room, {}).items())]


async def test_a_line_said_at_one_node_is_read_at_another(start_node: StartNode) -> None:
    """With the name of its author, once, and also by people who come later."""
    here, there = await start_node(), await start_node()
    table, (ann, _) = await start_toy(here, "Ann", "Bob")
    watching = [await listening(await node.join("Cat"), table) for node in (here, there)]
    said = await watching[0].say("spectators", "  good\nluck ", command="the-same-id")
    await watching[1].until(lambda: texts(watching[1], "spectators") == ["good luck"])
    assert watching[1].names[watching[0].person] == "Cat"
    assert said["number"] == 1
    watching[0]._answers.clear()
    assert (await watching[0].say("spectators", "good luck", command="the-same-id"))["number"] == 1
    late = await listening(await there.join("Dan"), table)
    await late.until(lambda: texts(late, "spectators") == ["good luck"])
    assert ann.chat == {}, "who asked for no chat is sent none"


async def test_what_cannot_be_said_is_refused_with_the_reason(node: Running) -> None:
    """Another's room, nothing, too much, an unknown phrase, too fast; and no message comes of it."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    await listening(ann)
    codes = []
    for room, text, phrase in [
        ("spectators", "help", ""),
        ("players", " \u202e ", ""),
        ("players", "x" * 401, ""),
        ("players", "", "swear"),
        *[("players", "", "hello")] * 7,
    ]:
        try:
            await ann.say(room, text, phrase=phrase)
        except Refused as refused:
            codes.append(refused.code)
    assert codes == ["not_your_room", "text_empty", "text_too_long", "unknown_phrase", "too_fast"]
    await ann.until(lambda: len(ann.chat["players"]) == 6)
    assert {line["phrase"] for line in ann.chat["players"].values()} == {"hello"}


async def test_a_line_that_moderators_take_out_is_gone_from_every_page(node: Running) -> None:
    """Its place says so, in pages that are open and in those that open later."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await listening(ann)
    await listening(bob)
    await ann.say("players", "an-insult")
    await bob.until(lambda: texts(bob, "players") == ["an-insult"])
    await bob.send({"t": "report", "id": "report-1", "table": table, "room": "players", "number": 1})
    chats = Chats(node.core.redis)

    async def reported() -> bool:
        return any(report.table == table for report in await chats.reports())

    await until(reported)
    await chats.strike(table, "players", 1, "moderator")
    await bob.until(lambda: bob.chat["players"][1].get("gone") == "moderator")
    assert texts(bob, "players") == [""]
    late = await node.join(cookie=bob.cookie)
    await listening(late, table)
    await late.until(lambda: late.chat["players"][1].get("gone") == "moderator")


async def test_whom_one_has_blocked_is_told_to_all_ones_pages(node: Running) -> None:
    """And again on every device, at every table."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    told = await ann.ask({"t": "block", "person": bob.person, "blocked": True}, "blocked")
    assert told["persons"] == [bob.person]
    other = await node.join(cookie=ann.cookie)
    await other.enter(table)
    assert (await other.ask({"t": "chat"}, "blocked"))["persons"] == [bob.person]
    told = await other.ask({"t": "blocks"}, "blocked")
    assert (told["persons"], told["names"]) == ([bob.person], {bob.person: "Bob"})
    assert await wish(ann, {"t": "block", "person": bob.person, "blocked": False}) == ""
    assert (await other.ask({"t": "blocks"}, "blocked")).get("persons", []) == []


async def test_who_has_blocked_too_many_is_told_so(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """And blocks nobody more, until somebody is blocked no longer; to block somebody twice is no fault."""
    monkeypatch.setattr(blocks, "MOST", 1)
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    for one, blocked, code in ((bob, True, ""), (bob, True, ""), (cat, True, "too_many_blocked")):
        assert await wish(ann, {"t": "block", "person": one.person, "blocked": blocked}) == code
    assert (await ann.ask({"t": "block", "person": cat.person, "blocked": True}, "problem"))["code"] == (
        "too_many_blocked"
    )
    assert (await ann.ask({"t": "blocks"}, "blocked"))["persons"] == [bob.person]
    assert await wish(ann, {"t": "block", "person": bob.person, "blocked": False}) == ""
    assert await wish(ann, {"t": "block", "person": cat.person, "blocked": True}) == ""


async def test_many_blocks_at_once_send_few_lists(node: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is answered, and its effect is in the list; but names are looked up for a few lists, not for forty."""
    ann = await node.join("Ann")
    tab = await node.join(cookie=ann.cookie)
    looked_up: list[int] = []
    names = node.core.people.names

    async def counting(persons: Iterable[str]) -> dict[str, str]:
        looked_up.append(len(asked := list(persons)))
        return await names(asked)

    monkeypatch.setattr(node.core.people, "names", counting)
    others = [f"{number:016d}" for number in range(39)]
    codes = await asyncio.gather(*(wish(ann, {"t": "block", "person": one, "blocked": True}) for one in others))
    assert set(codes) == {""}
    for client in (ann, tab):
        await client.until(
            lambda client=client: any(  # type: ignore[misc]
                message["t"] == "blocked" and message.get("persons") == others for message in client.received
            )
        )
    assert len(looked_up) <= 5
    assert sum(message["t"] == "blocked" for message in ann.received) <= 5


async def test_who_asks_for_the_chat_again_and_again_is_sent_the_list_of_blocks_once(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the messages each time."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await wish(ann, {"t": "block", "person": bob.person, "blocked": True})
    await listening(ann)
    sent: list[str] = []
    mine = connection_of(node, ann).socket
    before_each_frame(
        monkeypatch,
        lambda socket, frame: sent.append(msgpack.unpackb(frame.payload)["t"]) if socket is mine else None,
    )
    for _ in range(10):
        await ann.send({"t": "chat"})
    await until(lambda: sent.count("chat") == 10)
    assert "blocked" not in sent


# --- no word of the players reaches spectators ---------------------------------------------------------------------


class Ear:
    """Hears all that is sent to anybody, and all that is logged, and remembers what somebody should not have heard."""

    def __init__(self, nodes: Sequence[Running], monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes = nodes
        self.secrets: list[str] = []
        self.leaks: list[str] = []
        self.heard = 0
        self.outside: set[str] = set()
        """Persons who may not read what is secret."""
        self.found = asyncio.Event()

        def heard(socket: TransportSocket, frame: Frame) -> None:
            for connection in (each for node in nodes for each in node.core.connections):
                if connection.socket is socket and connection.person in self.outside:
                    self.judge(connection.person, frame.payload)

        before_each_frame(monkeypatch, heard)

    def secret(self) -> str:
        """A word that nobody outside may read."""
        self.secrets.append("word" + secrets.token_hex(8))
        return self.secrets[-1]

    def judge(self, whom: str, data: bytes | str) -> None:
        """Whether there is a secret in what somebody outside was given."""
        self.heard += 1
        raw = data if isinstance(data, bytes) else data.encode()
        self.leaks += [f"{whom}: {secret}" for secret in self.secrets if secret.encode() in raw]
        if self.leaks:
            self.found.set()

    async def everything(self, client: Client, table: str) -> None:
        """Ask every node over HTTP for all there is."""
        for node in self.nodes:
            await self._everything(node.url, client, table)

    async def _everything(self, url: str, client: Client, table: str) -> None:
        async with httpx.AsyncClient(verify=NO_TLS, base_url=url, headers={"Cookie": client.cookie}) as browser:
            for path in (
                *(f"/api/tables/{table}/export{ask}" for ask in ("", "?as=spectator", "?as=0", "?as=log")),
                "/metrics",
                "/healthz",
                "/readyz",
                "/api/games",
                "/api/session",
            ):
                self.judge(client.person, (await browser.get(path)).content)


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Callable[[], str]:
    """All that was logged or printed so far."""
    caplog.set_level(logging.INFO)

    def read() -> str:
        printed = capsys.readouterr()
        return printed.out + printed.err + caplog.text

    return read


async def an_evening(nodes: Sequence[Running], ear: Ear, logged: Callable[[], str]) -> None:
    """Players and spectators talk from before the start to the end, and somebody takes over a seat in between.

    Players and spectators are at different nodes if there are two.
    """
    one, other = nodes[0], nodes[-1]
    ann, late = [await one.join(name) for name in ("Ann", "Eve")]
    bob, cat = [await other.join(name) for name in ("Bob", "Cat")]
    table = await ann.create("toy", 2)
    ear.outside |= {cat.person, late.person}
    for seat, client in enumerate((ann, bob)):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    for client in (ann, bob, cat):
        await listening(client, table)
    await ann.say("players", ear.secret())
    await ann.ready()
    await bob.ready()
    await cat.until(lambda: cat.view["table"]["phase"] == "running")
    await bob.say("players", ear.secret())
    await cat.say("spectators", "open words")
    await pry(cat, table)
    await listening(late, table)
    await pry(late, table)
    await ear.everything(late, table)
    # The new owner of a seat hears what is said from then on; the former one hears nothing.
    await free(one, ann, 1, bob)
    await late.do({"type": "sit", "seat": 1})
    await late.until(lambda: "players" in late.chat)
    said = await ann.say("players", phrase="hello")
    await late.until(lambda: said["number"] in late.chat["players"])
    await pry(late, table)
    ear.outside.add(bob.person)
    await bob.until(lambda: list(bob.chat) == ["spectators"])
    late_word = ear.secret()
    ear.outside.discard(late.person)
    await ann.say("players", late_word)
    await late.until(lambda: late_word in texts(late, "players"))
    await bob.say("spectators", "where am I?")
    await cat.until(lambda: "where am I?" in texts(cat, "spectators"))
    ear.judge("the log", logged())
    leaks = list(ear.leaks)
    await end(ann, late)
    for client in (cat, bob, late):
        await client.until(lambda client=client: set(ear.secrets) <= {*texts(client, "players")})  # type: ignore[misc]
    ear.leaks = leaks


async def pry(client: Client, table: str) -> None:
    """Ask by every message for what the players said."""
    for before in (1, 2, 99):
        await client.send({"t": "chat", "room": "players", "before": before})
    await client.send({"t": "report", "id": "pry-report", "table": table, "room": "players", "number": 1})
    await client.send({"t": "history", "before": 99})
    await client.ask({"t": "past", "seq": 1}, "past")
    with pytest.raises(Refused):
        await client.say("nowhere", "a frame that cannot be read")


@pytest.mark.parametrize("count", [1, 2])
async def test_no_word_of_the_players_reaches_those_who_watch_before_the_end(
    start_node: StartNode, monkeypatch: pytest.MonkeyPatch, logged: Callable[[], str], count: int
) -> None:
    """By no frame, page, record, figure or log of any node; after the end everybody reads all of it."""
    nodes = [await start_node() for _ in range(count)]
    ear = Ear(nodes, monkeypatch)
    await an_evening(nodes, ear, logged)
    assert not ear.leaks, ear.leaks[0]
    assert ear.heard > 30


def everybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms are open to all."""
    monkeypatch.setattr(install, "readable", lambda *_: ("players", "spectators"))


def substitutes_read_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """People who take a seat over see what was said before."""
    monkeypatch.setattr(install, "since", lambda *_: 0)


def lines_are_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of what is said stands in the log of the service."""
    say = Chats.say

    async def logging_say(self: Chats, *args: str, **more: str) -> int:
        logging.getLogger("partie").info("said %s", more["text"])
        return await say(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Chats, "say", logging_say)


@pytest.mark.parametrize("leak", [everybody_reads, substitutes_read_all, lines_are_logged])
async def test_a_service_that_tells_what_the_players_say_is_found_out(
    node: Running,
    monkeypatch: pytest.MonkeyPatch,
    logged: Callable[[], str],
    leak: Callable[[pytest.MonkeyPatch], None],
) -> None:
    """So the test above can fail."""
    leak(monkeypatch)
    ear = Ear([node], monkeypatch)
    work = [asyncio.create_task(an_evening([node], ear, logged)), asyncio.create_task(ear.found.wait())]
    await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    await tasks.end(work)
    assert ear.leaks


async def test_those_who_watch_read_along_where_the_table_shares_it(node: Running) -> None:
    """A setting of the table, which its view tells."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2, chat="shared")
    for client in (ann, bob, cat):
        await client.enter(table)
    for seat, client in enumerate((ann, bob)):
        await client.do({"type": "sit", "seat": seat})
    await listening(cat)
    await ann.say("players", "for all to read")
    await cat.until(lambda: texts(cat, "players") == ["for all to read"])
    assert cat.view["table"]["chat"] == "shared"


async def test_who_is_forgotten_has_said_nothing(node: Running) -> None:
    """The text is gone from pages that are open, and from Redis; that something was said stays."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    await listening(bob)
    await ann.say("players", "my-own-words")
    await bob.until(lambda: texts(bob, "players") == ["my-own-words"])
    await node.core.people.forget(ann.person)
    await bob.until(lambda: bob.chat["players"][1].get("gone") == "erased")
    assert texts(bob, "players") == [""]


async def test_a_room_keeps_no_more_than_its_stream_and_nothing_for_nobody(
    node: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest lines go; news of a room that nobody reads leaves nothing behind."""
    monkeypatch.setattr(install, "KEPT_LINES", 2)
    table, (ann, _) = await start_toy(node, "Ann", "Bob")
    await node.features.chat._read(node.core.tables.awake[table], "players")
    assert not node.features.chat._reading
    await listening(ann)
    for text in ("one", "two", "three"):
        await ann.say("players", text)
    await ann.until(lambda: len(ann.chat["players"]) == 3)
    room = node.features.chat._rooms[node.core.tables.awake[table], "players"]
    assert [entry.line.text for entry in room.entries] == ["two", "three"]
