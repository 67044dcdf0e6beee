"""A wild evening at one table of the toy game, and what must hold through all of it.

Every frame is judged in the moment in which the service writes it: a card may be named only to somebody who has
seen it. Whenever things are quiet, every client must hold what the service holds for its eyes.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import Awaitable, Callable

import msgpack

from partie.client.client import Client, Lost, Message, Refused
from partie.gateway.connection import Connection
from partie.kit import SPECTATOR, Viewer
from partie.table import History, viewer_of
from tests.engines.toys.state import State
from tests.fixtures.service import Running
from tests.server.live.watch import Watch, plain

CARD = re.compile(rb"(?:amber|blue|coral|dusk)-[1-9]")

MAY_BE_REFUSED = frozenset(
    """
    stale not_your_turn ended nothing_to_undo nothing_to_redo other_moved drawn uncovered no_such_position undo_limit
    proposal_open proposal_limit no_proposal not_asked already_answered nobody_present not_away not_seated not_now
    seat_taken seat_free already_seated not_in_hand too_far no_peek no_energy same_card no_tries no_bids lapsed
    """.split()  # noqa: SIM905  # a word list
)


def visible(state: State, viewer: Viewer) -> set[str]:
    """The cards that lie open before a viewer, by the rules and not by the engine's view."""
    cards = set(state.discard) | {card for card, seats in state.known.items() if viewer in seats}
    for seat, player in enumerate(state.players):
        if seat == viewer or state.phase == "over":
            cards.update(player.hand)
    return cards


class CardWatch(Watch):
    """Also looks for cards of the toy game, whose names are no common words."""

    def __init__(self, nodes: list[Running]) -> None:
        super().__init__(nodes)
        self.seen: dict[str, tuple[int, set[str]]] = {}

    def judge(self, history: History, connection: Connection, payload: bytes) -> None:
        super().judge(history, connection, payload)
        named = {card.decode() for card in CARD.findall(payload)}
        early = named - self.allowed(history, connection.person)
        if early:
            self.leaks.append(f"{connection.person} at {history.seq}, {early}: {msgpack.unpackb(payload)}")

    def allowed(self, history: History, person: str) -> set[str]:
        """The cards that the person has had before its eyes at any event so far."""
        upto, cards = self.seen.get(person, (0, set()))
        for seq in range(upto + 1, history.seq + 1):
            table = history.past(seq)
            if table.started:
                cards |= visible(table.state, viewer_of(table, person))
        self.seen[person] = (history.seq, cards)
        return cards


class Spy(Client):
    """A client that strikes history lines out as a browser does, and keeps the views it had."""

    def _update(self, message: Message) -> None:
        super()._update(message)
        if self.cursor is None:
            return
        for entry in message.get("entries", ()):
            for name, struck in (("strike", True), ("restore", False)):
                if name in entry:
                    self._mark(entry[name], struck)
        self.kept = getattr(self, "kept", [])
        self.kept.append((self.cursor, self.view))

    def _mark(self, between: list[int], struck: bool) -> None:
        for seq in range(between[0], between[1] + 1):
            entry = self.entries.get(seq)
            if entry is not None and entry["kind"] == "moved":
                self.entries[seq] = {key: value for key, value in entry.items() if key != "struck"}
                if struck:
                    self.entries[seq]["struck"] = True


class Guest:
    """A person of the evening, who comes and goes."""

    def __init__(self, client: Spy) -> None:
        self.cookie = client.cookie
        self.person = client.person
        self.client: Spy | None = client
        self.kept: list[tuple[tuple[int, str], Message]] = []

    @property
    def here(self) -> Spy:
        assert self.client is not None
        return self.client


