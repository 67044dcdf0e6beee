"""The judge of a night: reads the log as raw maps, folds the game by its own rules, and holds all that is said to it.

It shares nothing with the service but the encoding of the log: neither its fold nor its undo, its views or its clocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgpack

from tests.golden.wire.window import Message
from tests.simulation.client import PASSING, Client, Given
from tests.simulation.world import World

HAND: Final = 3
CARDS: Final = re.compile(rb"card-\d\d")


SLACK_MS: Final = 600
"""What the world's own look at who is away is wrong by."""


@dataclass(frozen=True)
class Game:
    """A position of the game."""

    round: int
    phase: str
    deck: frozenset[str]
    hands: tuple[tuple[str, ...], ...]
    picks: tuple[str, ...]
    scores: tuple[int, ...]
    actor: int = -1
    left: int = 0
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """A table after an event."""

    seq: int
    mark: str
    at: int
    phase: str
    rounds: int
    seats: tuple[str, ...]
    """Persons; ``bot`` for a bot, empty where nobody sits."""
    game: Game | None = None
    paused: bool = False
    proposal: Message | None = None
    granted: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    """The numbers of all moves, also of those taken back."""
    delay: tuple[str, int] | None = None
    started: int = 0
    shown: int = 0
    paced: bool = False
    """The pace was changed."""

    @property
    def pending(self) -> list[int]:
        """The seats that must act."""
        game = self.game
        if self.phase != "running" or game is None:
            return []
        if game.phase == "pick":
            return [seat for seat, pick in enumerate(game.picks) if not pick]
        return [game.actor] if game.phase == "act" else []


@dataclass(frozen=True)
class Memory:
    """What a node remembers of a table as the log loses its end: the marks of what is lost."""

    node: str
    marks: frozenset[str]
    kept: Callable[[], bool]
    """Whether the node has neither ended nor let go of the table since."""


@dataclass
class Record:
    """What the judge knows of one table: the line of positions that the log holds now, and all that ever were."""

    line: list[Position] = field(default_factory=list)
    by_mark: dict[str, Position] = field(default_factory=dict)
    events: dict[str, Message] = field(default_factory=dict)
    public: set[str] = field(default_factory=set)
    known: dict[int, set[str]] = field(default_factory=dict)
    """The cards that a seat has seen."""
    held: dict[str, set[int]] = field(default_factory=dict)
    """The seats that a person has ever held."""
    given_up: set[tuple[str, int]] = field(default_factory=set)
    """Persons, and seats that they held and lost."""
    longest: list[Position] = field(default_factory=list)
    """The line as it was before it lost its end, once or several times in a row: nodes may remember it yet."""
    since: dict[tuple[str, str], float] = field(default_factory=dict)
    """When the event of a command came into the log, by person and id."""
    forked: bool = False
    lost: set[str] = field(default_factory=set)
    """The marks of what was lost and is not back."""
    owed: dict[str, list[Memory]] = field(default_factory=dict)
    """Those of them that nodes remember and have to put back, as long as nobody goes on without them."""

    def command(self, mark: str) -> tuple[str, str]:
        """The person whose command an event is, and its id."""
        event = self.events[mark]
        return event["person"], event["id"]

    def has_lost(self, command: tuple[str, str]) -> bool:
        """Whether the event of a command was lost and is not back."""
        return any(self.command(mark) == command for mark in self.lost)


