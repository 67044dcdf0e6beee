"""Spectators of a table with a delay see it late, in all that is sent, on every node."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from partie.client.client import Client, Refused
from partie.features.lobby import board
from partie.features.lobby.entries import inward, order
from partie.http import tables
from partie.kit import SPECTATOR
from partie.limits import LocalLimit, Rate
from partie.live.spectators import SpectatorDelay
from partie.table import History
from partie.table.show.export import record_file
from tests.fixtures.service import NO_TLS, Running, StartNode, until
from tests.server.live.asking import listening, next_table, wish
from tests.server.live.behind import Behind
from tests.server.live.playing import end, play
from tests.server.live.watch import plain

MOVES = {"unit": "moves", "count": 3}
SECONDS = {"unit": "seconds", "count": 60}


class Evening:
    """A table of two players on a node, and two nodes at which it is watched. Time goes on by hand."""

    def __init__(self, nodes: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes = nodes
        self.ahead = 0
        self.players: list[Client] = []
        self.watching: list[Client] = []
        self.table = ""
        self.newest = 0
        self._clock = nodes[0].core.clock.now
        for node in nodes:
            monkeypatch.setattr(node.core.clock, "now", self.now)

    def now(self) -> int:
        """One time for all nodes, that is never set back: else what one shows another may judge to be too new."""
        self.newest = max(self.newest, self._clock() + self.ahead)
        return self.newest

    async def begin(self, delay: dict[str, Any], watch: Behind | None = None, **settings: Any) -> None:
        """A running game, with somebody in the lobby of each node and somebody at the table."""
        ann, bob = self.players = [await self.nodes[0].join(name) for name in ("Ann", "Bob")]
        self.table = await ann.create("toy", 2, delay=delay, **settings)
        if watch is not None:
            watch.table = self.table
        for seat, client in enumerate((ann, bob)):
            await client.enter(self.table)
            await client.do({"type": "sit", "seat": seat})
        for node in self.nodes:
            watcher = await node.join("Cat")
            await listening(watcher, self.table)
            guest = await node.join("Dan")
            await guest.send({"t": "lobby"})
            self.watching += [watcher, guest]
        for client in (ann, bob):
            await client.ready()
        for client in (ann, bob):
            await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]

    @property
    def history(self) -> History:
        return self.nodes[0].core.tables.awake[self.table].history

    def passes(self, seconds: float) -> None:
        """Let time pass, and every node look."""
        self.ahead += int(1000 * seconds)
        for node in self.nodes:
            node.core.tables.release()

    async def everywhere(self) -> None:
        """Wait until all nodes have heard of the newest event."""
        newest = self.history.seq
        for node in self.nodes:
            await until(lambda node=node: node.core.tables.awake[self.table].newest.seq >= newest)  # type: ignore[misc]

    async def say(self) -> None:
        """A player says something about the position."""
        await self.players[0].say("players", str(self.history.seq))

    async def ask(self) -> None:
        """Spectators ask for everything there is, and try what they may not."""
        newest = self.history.seq
        for client in self.watching[::2]:
            for seq in {1, newest // 2, newest - 1, newest, newest + 1} - {0}:
                await client.send({"t": "past", "seq": seq})
                await client.send({"t": "past", "seq": seq, "eyes": 0})
                await client.send({"t": "reason", "seq": seq})
            await client.send({"t": "history", "before": newest + 1})
            await client.send({"t": "offers", "always": True})
            await client.send({"t": "forecast"})
            await client.send({"t": "chat", "room": "players", "before": 10_000})
            await client.send({"t": "enter", "table": self.table, "seq": newest + 7, "mark": "ab" * 8})
            for what in ({"type": "undo", "to": 1}, {"type": "sit", "seat": 0}):
                with pytest.raises(Refused) as refused:
                    await client.do(what)
                assert refused.value.code in ("not_seated", "seat_taken") or client.over
            await client.ask({"t": "past", "seq": 1}, "past")
            await client.ask({"t": "forecast"}, "forecast")

    async def records(self, watch: Behind) -> None:
        """Ask over HTTP, as somebody who watches and as nobody at all."""
        for node in self.nodes:
            async with browsing(node) as browser:
                for headers in ({}, {"Cookie": self.watching[0].cookie}):
                    path = f"/api/tables/{self.table}/export"
                    answer = await browser.get(path, headers=headers)
                    live = node.core.tables.awake[self.table]
                    watch.record(live.history, node.core.clock.now(), answer.content)
                    log = await browser.get(f"{path}?as=log", headers=headers)
                    if watch.allowed(live.history, node.core.clock.now()) < live.history.seq and log.status_code != 409:
                        watch.leaks.append("the log is handed out")

    async def whole_game(self, watch: Behind) -> None:
        """To the end, with undo, words, and all that can be asked for."""
        rng = random.Random(4)
        for number in range(30):
            await play(self.players, rng, 2)
            await self.say()
            if self.players[0].over:
                break
            for client in self.players:
                if client.turn and client.turn.get("undo"):
                    self.passes(20)
                    with contextlib.suppress(Refused):  # the other one was quicker
                        await client.do({"type": "undo", "to": client.turn["undo"][0]})
            self.passes(rng.choice((0, 20)))
            await self.everywhere()
            if number % 3 == 0:
                await self.ask()
                await self.records(watch)
        if not self.players[0].over:
            await end(*self.players)
        await self.everywhere()
        await self.ask()
        await self.records(watch)


def browsing(node: Running) -> httpx.AsyncClient:
    """Asks a node over HTTP, as patiently as a machine needs that has much else to do."""
    return httpx.AsyncClient(
        base_url=node.url, timeout=60.0, transport=httpx.AsyncHTTPTransport(verify=NO_TLS, retries=3)
    )


@pytest.fixture
async def evening(start_node: StartNode, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr("partie.upkeep.rounds.RELEASE_SECONDS", 10_000.0)
    # The watch holds everybody up while it judges, which must not count as silence.
    quick = {"commands_per_second": 1000, "sessions_per_hour": 0, "ping": 600.0}
    nodes = [await start_node(**quick), await start_node(**quick)]
    for node in nodes:
        # Nobody thinks here.
        node.core.connections.frame_allowed = lambda _: True  # type: ignore[method-assign,assignment]
        node.features.chat._saying = LocalLimit(Rate(1000, 1.0))
    return Evening(nodes, monkeypatch)


@pytest.mark.parametrize("delay", [MOVES, SECONDS], ids=["moves", "seconds"])
async def test_nobody_who_watches_is_sent_anything_too_new(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, delay: dict[str, Any]
) -> None:
    """In a whole game, through both nodes: frames, lobby, names, words, records. In the end all is open."""
    watch = Behind(evening.nodes)
    watch.begin(monkeypatch)
    await evening.begin(delay, watch, chat="shared")
    await evening.whole_game(watch)
    assert not watch.leaks, watch.leaks[0]
    assert watch.kinds >= {"update", "history", "past", "forecast", "lobby", "chat", "people", "refused"}
    evening.passes(SECONDS["count"] + 1)  # type: ignore[operator]
    for cat in evening.watching[::2]:
        await cat.until(lambda cat=cat: cat.over)  # type: ignore[misc]
        assert cat.view["table"]["phase"] == "ended"
        assert cat.cursor == evening.players[0].cursor
        seen = await cat.ask({"t": "past", "seq": evening.history.newest.started, "eyes": 0}, "past")
        assert seen["eyes"] == 0
    for dan in evening.watching[1::2]:
        await dan.until(lambda dan=dan: evening.table not in dan.lobby)  # type: ignore[misc]
    assert not watch.leaks, watch.leaks[0]


# --- the watch itself ---------------------------------------------------------------------------------------------


def sees_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators see the newest table."""
    monkeypatch.setattr(SpectatorDelay, "seen", property(lambda self: self._history.newest))


