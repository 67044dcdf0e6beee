"""The evenings that are recorded, each a script: who comes, what they do, in which order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.golden.wire.evening import Evening
from tests.golden.wire.window import Window

Script = Callable[[Evening], Awaitable[None]]

UNKNOWN = "0123456789abcdee"
"""A mark that no event has."""


async def sit_down(
    evening: Evening, game: str, seats: int, *, access: str = "open", **settings: Any
) -> tuple[list[Window], Window]:
    """A table with somebody in every seat, started, and one who has watched from the start; another sees the lobby."""
    names = ("Ann", "Bob", "Cid", "Dora")[:seats]
    players = [await evening.join(name) for name in names]
    watcher, lobby = await evening.join("Cat"), await evening.join("Eve")
    await lobby.look()
    ann, *others = players
    table = await evening.create(ann, "table", game=game, seats=seats, access=access, **settings)
    await ann.enter(table)
    await evening.sit(ann, 0)
    token = ""
    if access == "invited":
        answer = await evening.call(ann, "POST", f"/api/tables/{table}/invitation")
        token = evening.names.call(answer["token"], "invitation")
    for seat, window in enumerate(others, 1):
        await window.enter(table, invitation=token)
        await evening.sit(window, seat)
    await watcher.enter(table)
    await evening.calm()
    await evening.ready(*players)
    return players, watcher


async def take_back(evening: Evening, players: list[Window]) -> None:
    """Moves, until one can be taken back: that is done, and it is made again."""
    for _ in range(12):
        for window in players:
            if window.turn and window.turn.get("undo") and not window.over:
                await evening.do(window, {"type": "undo", "to": window.turn["undo"][-1]})
                await evening.do(window, {"type": "redo", "to": window.turn["redo"][0]})
                return
        await evening.play(players, 1)


async def go_back(evening: Evening, asker: Window, others: list[Window], *, grant: bool) -> None:
    """Ask to go back to the last position that can be gone back to; the others grant it or not."""
    assert asker.cursor is not None
    for to in range(asker.cursor[0] - 1, 3, -1):
        answer = await evening.agree(asker, others, grant=grant, what="undo", to=to)
        if answer["t"] == "accepted":
            return


async def ask_around(evening: Evening, windows: list[Window]) -> None:
    """Everybody asks what can be asked."""
    for window in windows:
        assert window.cursor is not None
        seq = window.cursor[0]
        await window.ask({"t": "offers"}, "offers", "problem")
        await window.ask({"t": "forecast"}, "forecast", "problem")
        await window.ask({"t": "history", "before": 8}, "history")
        await window.ask({"t": "history", "before": seq + 1}, "history")
        await window.ask({"t": "past", "seq": seq // 2}, "past")
        await window.ask({"t": "past", "seq": seq + 5}, "no_past")
        await window.ask({"t": "past", "seq": seq, "eyes": 0}, "past", "no_past")
        await window.ask({"t": "reason", "seq": seq}, "reason")


async def be_refused(evening: Evening, players: list[Window], watcher: Window) -> None:
    """Moves that cannot be."""
    acting = next(window for window in players if window.must)
    other = next((window for window in players if not window.must), players[-1])
    assert acting.turn is not None
    legal = acting.turn["legal"][0]
    await evening.move(acting, {"type": "nonsense"})
    await evening.move(acting, legal, ask=max(0, acting.turn["ask"] - 1))
    await evening.move(acting, legal, ask=acting.turn["ask"] + 50)
    await evening.move(other, legal)
    await evening.move(watcher, legal)
    await evening.do(watcher, {"type": "undo", "to": 3})
    await evening.do(acting, {"type": "answer", "proposal": 1, "grant": True})
    await evening.do(acting, {"type": "close"})
    await acting.wish({"t": "command", "table": acting.table, "do": {"type": "what_is_that"}})


async def come_back(evening: Evening, window: Window, others: list[Window], label: str) -> Window:
    """Lose the line, miss two moves, and come back with the cursor; then ask again with one that nobody knows."""
    cursor, view = window.cursor, window.view
    await window.close()
    await evening.play(others, 2)
    back = await evening.again(window, label)
    back.seat, back.table, back.cursor, back.view = window.seat, window.table, cursor, view
    await back.enter(window.table, cursor)
    await evening.settle()
    assert back.cursor is not None
    await back.enter(window.table, (back.cursor[0], UNKNOWN))
    await back.enter(window.table)
    await evening.settle()
    return back


async def game(evening: Evening, key: str, seats: int, moves: int, **settings: Any) -> None:
    """An evening of one of the games, ended by agreement."""
    await evening.node()
    players, watcher = await sit_down(evening, key, seats, **settings)
    ann, bob, *_ = players
    table = ann.table
    await evening.talk(*players, watcher)
    await evening.say(ann, "players", players, text="Have fun!")
    await evening.say(watcher, "spectators", [watcher], phrase="hello")
    await evening.play(players, 4)
    await be_refused(evening, players, watcher)
    await take_back(evening, players)
    await bob.ask({"t": "offers", "always": True}, "offers")
    await evening.play(players, moves // 3)
    late = await evening.join("Dan")
    await late.enter(table)
    await go_back(evening, ann, players[1:], grant=True)
    await evening.play(players, moves // 3)
    await go_back(evening, bob, [ann], grant=False)
    await ask_around(evening, [*players, watcher])
    players[1] = bob = await come_back(evening, bob, [ann, *players[2:]], "Bob back")
    await evening.play(players, moves // 3)
    await take_back(evening, players)
    for window in (ann, late, None):
        await evening.call(window, "GET", f"/api/tables/{table}/export")
    await evening.call(late, "GET", f"/api/tables/{table}/export?as=1")
    await evening.call(late, "GET", f"/api/tables/{table}/export?as=log")
    await evening.calm()
    await evening.agree(ann, players[1:], what="end")
    await ask_around(evening, [bob, late])


async def glenmore(evening: Evening) -> None:
    """Three players, open."""
    await game(evening, "glenmore", 3, 24, options={"start_order": "seats"})


async def nereus(evening: Evening) -> None:
    """Three players by invitation, with a chat that spectators share."""
    await game(evening, "nereus", 3, 24, access="invited", chat="shared", options={"chest_order": "free"})


async def vinci(evening: Evening) -> None:
    """Three players; who watches is two moves behind."""
    delay = {"unit": "moves", "count": 2}
    await game(evening, "vinci", 3, 24, options={"target": 60}, delay=delay)


async def wikinger(evening: Evening) -> None:
    """Two players, the basic game."""
    await game(evening, "wikinger", 2, 24)


async def wikinger_advanced(evening: Evening) -> None:
    """Four players, the advanced game with an open auction; with clocks."""
    options = {"game": "advanced", "auction": "open"}
    pace = {"kind": "live", "game": 600, "turn": 10}
    await game(evening, "wikinger", 4, 24, options=options, pace=pace, access="invited")


async def toy(evening: Evening) -> None:
    """A whole game with a bot, watched two moves behind; then the next game, and one that goes on from its middle."""
    await evening.node()
    ann, bob, watcher, lobby = [await evening.join(name) for name in ("Ann", "Bob", "Cat", "Eve")]
    await lobby.look()
    delay = {"unit": "moves", "count": 2}
    table = await evening.create(ann, "table", game="toy", seats=3, options={"rounds": 2}, delay=delay)
    await take_seats(evening, table, ann, bob, watcher)
    await ann.ask({"t": "offers", "always": True}, "offers")
    await evening.play([ann, bob], 3)
    await take_back(evening, [ann, bob])
    await be_refused(evening, [ann, bob], watcher)
    await ask_around(evening, [ann, watcher])
    await evening.do(ann, {"type": "again"})
    await evening.do(ann, {"type": "fork", "seq": 8, "seat": 0, "others": ["free", "free", "quick"]})
    await evening.play([ann, bob], 200)
    assert ann.over
    await watcher.until(lambda: watcher.over, "the end")
    await evening.calm()
    await look_back(evening, table, ann, bob, watcher)
    await play_on(evening, table, ann, bob, watcher)


async def take_seats(evening: Evening, table: str, ann: Window, bob: Window, watcher: Window) -> None:
    """All that can be done before a game starts, until it does: two persons and a bot."""
    for seat, window in enumerate((ann, bob)):
        await window.enter(table)
        await evening.sit(window, seat, colour=("hare", "duck")[seat])
    await watcher.enter(table)
    await evening.do(watcher, {"type": "sit", "seat": 0})
    await evening.do(watcher, {"type": "count", "rated": True})
    await evening.do(bob, {"type": "leave"})
    await evening.do(bob, {"type": "sit", "seat": 1, "colour": "hare"})
    await evening.do(bob, {"type": "sit", "seat": 1, "colour": "duck"})
    await evening.do(bob, {"type": "seat_bot", "seat": 2})
    await evening.do(bob, {"type": "unseat_bot", "seat": 2})
    await evening.do(ann, {"type": "seat_bot", "seat": 2, "level": "quick"})
    await evening.do(ann, {"type": "count", "rated": True})
    await evening.calm()
    await evening.ready(ann, bob)


async def look_back(evening: Evening, table: str, ann: Window, bob: Window, watcher: Window) -> None:
    """All that can be asked for of a game that has ended."""
    await ask_around(evening, [ann, watcher])
    assert ann.cursor is not None
    for seq in range(8, ann.cursor[0]):
        await ann.ask({"t": "reason", "seq": seq}, "reason")
    await evening.do(ann, {"type": "ready", "ready": False, "nonce": "0" * 16})
    for window in (ann, watcher, None):
        await evening.call(window, "GET", f"/api/tables/{table}/export")
    await evening.call(ann, "GET", f"/api/tables/{table}/export?as=1")
    await evening.call(ann, "GET", f"/api/tables/{table}/export?as=9")
    await evening.call(ann, "GET", f"/api/tables/{table}/export?as=log")
    await evening.call(ann, "GET", f"/api/tables/{table}/ratings")
    await evening.noted(bob, f"/api/people/{ann.person}", lambda found: len(found["games"]) == 1)


async def play_on(evening: Evening, table: str, ann: Window, bob: Window, watcher: Window) -> None:
    """The next game of one that has ended, which is closed again; and one that goes on from its middle."""
    assert ann.cursor is not None
    again = await evening.do(ann, {"type": "again"}, becomes="next table")
    for window in (ann, bob, watcher):
        await window.kind("next_game", table=table)
    await evening.do(watcher, {"type": "again"})
    await evening.do(bob, {"type": "again"}, becomes="next table")
    fork = {"type": "fork", "seq": ann.cursor[0] // 2, "seat": 1, "others": ["former", "free", "quick"]}
    forked = await evening.do(bob, fork, becomes="forked table")
    ann.seat, bob.seat = 2, None
    for window in (ann, bob, watcher):
        await window.enter(again["table"])
    await evening.settle()
    await evening.calm()
    await evening.sit(bob, 0)
    await evening.do(ann, {"type": "close"})
    ann.seat, bob.seat, watcher.seat = None, 1, None
    for window in (ann, bob, watcher):
        await window.enter(forked["table"])
    await evening.sit(ann, 0)
    await evening.ready(ann, bob)
    await evening.play([ann, bob], 6)
    await ask_around(evening, [ann, watcher])
    await ann.ask({"t": "past", "seq": fork["seq"]}, "past", "no_past")


async def two_nodes(evening: Evening) -> None:
    """People at one table through two nodes with clocks; one node ends, and its people go on at the other."""
    for _ in range(2):
        await evening.node()
    ann, bob = await evening.join("Ann"), await evening.join("Bob", node=1)
    watcher, lobby = await evening.join("Cat"), await evening.join("Eve", node=1)
    await lobby.look()
    pace = {"kind": "live", "game": 300, "turn": 5}
    table = await evening.create(ann, "table", game="toy", seats=2, pace=pace)
    for seat, window in enumerate((ann, bob)):
        await window.enter(table)
        await evening.sit(window, seat)
    await watcher.enter(table)
    await evening.ready(ann, bob)
    await evening.talk(ann, bob, watcher)
    await evening.say(ann, "players", [ann, bob], text="From here")
    await evening.say(bob, "players", [ann, bob], phrase="hello")
    await evening.play([ann, bob], 3)
    await evening.agree(ann, [bob], what="pause")
    await evening.play([ann, bob], 1)
    await evening.agree(bob, [ann], what="resume")
    await evening.agree(bob, [ann], grant=False, what="pace", pace={"kind": "live", "game": 600})
    await evening.agree(ann, [bob], what="pace", pace={"kind": "live", "game": 900, "turn": 1})
    await take_back(evening, [ann, bob])
    await evening.calm()
    last = await evening.do(ann, {"type": "propose", "what": "end"}, id_="the-last-thing")
    await evening.drain(0)
    moved = []
    for window in (ann, watcher):
        back = await evening.again(window, f"{window.label} back", node=1)
        back.seat, back.table, back.cursor, back.view = window.seat, table, window.cursor, window.view
        await back.enter(table, window.cursor)
        moved.append(back)
    ann, watcher = moved
    await evening.do(ann, {"type": "propose", "what": "end"}, id_="the-last-thing")
    await evening.do(ann, {"type": "answer", "proposal": last["seq"], "grant": False})
    await evening.calm()
    await evening.play([ann, bob], 200)
    assert ann.over


async def company(evening: Evening) -> None:
    """Accounts, names, following, invitations, words and blocks, matchmaking, order, and signing out."""
    await evening.node(owner=evening.chance.person("Flo"))
    ann, bob, cat = [await evening.join(name) for name in ("Ann", "Bob", "Cat")]
    for asking in (None, ann):
        for path in ("/api/session", "/healthz", "/readyz", "/api/games", "/api/calls", "/api/account", "/api/nothing"):
            await evening.call(asking, "GET", path)
    for window in (ann, bob):
        await evening.account(window, window.label.lower())
    await evening.call(ann, "GET", "/api/account")
    ann, bob = [await evening.again(window, f"{window.label} with an account") for window in (ann, bob)]
    lobby = await evening.join("Eve")
    await lobby.look()
    table, private = await invite(evening, ann, bob, cat)
    await speak(evening, private, ann, cat)
    await be_renamed(evening, private, ann, cat)
    await evening.do(ann, {"type": "close"})
    await evening.do(ann, {"type": "close"}, table)
    dan = await search_for_game(evening, bob, lobby)
    await evening.ready(bob, dan)
    await evening.play([bob, dan], 2)
    await keep_order(evening, bob, dan)
    await evening.calm()
    await evening.call(dan, "DELETE", "/api/session")
    await dan.ended()
    await evening.call(dan, "GET", "/api/session")


async def invite(evening: Evening, ann: Window, bob: Window, cat: Window) -> tuple[str, str]:
    """Follow somebody who creates a table for all, and one for some, who are invited and come or not."""
    for window in (ann, bob, cat):
        await window.ask({"t": "company"}, "following")
    await bob.wish({"t": "follow", "person": ann.person})
    await bob.kind("following", persons={ann.person: "Ann"})
    await ann.wish({"t": "follow", "person": cat.person})
    table = await evening.create(ann, "table", game="toy", seats=2, access="open")
    await bob.kind("opened", table=table)
    private = await evening.create(ann, "private table", game="toy", seats=2, access="invited", watch="invited")
    await cat.enter(private)
    await ann.enter(private)
    await ann.wish({"t": "invite", "table": private, "person": cat.person})
    await cat.until(lambda: bool(cat.last["invitations"].get("invitations")), "the invitation")
    evening.note(cat, "invitations")
    await ann.wish({"t": "invite", "table": private, "login": "bob"})
    await ann.wish({"t": "invite", "table": private, "login": "nobody-here"})
    await cat.wish({"t": "invite", "table": private, "login": "bob"})
    await bob.until(lambda: bool(bob.last["invitations"].get("invitations")), "the invitation")
    evening.note(bob, "invitations")
    await bob.send({"t": "decline", "table": private})
    await ann.kind("declined")
    await cat.enter(private)
    await evening.sit(ann, 0)
    await evening.sit(cat, 1)
    return table, private


async def speak(evening: Evening, table: str, ann: Window, cat: Window) -> None:
    """Words at a table, also such as are not taken; they are reported, and who said them is blocked."""
    await evening.talk(ann, cat)
    await evening.say(ann, "players", [ann, cat], text="Hello *you* <there>")
    await evening.say(cat, "players", [ann, cat], text="Nothing nice")
    await evening.say(cat, "spectators", [], text="Not my room")
    await evening.say(cat, "players", [], phrase="what_is_this")
    await evening.say(cat, "players", [], text=" ")
    await ann.ask({"t": "chat", "room": "players", "before": 2}, "chat")
    await ann.wish({"t": "report", "table": table, "room": "players", "number": 2})
    await ann.wish({"t": "report", "table": table, "room": "players", "number": 9})
    await ann.wish({"t": "block", "person": cat.person, "blocked": True})
    await ann.kind("blocked", persons=[cat.person])
    await ann.ask({"t": "blocks"}, "blocked")
    await evening.say(cat, "players", [ann, cat], text="Who hears me?")
    await evening.calm()


async def be_renamed(evening: Evening, table: str, ann: Window, cat: Window) -> None:
    """Another name, told to who sits there too; and invitations are taken back."""
    known = len(cat.heard)
    await evening.call(ann, "PATCH", "/api/session", body={"name": "Anna"})
    await cat.next(known, lambda heard: heard["t"] == "people" and heard["names"].get(ann.person) == "Anna")
    evening.note(cat, "people")
    await evening.call(ann, "PATCH", "/api/session", body={"name": ""})
    await evening.call(ann, "DELETE", f"/api/tables/{table}/invitation")
    await evening.call(cat, "DELETE", f"/api/tables/{table}/invitation")


async def search_for_game(evening: Evening, bob: Window, lobby: Window) -> Window:
    """Search in vain, and for the same game as somebody else: at their table."""
    await bob.wish({"t": "seek", "games": ["toy"], "seats": [7]}, "nothing-fits")
    await bob.send({"t": "seek", "id": "seek-of-bob", "games": ["toy"], "seats": [2, 3], "pace": "quick"})
    for window in (bob, lobby):
        await window.until(lambda window=window: bool(window.last.get("seeking", {}).get("waiting")), "being counted")  # type: ignore[misc]
        evening.note(window, "seeking")
    dan = await evening.join("Dan")
    await dan.send({"t": "seek", "id": "seek-of-dan", "games": ["toy"], "seats": [2], "pace": "quick"})
    found = await bob.kind("found")
    await dan.kind("found")
    evening.known(found["table"], "table of the match", bob)
    for window in (bob, dan):
        await window.enter(found["table"])
        seats = window.view["table"]["seats"].items()
        window.seat = next(int(seat) for seat, one in seats if one.get("person") == window.person)
    return dan


def credited(window: Window) -> bool:
    """Whether a window knows that time was given back to those who had to act."""
    entries = window.last.get("update", {}).get("entries", ())
    return any(entry["kind"] == "spared" for entry in entries)


async def keep_order(evening: Evening, bob: Window, dan: Window) -> None:
    """The owner of the service closes a table and opens it again, mutes one person and bans another."""
    flo, gus = await evening.join("Flo"), await evening.join("Gus")

    async def act(who: Window, kind: str, target: str) -> None:
        body = {"kind": kind, "target": target, "why": "for the record"}
        await evening.call(who, "POST", "/api/moderation", body=body)

    await act(bob, "close", bob.table)
    await act(flo, "what", bob.table)
    await act(flo, "close", bob.table)
    for window in (bob, dan):
        await window.kind("closed", closed=True)
    await evening.play([bob, dan], 1)
    await act(flo, "reopen", bob.table)
    for window in (bob, dan):
        await window.kind("closed", closed=False)
    for window in (bob, dan):
        await window.until(lambda window=window: credited(window), "the time that is given back")  # type: ignore[misc]
    await evening.play([bob, dan], 1)
    await evening.talk(bob)
    await act(flo, "mute", bob.person)
    await evening.say(bob, "players", [], text="Am I heard?")
    await act(flo, "ban", gus.person)
    await gus.kind("banned")
    await gus.ended()


async def toy_in_version_2(evening: Evening) -> None:
    """The same evening in the second version of the wire."""
    evening.wire = 2
    await toy(evening)


EVENINGS: dict[str, Script] = {
    "glenmore": glenmore,
    "nereus": nereus,
    "vinci": vinci,
    "wikinger": wikinger,
    "wikinger-advanced": wikinger_advanced,
    "toy": toy,
    "toy-2": toy_in_version_2,
    "two-nodes": two_nodes,
    "company": company,
}