class Judge:
    """Watches a night, and notes what is wrong (:attr:`wrongs`): its cause might catch an error."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.records: dict[str, Record] = {}
        self.wrongs: list[str] = []
        self._buried: set[str] = set()
        self.allowance: int | None = None
        """Milliseconds that each seat has for the game, if there are clocks."""

    def fail(self, what: str) -> None:
        """Something is wrong."""
        self.wrongs.append(f"{self.world.loop.time():.3f}: {what}")

    # --- the log --------------------------------------------------------------------------------------------------

    def grown(self, table: str, entries: list[Any], by: str = "") -> None:
        """An entry was appended to a log, which is these entries now, ``by`` a node."""
        record = self.records.setdefault(table, Record())
        entry = entries[-1]
        event: Message = msgpack.unpackb(entry.body)
        record.forked = record.forked or "origin" in event
        before = record.line[-1] if record.line else None
        if len(record.line) != entry.seq - 1 or (before.mark if before else "") != entry.prev:
            self.fail(f"event {entry.seq} of {table} follows nothing")
            return
        if before is not None and entry.at < before.at:
            self.fail(f"event {entry.seq} of {table} is older than the one before")
        command = (event["person"], event["id"])
        for position in record.line:
            if record.command(position.mark) == command:
                self.fail(f"command {command} stands in {table} twice, as {position.seq} and {entry.seq}")
        record.since[command] = self.world.loop.time()
        record.events[entry.mark] = event
        record.lost.discard(entry.mark)
        if record.owed and record.owed.pop(entry.mark, None) is None:
            self._goes_on(record, entry, by)
        if record.forked:
            # Nobody goes there, and its game goes on from that of another table.
            position = Position(entry.seq, entry.mark, entry.at, "running", 1, ())
        else:
            position = self._fold(record, before, event, entry)
        record.line.append(position)
        record.by_mark[entry.mark] = position
        for seat, person in enumerate(position.seats):
            if before is not None and before.seats[seat] != person:
                record.given_up.add((before.seats[seat], seat))
            record.held.setdefault(person, set()).add(seat)
        self._learn(record, position)
        self.world.note(f"event {event['kind']}")

    def buried(self, table: str) -> None:
        """A table is gone for good."""
        self._buried.add(table)

    def shrunk(self, table: str, entries: list[Any], memories: list[Memory]) -> None:
        """The log has lost its last entries, and these nodes have the table in memory."""
        record = self.records[table]
        for entry in entries:
            record.owed[entry.mark] = [one for one in memories if entry.mark in one.marks]
        if record.line != record.longest[: len(record.line)]:
            record.longest = list(record.line)
        for entry in entries:
            record.lost.add(entry.mark)
        del record.line[-len(entries) :]

    def _goes_on(self, record: Record, entry: Any, by: str) -> None:
        """Something new follows the shorter log: nobody remembers what stood there, or another node does."""
        for mark, memories in record.owed.items():
            if record.by_mark[mark].seq == entry.seq and any(one.node == by and one.kept() for one in memories):
                self.fail(f"{by} goes on with event {entry.seq} in place of one that was lost, and that it remembers")
        record.owed.clear()

    def _fold(self, record: Record, before: Position | None, event: Message, entry: Any) -> Position:
        kind = event["kind"]
        if before is None:
            kept = event.get("kept", ())
            seats = tuple(one.get("person", "") if one.get("seated") else "" for one in kept) or ("",) * event["seats"]
            delay = event.get("delay")
            return Position(
                entry.seq,
                entry.mark,
                entry.at,
                "open",
                event.get("options", {}).get("rounds", 2),
                seats,
                delay=(delay["unit"], delay["count"]) if delay else None,
                started=0,
            )
        now = replace(before, seq=entry.seq, mark=entry.mark, at=entry.at)
        if kind in ("asked", "answered"):
            now = self._asked(record, now, event)
        elif kind in ("undone", "redone"):
            now = _without_proposal(replace(now, game=record.line[event["to"] - 1].game))
        elif kind == "moved":
            now = _without_proposal(replace(now, game=_moved(before, event), moves=(*now.moves, entry.seq)))
        elif kind == "flagged":
            self._fairly(record, before, event["seat"], entry.at)
            self.world.note(f"flag {event.get('falls', 'bot')}")
            now = replace(now, seats=_sitting(now.seats, event), proposal=None)
        elif kind == "ended":
            now = replace(now, phase="ended")
        else:
            now = replace(now, seats=_sitting(now.seats, event))
            if kind == "substituted" and now.proposal is not None and now.proposal.get("stands"):
                now = replace(now, proposal=None)  # others sit there than were asked
        if event.get("start") is not None:
            now = _started(now, event["start"], entry.seq)
        if now.game is not None and now.game.phase == "over":
            now = replace(now, phase="ended", proposal=None)
        return now

    def _asked(self, record: Record, now: Position, event: Message) -> Position:
        """Something is proposed, granted or refused."""
        if event["kind"] == "asked":
            now = replace(now, proposal={**event, "seq": now.seq}, granted=())
        elif event["grant"]:
            now = replace(now, granted=(*now.granted, event["seat"]))
        else:
            return replace(now, proposal=None)
        if now.proposal is not None and set(now.granted) >= set(now.proposal["of"]):
            return self._carry_out(record, now, event)
        return now

    def _fairly(self, record: Record, before: Position, seat: int, at: int) -> None:
        """A seat loses by time only if it had all of its time, in which moves could be made.

        Looked at where that is plain: for the person who held the seat from the start, at the first pace, with no clock
        set back.
        """
        line = record.line
        if self.allowance is None or self.world.clock_offset or any(one.paced for one in line):
            return
        if any(one.seats[seat] != before.seats[seat] for one in line if one.started):
            return
        had = 0
        for number, position in enumerate(line):
            until = line[number + 1].at if number + 1 < len(line) else at
            if seat in position.pending and not position.paused:
                had += until - position.at - self.world.away_between(position.at, until)
        self.world.note("flag looked at")
        if had < self.allowance - SLACK_MS:
            self.fail(f"seat {seat} loses by time after {had} of {self.allowance} ms")

    def _carry_out(self, record: Record, now: Position, event: Message) -> Position:
        proposal = now.proposal
        assert proposal is not None
        now = replace(now, proposal=None)
        self.world.note(f"agreed {proposal['what']}")
        match proposal["what"]:
            case "undo":
                return replace(now, game=record.line[proposal["to"] - 1].game)
            case "free_seat":
                return replace(now, seats=_with(now.seats, proposal["target"], ""))
            case "end":
                return replace(now, phase="ended")
            case "pause" | "resume":
                return replace(now, paused=proposal["what"] == "pause")
            case "pace":
                return replace(now, paced=True)
            case "delay":
                delay = proposal.get("delay")
                shown = now.seq if now.delay is None else max(now.shown, event.get("shown", 0))
                return replace(now, delay=(delay["unit"], delay["count"]) if delay else None, shown=shown)
        return now

    def _learn(self, record: Record, position: Position) -> None:
        game = position.game
        if game is None:
            return
        for seat, hand in enumerate(game.hands):
            record.known.setdefault(seat, set()).update(hand)
            if game.phase == "over":
                record.public.update(hand)
        record.public.update(game.shown)

    # --- what is sent ---------------------------------------------------------------------------------------------

    def written(self, client: Client, data: bytes) -> None:
        """A node writes a frame to a client: no card is in it that its person has not seen, and nothing too early."""
        found = CARDS.findall(data)
        record = self.records.get(client.table)
        if record is not None and record.line and record.line[-1].delay and client.person not in record.held:
            message = msgpack.unpackb(data)
            if message["t"] == "update" and (early := self._early(record, message["seq"], message["mark"])):
                self.fail(f"{client.person} is shown event {message['seq']} {early} early")
        if b"\xa7refused" in data:
            self._refusing(client, record, msgpack.unpackb(data))
        if not found:
            return
        if record is None:
            self.fail(f"{client.person} is sent cards of no table")
            return
        may = set(record.public)
        for seat in record.held.get(client.person, ()):
            may |= record.known.get(seat, set())
        if told := {card.decode() for card in found} - may:
            self.fail(f"{client.person} is sent {sorted(told)}, which are secret: {data[:300]!r}")

    def _refusing(self, client: Client, record: Record | None, message: Message) -> None:
        """A node refuses a command: it does not stand in the log, and unless something is away, the log was asked."""
        given = next((one for one in client.given if one.id == message.get("id")), None)
        if (
            message["t"] != "refused"
            or given is None
            or given.used_again
            or record is None
            or client.table in self._buried
        ):
            return
        code, now = message["code"], self.world.loop.time()
        since = record.since.get((client.person, given.id))
        lost = record.has_lost((client.person, given.id))
        if code not in PASSING and since is not None and since < given.sent_at and not lost:
            self.fail(f"command {given.id} is refused as {code}, and had been an event before it was sent again")
        if code == "unavailable" and now > self.world.trouble_until:
            self.fail(f"command {given.id} is refused as {code}, and nothing was away")

    def seen(self, client: Client) -> None:
        """A client has come to an event: what it shows is what the log makes of it."""
        record = self.records[client.table]
        seq, mark = client.cursor or (0, "")
        position = record.by_mark.get(mark)
        if position is None or position.seq != seq:
            self.fail(f"{client.person} is at event {seq}, which never was")
            return
        view = client.view
        shown = view["table"]
        persons = tuple("bot" if one.get("bot") else one.get("person", "") for _, one in sorted(shown["seats"].items()))
        own = persons.index(client.person) if client.person in persons else None
        expected = None if position.game is None else _view(position.game, own)
        if own is not None and position.game is not None and (client.person, own) in record.given_up:
            # A person who has lost the seat since then sees what was before like a spectator.
            watched = _view(position.game, None)
            expected = watched if view.get("game") == watched else expected
        for what, want, got in (
            ("the game", expected, view.get("game")),
            ("the phase", position.phase, shown["phase"]),
            ("who sits there", position.seats, persons),
            ("who must act", position.pending, shown["pending"]),
            ("the proposal", position.proposal and position.proposal["seq"], view.get("proposal", {}).get("seq")),
        ):
            if want != got:
                self.fail(f"{client.person} at event {seq} is shown {what} as {got!r}, and it is {want!r}")

    def _early(self, record: Record, seq: int, mark: str) -> str:
        """By how much an event is shown too early to spectators; empty if it is not."""
        found = ""
        for line in (record.line, record.longest):
            newest = line[-1] if line else None
            if newest is None or newest.delay is None or not newest.started or seq > newest.seq:
                return ""
            if line[seq - 1].mark != mark:
                continue
            if seq <= max(newest.started, newest.shown, _free(line)):
                return ""
            unit, count = newest.delay
            if unit == "seconds":
                early = line[seq - 1].at + 1000 * count - self.world.true_now()
                if early <= 0:
                    return ""
                found = f"{early} ms"
            else:
                after = sum(move > seq for move in newest.moves)
                if newest.phase == "ended" or after >= count:
                    return ""
                found = f"{count - after} moves"
        return found

    def replaced(self, client: Client, message: Message, *, told: bool) -> None:
        """A client that has come to an event is sent a whole view: if its position is lost, it hears so before."""
        record = self.records[client.table]
        seq, mark = client.cursor or (0, "")
        # Where spectators see the table later, a player who gives up a seat is taken back by no loss.
        delayed = any(line and line[-1].delay is not None for line in (record.line, record.longest))
        steps_back = delayed and any(person == client.person for person, _ in record.given_up)
        if mark in record.lost and seq >= message["seq"] and not told and not steps_back:
            self.fail(f"{client.person} loses event {seq} without a word, and is shown {message['seq']}")

    def rewound(self, client: Client, message: Message) -> None:
        """A client hears of a loss: there was one."""
        record = self.records[client.table]
        if not record.lost and not self.world.reached.get("fail-over"):
            self.fail(f"{client.person} is told that events up to {message['lost']} were lost, and none were")

    def accepted(self, client: Client, given: Given, table: str, seq: int) -> None:
        """A command is said to be an event."""
        if given.settled and (given.settled, given.seq) != ("accepted", seq):
            self.fail(f"command {given.id} was {given.settled}, and is accepted as {seq} now")
        record = self.records.get(table)
        found = [] if record is None else [one for one in record.by_mark.values() if one.seq == seq]
        if record is None or not any(record.command(one.mark) == (client.person, given.id) for one in found):
            self.fail(f"command {given.id} is said to be event {seq}, which is another")
        for other, before in given.after:
            if other == table and before >= seq and not self.world.reached.get("fail-over"):
                self.fail(f"command {given.id} is event {seq}, and one before it was {before}")

    def refused(self, client: Client, given: Given, code: str) -> None:
        """A command is said to have done nothing."""
        if given.settled == "accepted" and client.table not in self._buried:
            self.fail(f"command {given.id} was accepted, and is refused now: {code}")

    # --- the end --------------------------------------------------------------------------------------------------

    def close(self, clients: list[Client], *, forgetful: bool) -> None:
        """The night is over and all faults are mended: everything has come to rest as it should.

        ``forgetful``: a fail-over has lost events of which no node may have known, or a node's memory with them.
        """
        for table, record in self.records.items():
            for mark, memories in record.owed.items():
                kept = [one.node for one in memories if one.kept()]
                if table not in self._buried and kept:
                    seq = record.by_mark[mark].seq
                    self.fail(f"event {seq} of {table} was lost, and {kept} remember it and do not put it back")
        for client in clients:
            record = self.records[client.table]
            newest = record.line[-1]
            for one in client.given:
                self._settled(client, one, forgetful=forgetful or client.table in self._buried)
            if client.table in self._buried:
                continue
            if client.gone in ("private", "newer"):
                continue
            if client.gone:
                self.fail(f"{client.person} is not shown {client.table}: {client.gone}")
            elif client.cursor != (newest.seq, newest.mark) and not (
                newest.delay and client.person not in newest.seats
            ):
                self.fail(f"{client.person} stays at {client.cursor}, and the log ends with {newest.seq}")
            elif client.person in newest.seats and newest.phase == "running":
                turn = client.turn
                if turn is None or turn["seq"] != newest.seq or turn["must"] != (client.seat in newest.pending):
                    self.fail(f"{client.person} has to act {client.seat in newest.pending}, and is told {turn}")

    def _settled(self, client: Client, one: Given, *, forgetful: bool) -> None:
        if not one.settled:
            self.fail(f"command {one.id} of {client.person} is never answered")
            return
        for table, record in self.records.items():
            if table in self._buried:
                continue
            command = (client.person, one.id)
            there = [position.seq for position in record.line if record.command(position.mark) == command]
            if there and one.settled != "accepted" and one.sent > 1:
                # A refusal is what the log says then; an earlier try, on another line, may arrive after it.
                self.world.note("refused, and an earlier try was taken later")
            elif there and one.settled != "accepted":
                self.fail(f"command {one.id} is event {there[0]} of {table}, and was refused: {one.settled}")
            gone = one.settled == "accepted" and one.table == table and not there
            if gone and not (forgetful and record.has_lost(command)):
                self.fail(f"command {one.id} was accepted as event {one.seq} of {table}, and is not there")


def _with(seats: tuple[str, ...], seat: int, who: str) -> tuple[str, ...]:
    return (*seats[:seat], who, *seats[seat + 1 :])


def _sitting(seats: tuple[str, ...], event: Message) -> tuple[str, ...]:
    """The people in the seats after an event that may change them."""
    kind, seat = event["kind"], event.get("seat", -1)
    holder = "bot" if event.get("bot") else event["person"]
    match kind:
        case "seated":
            others = tuple("" if one == holder and holder != "bot" else one for one in seats)
            return _with(others, seat, holder)
        case "substituted":
            return _with(seats, seat, holder)
        case "left":
            return _with(seats, seat, "")
        case "flagged":
            return _with(seats, seat, "" if event.get("falls") == "free" else "bot")
    return seats


def _without_proposal(now: Position) -> Position:
    """Whatever is proposed about the position lapses as somebody moves."""
    proposal = now.proposal
    about_the_table = proposal is not None and proposal["what"] not in ("undo", "free_seat", "end")
    return now if proposal is not None and proposal.get("stands") and about_the_table else replace(now, proposal=None)


def _started(now: Position, start: Message, seq: int) -> Position:
    """The game begins with what was drawn for it."""
    draws = list(start.get("draws", ()))
    hands = tuple(tuple(draws[HAND * seat : HAND * (seat + 1)]) for seat in range(len(draws) // HAND))
    deck = frozenset(f"card-{number:02}" for number in range(30)) - set(draws)
    game = Game(1, "pick", deck, hands, ("",) * len(hands), (0,) * len(hands))
    return replace(now, phase="running", game=game, started=seq)


def _free(line: list[Position]) -> int:
    """The newest event after which a seat of the running game was free."""
    found = 0
    for position in line:
        if position.started and position.delay is not None and "" in position.seats:
            found = position.seq
    return found


def _moved(before: Position, event: Message) -> Game:
    """The position after a move, by rules that were written once more."""
    game = before.game
    assert game is not None
    seat, move = event["seat"], event["move"]
    if move["type"] == "pick":
        assert game.phase == "pick"
        assert move["card"] in game.hands[seat]
        picks = _with(game.picks, seat, move["card"])
        if not all(picks):
            return replace(game, picks=picks)
        hands = tuple(
            tuple(card for card in hand if card != pick) for hand, pick in zip(game.hands, picks, strict=True)
        )
        return replace(
            game,
            phase="act",
            hands=hands,
            picks=("",) * len(picks),
            actor=picks.index(max(picks)),
            left=3,
            shown=game.shown + picks,
        )
    assert game.phase == "act"
    assert seat == game.actor
    if move["type"] == "mark":
        scores = tuple(score + (other == seat) for other, score in enumerate(game.scores))
        return replace(game, scores=scores, left=game.left - 1)
    if move["type"] == "draw":
        card = event["draws"][0]
        hands = tuple((*hand, card) if other == seat else hand for other, hand in enumerate(game.hands))
        return replace(game, deck=game.deck - {card}, hands=hands, left=game.left - 1)
    if game.round < before.rounds:
        return replace(game, phase="pick", round=game.round + 1, actor=-1, left=0)
    return replace(game, phase="over", actor=-1, left=0)


def _view(game: Game, own: int | None) -> Message:
    """What somebody may see of a position."""
    over = game.phase == "over"
    players = {}
    for seat, hand in enumerate(game.hands):
        shown: Message = {"score": game.scores[seat], "cards": len(hand), "picked": bool(game.picks[seat])}
        if over or seat == own:
            shown["hand"] = list(hand)
        if seat == own and game.picks[seat]:
            shown["pick"] = game.picks[seat]
        players[str(seat)] = shown
    view: Message = {"round": game.round, "phase": game.phase, "deck": len(game.deck), "players": players}
    if game.phase == "act":
        view |= {"actor": game.actor, "left": game.left}
    if game.shown:
        view["shown"] = list(game.shown)
    return view