def shows_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby shows everybody what those see who sit there."""
    monkeypatch.setattr(board, "outward", inward)


def lets_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the players say is read at once."""
    monkeypatch.setattr(SpectatorDelay, "may_read", lambda *_: True)


def records_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a table holds all of it."""
    monkeypatch.setattr(tables, "record_file", lambda history, viewer, *_: record_file(history, viewer))


@pytest.mark.parametrize("leak", [sees_all, shows_the_turn, lets_hear, records_all])
async def test_a_service_that_tells_too_early_is_found_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """Each way in which it could."""
    leak(monkeypatch)
    watch = Behind(evening.nodes)
    watch.begin(monkeypatch)
    await evening.begin(MOVES, watch, chat="shared")
    await evening.whole_game(watch)
    assert watch.leaks


async def test_what_was_made_before_more_might_be_seen_is_no_leak(evening: Evening) -> None:
    """An entry may not know yet that its move was taken back; it may not know of that too early."""
    await evening.begin(MOVES)
    rng = random.Random(2)
    while not (able := [client for client in evening.players if client.turn and client.turn.get("undo")]):
        await play(evening.players, rng, 1)
    to: int = able[0].turn["undo"][0]  # type: ignore[index]
    await able[0].do({"type": "undo", "to": to})
    history, watch = evening.history, Behind(evening.nodes)
    moved = to + 1
    before = plain(history.entry(moved, SPECTATOR, history.past(moved)))
    after = plain(history.entry(moved, SPECTATOR))
    assert list(watch.entries(history, history.seq, [before, after])) == []
    assert list(watch.entries(history, moved, [after])) == [f"the history tells of event {moved} what came later"]


# --- what is seen -------------------------------------------------------------------------------------------------


async def test_those_who_watch_follow_so_many_moves_behind(evening: Evening) -> None:
    """Each move shows them an older one; a player with a second window sees all, and without a session nobody does."""
    await evening.begin(MOVES)
    ann, bob = evening.players
    second, stranger = await evening.nodes[1].join(cookie=ann.cookie), await evening.nodes[1].join("Ann")
    for client in (second, stranger):
        await client.enter(evening.table)
    started = evening.history.newest.started
    await play([ann, bob], random.Random(2), 6)
    await evening.everywhere()
    seen = evening.history.reach(0)
    assert started < seen < evening.history.seq
    for cat in (stranger, *evening.watching[::2]):
        await cat.until(lambda cat=cat: cat.cursor is not None and cat.cursor[0] == seen)  # type: ignore[misc]
        assert cat.view["table"]["delay"] == MOVES
    await second.until(lambda: second.cursor == ann.cursor)


async def test_time_alone_shows_what_is_old_enough_also_after_a_restart(
    evening: Evening, start_node: StartNode
) -> None:
    """Served from the log: a node that never saw the moves shows as much as one that did."""
    await evening.begin(SECONDS)
    await play(evening.players, random.Random(2), 5)
    await evening.everywhere()
    (cat, _, far, _), newest = evening.watching, evening.history.newest
    assert cat.cursor is not None
    assert cat.cursor[0] == newest.started
    evening.passes(61)
    for client in (cat, far):
        await client.until(lambda client=client: client.cursor == (newest.seq, newest.mark))  # type: ignore[misc]
    await play(evening.players, random.Random(3), 1)
    later = await start_node()
    eve = await later.join("Eve")
    await eve.enter(evening.table)
    assert eve.cursor is not None
    assert eve.cursor[0] == newest.started, "its clock was not set ahead"


async def test_a_seated_player_is_told_in_the_lobby_that_it_is_his_turn(evening: Evening) -> None:
    """While everybody else is shown whose turn it was."""
    await evening.begin(MOVES)
    ann, bob = evening.players
    windows = [await evening.nodes[1].join(cookie=client.cookie) for client in (ann, bob)]
    for window in windows:
        await window.send({"t": "lobby"})
    await play([ann, bob], random.Random(2), 2)
    await evening.everywhere()
    now = [seat in evening.history.pending(evening.history.newest) for seat in (0, 1)]

    def shown(window: Client) -> list[bool]:
        return [seat.get("pending", False) for seat in window.lobby.get(evening.table, {}).get("seats", ())]

    for window in windows:
        await window.until(
            lambda window=window: window.lobby.get(evening.table, {}).get("seq") == evening.history.seq  # type: ignore[misc]
        )
        assert shown(window) == now
    dan = evening.watching[1]
    shown_to_all = evening.history.newest.started
    await dan.until(lambda: dan.lobby.get(evening.table, {}).get("seq") == shown_to_all)


async def test_an_end_that_is_held_back_is_in_no_profile_yet(evening: Evening) -> None:
    """But in those that the players themselves read."""
    await evening.begin(SECONDS)
    ann, bob = evening.players
    await play([ann, bob], random.Random(2))
    assert ann.over

    async def games(cookie: str) -> int:
        async with browsing(evening.nodes[0]) as browser:
            answer = await browser.get(f"/api/people/{ann.person}", headers={"Cookie": cookie} if cookie else {})
            return len(answer.json()["games"])

    async def noted() -> bool:
        return await games(bob.cookie) == 1

    await until(noted)
    assert await games("") == 0
    assert await games(evening.watching[0].cookie) == 0
    evening.passes(0)
    await asyncio.gather(*(client.close() for client in evening.watching))
    assert not evening.nodes[0].core.tables.awake[evening.table].idle, "it wakes until its end may be shown"


async def agree(evening: Evening, delay: dict[str, Any] | None) -> int:
    """Let the players agree to another delay; by which event."""
    ann, bob = evening.players
    asked = await ann.do({"type": "propose", "what": "delay", "delay": delay})
    await bob.until(lambda: "proposal" in bob.view)
    done = await bob.do({"type": "answer", "proposal": asked["seq"], "grant": True})
    await evening.everywhere()
    seq: int = done["seq"]
    return seq


async def test_players_agree_in_the_middle_of_a_game_to_another_delay(evening: Evening) -> None:
    """Spectators are shown what they may from then on, on every node, and nothing that they saw goes away."""
    await evening.begin(MOVES)
    cat, far = evening.watching[::2]
    await play(evening.players, random.Random(4), 4)
    shown = await agree(evening, None)
    for client in (cat, far):
        await client.until(lambda client=client: client.cursor[0] == shown)  # type: ignore[misc]
    held = await agree(evening, SECONDS)
    await play(evening.players, random.Random(5), 2)
    await evening.everywhere()
    late = await evening.nodes[1].join("Eve")
    await late.enter(evening.table)
    for client in (cat, far, late):
        await client.until(lambda client=client: client.cursor[0] >= held)  # type: ignore[misc]
        await client.ask({"t": "forecast"}, "forecast")
        assert client.cursor is not None
        assert client.cursor[0] == held
        assert client.view["table"]["delay"] == SECONDS
    evening.passes(61)
    for client in (cat, far, late):
        await client.until(lambda client=client: client.cursor[0] == evening.history.seq)  # type: ignore[misc]


async def test_a_next_game_waits_until_those_who_watch_have_seen_the_end(evening: Evening) -> None:
    """For it tells that this one has ended, and who won. Nobody else learns by asking; then it keeps the delay."""
    await evening.begin(SECONDS)
    (ann, bob), (cat, _, far, _) = evening.players, evening.watching
    await end(ann, bob)
    await evening.everywhere()
    with pytest.raises(Refused) as refused:
        await ann.do({"type": "again"})
    assert refused.value.code == "not_seen_yet"
    assert refused.value.message["params"]["seconds"] > 0
    for client in (cat, far):
        with pytest.raises(Refused) as refused:
            await client.do({"type": "again"})
        assert refused.value.code == "not_ended"
        assert await wish(client, {"t": "invite", "table": evening.table, "person": ann.person}) == "started"
    evening.passes(61)
    following = (await ann.do({"type": "again"}))["table"]
    for client in (bob, cat, far):
        await client.until(lambda client=client: next_table(client) == following)  # type: ignore[misc]
    await bob.enter(following)
    assert bob.view["table"]["delay"] == SECONDS


async def test_nobody_plays_on_from_a_position_before_all_have_seen_the_end(evening: Evening) -> None:
    """A fork would tell that the game is over; who watches from behind does not even learn that by asking."""
    await evening.begin(SECONDS)
    ann, bob = evening.players
    fork = {"type": "fork", "seq": evening.history.newest.started, "seat": 0, "others": ["free", "former"]}
    await end(ann, bob)
    await evening.everywhere()
    for client, code in ((ann, "not_seen_yet"), (evening.watching[0], "not_ended"), (evening.watching[2], "not_ended")):
        with pytest.raises(Refused) as refused:
            await client.do(fork)
        assert refused.value.code == code
    evening.passes(61)
    for client in (ann, evening.watching[2]):
        await client.do(fork)


async def test_who_watches_from_behind_is_not_told_of_a_next_game_before_the_end(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if a node whose clock is ahead has made it."""
    await evening.begin(SECONDS)
    ann, bob = evening.players
    cat = evening.watching[0]
    await end(ann, bob)
    monkeypatch.setattr("partie.features.rematch.rules.end_shown_at", lambda _: 0)
    following = (await ann.do({"type": "again"}))["table"]
    late, second = await evening.nodes[0].join("Eve"), await evening.nodes[0].join(cookie=ann.cookie)
    for client in (late, second):
        await client.enter(evening.table)
    for client in (bob, second):
        await client.until(lambda client=client: next_table(client) == following)  # type: ignore[misc]
    for client in (cat, late):
        await client.ask({"t": "forecast"}, "forecast")
        assert not next_table(client)


async def test_a_host_who_does_not_sit_is_shown_no_more_than_others(evening: Evening) -> None:
    """Nor does the table leave his list before its end may be known."""
    ann, bob, cat = [await evening.nodes[0].join(name) for name in ("Ann", "Bob", "Cat")]
    table = await cat.create("toy", 2, delay=SECONDS, watch="invited")
    for seat, client in enumerate((ann, bob)):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    await cat.send({"t": "lobby"})
    for client in (ann, bob):
        await client.ready()
    for client in (ann, bob):
        await client.until(lambda client=client: client.view["table"]["phase"] == "running")  # type: ignore[misc]
    await play([ann, bob], random.Random(2), 2)
    live = evening.nodes[0].core.tables.awake[table]
    entries = evening.nodes[0].features.lobby.lobby.entries
    await until(lambda: order(entries[table]) == live.newest.seq)
    await cat.until(lambda: cat.lobby.get(table, {}).get("seq") == live.newest.started)
    await end(ann, bob)
    await until(lambda: order(entries[table]) == live.newest.seq)
    shown = evening.nodes[0].features.lobby.lobby.whole(cat.person).tables
    assert [(one.table, one.seq, one.phase) for one in shown] == [(table, live.newest.started, "running")]