class Evening:
    """Guests who do at random what a client can do."""

    def __init__(self, nodes: list[Running], rng: random.Random) -> None:
        self.nodes = nodes
        self.rng = rng
        self.guests: list[Guest] = []
        self.table = ""

    async def begin(self, seats: int, spectators: int, game: str, options: dict[str, object]) -> None:
        """A running table with a person in each seat and some who watch."""
        for number in range(seats + spectators):
            client = await self.join(name=f"Guest {number}")
            self.guests.append(Guest(client))
        self.table = await self.guests[0].here.create(game, seats, options=options)
        for seat, guest in enumerate(self.guests):
            await guest.here.enter(self.table)
            if seat < seats:
                await guest.here.do({"type": "sit", "seat": seat})
        for guest in self.guests[:seats]:
            await guest.here.ready()

    async def go_on(self, table: str) -> None:
        """Play on at a table that goes on from this one: the first guest sits there, the others come."""
        self.table = table
        seats = len(self.guests) - 1
        for seat, guest in enumerate(self.guests[:seats]):
            guest.here.kept = []
            await guest.here.enter(table)
            if seat:
                await guest.here.do({"type": "sit", "seat": seat})
        for guest in self.guests[:seats]:
            await guest.here.ready()
        for guest in self.guests[seats:]:
            guest.here.kept = []
            await guest.here.enter(table)

    async def join(self, **options: str) -> Spy:
        """A client on any of the nodes."""
        node = self.rng.choice(self.nodes)
        client = await Spy.join(node.url, **options)
        node.clients.append(client)
        assert isinstance(client, Spy)
        return client

    async def round(self) -> None:
        """Some of the guests do something, all at once."""
        guests = self.rng.sample(self.guests, self.rng.choice((1, 1, 2, 3)))
        await asyncio.gather(*[self.act(guest) for guest in guests])

    async def act(self, guest: Guest) -> None:
        if guest.client is None:
            if self.rng.random() < 0.4:
                await self.come(guest)
            return
        kinds: list[tuple[int, Callable[[Guest], Awaitable[None]]]] = [
            (50, self.move),
            (20, self.undo),
            (12, self.redo),
            (8, self.propose),
            (20, self.answer),
            (6, self.nonsense),
            (10, self.ask),
            (6, self.go),
            (10, self.sit),
            (2, self.wander),
        ]
        (chosen,) = self.rng.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        try:
            await chosen(guest)
        except Refused as refused:
            if refused.code not in MAY_BE_REFUSED:
                raise

    # --- what guests do -------------------------------------------------------------------------------------------

    async def move(self, guest: Guest) -> None:
        turn = guest.here.turn
        if turn and turn.get("legal"):
            await guest.here.do({"type": "move", "ask": turn["ask"], "move": self.rng.choice(turn["legal"])})

    async def undo(self, guest: Guest) -> None:
        turn = guest.here.turn
        if turn and turn.get("undo"):
            await guest.here.do({"type": "undo", "to": self.rng.choice(turn["undo"])})

    async def redo(self, guest: Guest) -> None:
        turn = guest.here.turn
        if turn and turn.get("redo"):
            await guest.here.do({"type": "redo", "to": self.rng.choice(turn["redo"])})

    async def propose(self, guest: Guest) -> None:
        if self.rng.random() < 0.5:
            to = self.rng.randint(1, max(1, guest.here.cursor[0]))  # type: ignore[index]
            await guest.here.do({"type": "propose", "what": "undo", "to": to})
        else:
            away = {other.person for other in self.guests if other.client is None}
            seats = guest.here.view["table"]["seats"].items()
            absent = [int(number) for number, seat in seats if seat.get("person") in away]
            if absent:
                await guest.here.do({"type": "propose", "what": "free_seat", "seat": self.rng.choice(absent)})

    async def answer(self, guest: Guest) -> None:
        proposal = guest.here.view.get("proposal")
        if proposal:
            grant = self.rng.random() < 0.9
            await guest.here.do({"type": "answer", "proposal": proposal["seq"], "grant": grant})

    async def nonsense(self, guest: Guest) -> None:
        """A move that cannot be: any card at all, for a guessed decision; or one that was put before somebody else."""
        card = f"{self.rng.choice(('amber', 'blue', 'coral', 'dusk'))}-{self.rng.randint(1, 9)}"
        ask = (guest.here.turn or {"ask": 3})["ask"]
        move = self.rng.choice(({"type": "bid", "card": card}, {"type": "step", "to": "field-9"}, {"type": "peek"}))
        others = [other.client.turn for other in self.guests if other.client is not None and other is not guest]
        move = self.rng.choice([move, *(turn["legal"][0] for turn in others if turn and turn.get("legal"))])
        if guest.here.turn is None or move not in guest.here.turn.get("legal", ()):
            with contextlib.suppress(Refused):  # by each game in its own words
                await guest.here.do({"type": "move", "ask": ask, "move": move})

    async def ask(self, guest: Guest) -> None:
        upto = guest.here.cursor[0]  # type: ignore[index]
        for question in (
            {"t": "offers", "always": self.rng.random() < 0.5},
            {"t": "forecast"},
            {"t": "reason", "seq": self.rng.randrange(1, 60)},
            {"t": "history", "before": self.rng.randint(1, upto + 1)},
            {"t": "past", "seq": self.rng.randint(1, upto)},
        ):
            await guest.here.ask(question, question["t"])  # type: ignore[arg-type]

    async def again(self, guest: Guest) -> None:
        """Ask to be brought up to date from some view that one had."""
        client = guest.here
        cursor, view = self.rng.choice(client.kept)
        client.view, client.cursor = view, cursor
        await client.send({"t": "enter", "table": self.table, "seq": cursor[0], "mark": cursor[1]})
        await client.until(lambda: client.cursor == self.end())

    async def go(self, guest: Guest) -> None:
        client, guest.client = guest.here, None
        guest.kept = client.kept[-60:]
        await client.close()

    async def come(self, guest: Guest) -> None:
        client = await self.join(cookie=guest.cookie)
        if self.rng.random() < 0.7:
            cursor, view = self.rng.choice(guest.kept)
            client.table, client.view, client.cursor, client.kept = self.table, view, cursor, []
            await client.enter(self.table, cursor)
            client.kept.append((client.cursor, client.view))
        else:
            await client.enter(self.table)
        guest.client = client

    async def sit(self, guest: Guest) -> None:
        seats = guest.here.view["table"]["seats"]
        freed = [int(number) for number, seat in seats.items() if seat.get("freed")]
        if freed:
            await guest.here.do({"type": "sit", "seat": self.rng.choice(freed)})

    async def wander(self, guest: Guest) -> None:
        """Look into the lobby and come back."""
        await guest.here.send({"t": "lobby"})
        await guest.here.send({"t": "exit"})
        await guest.here.enter(self.table)

    async def finish(self) -> None:
        """Play on until the game is over; everybody comes back, and takes a free seat if there is one."""
        for guest in self.guests:
            if guest.client is None:
                await self.come(guest)
        while not any(guest.here.over for guest in self.guests):
            for guest in self.guests:
                await self.do_what_is_left(guest)
        for guest in self.guests:
            await guest.here.until(lambda guest=guest: guest.here.over)  # type: ignore[misc]

    async def do_what_is_left(self, guest: Guest) -> None:
        """Sit down, answer, and move; now and then ask."""
        try:
            seated = any(seat.get("person") == guest.person for seat in guest.here.view["table"]["seats"].values())
            if not seated:
                await self.sit(guest)
            await guest.here.until(lambda: guest.here.cursor == self.end())
            if self.rng.random() < 0.05:
                await self.ask(guest)
            if guest.here.turn and guest.here.turn["must"]:
                await guest.here.move(self.rng.choice(guest.here.turn["legal"]))
        except Refused as refused:
            if refused.code not in MAY_BE_REFUSED:
                raise

    def kinds(self) -> set[str]:
        """What has happened at the table so far."""
        (history, *_) = [
            node.core.tables.awake[self.table].history for node in self.nodes if self.table in node.core.tables.awake
        ]
        return {history.entry(seq, SPECTATOR).kind for seq in range(1, history.seq + 1)}

    # --- what must hold -------------------------------------------------------------------------------------------

    def end(self) -> tuple[int, str]:
        """The newest event that any of the nodes has folded."""
        tables = [
            node.core.tables.awake[self.table].newest for node in self.nodes if self.table in node.core.tables.awake
        ]
        newest = max(tables, key=lambda table: table.seq)
        return newest.seq, newest.mark

    async def quiet(self) -> None:
        """Wait until every client is at the end of the log, and compare what it holds with what the service holds."""
        for guest in self.guests:
            if guest.client is not None:
                try:
                    await guest.client.until(lambda client=guest.client: client.cursor == self.end())  # type: ignore[misc]
                except Lost:
                    raise AssertionError(f"{guest.person} was cut off") from guest.client._reader.exception()
        for guest in self.guests:
            if guest.client is not None:
                if self.rng.random() < 0.2:
                    await self.again(guest)
                await self.compare(guest.client)

    async def compare(self, client: Spy) -> None:
        node = next(node for node in self.nodes if client in node.clients)
        live = node.core.tables.awake[self.table]
        viewer = viewer_of(live.newest, client.person)
        assert client.view == plain(live.subscribers.frames.view(viewer, live.newest))
        if live.newest.phase == "running" and viewer is not SPECTATOR:
            turn = plain(live.history.turn(live.newest, viewer))
            await client.until(lambda: client.turn is not None and client.turn | {"offers": 0} == turn | {"offers": 0})
            assert client.turn is not None
            if "offers" in client.turn:
                assert client.turn["offers"] == plain(live.history.offers(live.newest, viewer).offers)
        struck = {entry.seq for entry in live.subscribers.frames.entries(SPECTATOR, 0, live.newest.seq) if entry.struck}
        assert {seq for seq, entry in client.entries.items() if entry.get("struck")} == struck & client.entries.keys()


def long_away(nodes: list[Running], evening: Evening) -> None:
    """A person without a connection counts as away for long, on every node."""

    def away(_: str) -> dict[str, int]:
        return {guest.person: 200_000 for guest in evening.guests if guest.client is None}

    for node in nodes:
        node.features.presence.at_tables.away = away  # type: ignore[method-assign,assignment]
