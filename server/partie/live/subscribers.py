"""The subscribers of one awake table: each one's perspective, position and subscriptions.

A message to several of them is built and encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from msgspec import structs

from partie.kit import SPECTATOR, Viewer
from partie.live.frames import Cursor, Frames, knows
from partie.live.spectators import SpectatorDelay
from partie.metrics import Metrics
from partie.table import EngineFailed, History, Seat, may_watch, viewer_of
from partie.wire import client_in, client_out, limits
from partie.wire.codec import encode
from partie.wire.frame import Frame, Outlet

FOLLOWING: Final = 2
"""The version of the wire from which on a patch for the view of the update before does not name it."""


class Subscriber(Protocol):
    """A client that may show a table: one tab of one person."""

    @property
    def person(self) -> str: ...

    @property
    def invited(self) -> set[str]:
        """The tables that the person may watch by invitation."""
        ...

    @property
    def socket(self) -> Outlet: ...

    @property
    def wire(self) -> int:
        """The version of the wire that the client speaks."""
        ...

    def send(self, message: client_out.Outbound) -> None:
        """Send a message to this client alone."""
        ...

    def dismissed(self) -> None:
        """Note that the table is no longer shown."""
        ...


class Host(Protocol):
    """What subscribers need from their table in addition to its history."""

    def fail(self, error: Exception) -> None:
        """Set the table aside."""
        ...

    def engine_failed(self, error: Exception) -> None:
        """Record that the engine failed on a question, which changed nothing."""
        ...

    def entered(self, subscriber: Subscriber, *, again: bool) -> None:
        """Note that a subscriber shows the table; ``again``: it did already."""
        ...

    def left(self, subscriber: Subscriber) -> None:
        """Note that a subscriber no longer shows the table."""
        ...

    def answer(self, subscriber: Subscriber, question: client_in.Inbound) -> bool:
        """Answer a question that belongs to a feature; False if there is no such question. May raise `EngineFailed`."""
        ...


@dataclass(slots=True, eq=False)
class _Place:
    """The state of one subscriber.

    ``seats`` and ``phase`` are those of the table when the viewer was last looked up: until they change, the viewer
    stays the same. ``offered``: each turn includes its offers, and each update its turn. ``follows``: the client knows
    the base of the next patch, because the update before led there.
    """

    viewer: Viewer = SPECTATOR
    seats: tuple[Seat, ...] = ()
    phase: str = ""
    cursor: Cursor | None = None
    turn_sent: bytes = b""
    offered: bool = False
    follows: bool = False


_Query: TypeAlias = "tuple[str, int, Viewer]"


class Subscribers:
    """The subscribers of one table. Iterating yields a copy of the current ones."""

    def __init__(self, history: History, delay: SpectatorDelay, host: Host, metrics: Metrics) -> None:
        self._history = history
        self._delay = delay
        self._host = host
        self._metrics = metrics
        self._places: dict[Subscriber, _Place] = {}
        self.frames = Frames(history, delay.of)
        self._turns: dict[tuple[int, bool], tuple[client_out.Turn, Frame]] = {}
        self._queries: dict[_Query, Frame] = {}

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self._places))

    def __contains__(self, subscriber: object) -> bool:
        return subscriber in self._places

    def __len__(self) -> int:
        return len(self._places)

    def viewer(self, subscriber: Subscriber) -> Viewer:
        """Return the perspective from which the subscriber sees the table; a spectator's if it does not show it."""
        place = self._places.get(subscriber)
        return SPECTATOR if place is None else place.viewer

    def cursor(self, subscriber: Subscriber) -> Cursor | None:
        """Return the event that the subscriber has reached."""
        place = self._places.get(subscriber)
        return None if place is None else place.cursor

    def write(self, seated: Frame, watching: Frame, *, lossy: bool = False) -> None:
        """Write one frame to everybody at a seat and another to all others; if ``lossy``, skip slow clients."""
        for subscriber, place in self._places.items():
            if not (lossy and subscriber.socket.paused):
                subscriber.socket.write(watching if place.viewer is SPECTATOR else seated)

    # --- new events -----------------------------------------------------------------------------------------------

    def advanced(self) -> None:
        """Show the table's new event to everybody: to those at seats first, because spectators may be hundreds."""
        self.advanced_at_seats()
        self.advanced_for_spectators()

    def advanced_at_seats(self, person: str = "") -> None:
        """Show the table's new event to those at seats and to ``person``, who may have none; the others must follow."""
        self.frames.advanced()
        self._turns.clear()
        self._queries.clear()
        places = self._places.items()
        self._sync([one for one, place in places if place.viewer is not SPECTATOR or one.person == person])

    def advanced_for_spectators(self) -> None:
        """Show everybody else the event that those at seats were shown."""
        self._sync([one for one, place in self._places.items() if place.viewer is SPECTATOR])

    def rewound(self, history: History, lost: int) -> None:
        """Notify everybody who saw events that the log lost, up to ``lost``, and show the history that is left."""
        self._history = history
        self.frames = Frames(history, self._delay.of)
        newest = history.newest
        rewound = Frame(encode(client_out.Rewound(newest.id, newest.seq, lost)))
        for subscriber, place in self._places.items():
            if place.viewer is not SPECTATOR or newest.delay is None:
                subscriber.socket.write(rewound)
            elif place.cursor is not None and not knows(history, place.cursor):
                subscriber.send(client_out.Rewound(newest.id, self._delay.seen.seq, place.cursor[0]))
            place.cursor = None
        self.advanced()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Collect what seated subscribers are sent meanwhile into one write each."""
        corked = [one.socket for one, place in self._places.items() if place.viewer is not SPECTATOR]
        for socket in corked:
            socket.cork()
        try:
            yield
        finally:
            for socket in corked:
                socket.uncork()

    # --- coming and going -----------------------------------------------------------------------------------------

    def add(self, subscriber: Subscriber, cursor: Cursor | None, *, lost: bool = False) -> bool:
        """Show this table to a subscriber, from its client's cursor; ``lost``: the log has no such event.

        False if it may not see the table; it has then been sent the reason.
        """
        again = subscriber in self._places
        if again and cursor is None:
            self._metrics.view_mismatches.inc()
        place = _Place()
        if not self._refresh_viewer(subscriber, place):
            return False
        self._places[subscriber] = place
        if cursor is not None:
            seen = self._delay.of(place.viewer).seq
            if knows(self._history, cursor):
                if cursor[0] <= seen and self._saw_so(subscriber, place, cursor[0]):
                    place.cursor = cursor
            elif lost:
                subscriber.send(client_out.Rewound(self._history.id, min(seen, cursor[0] - 1), cursor[0]))
        self.sync(subscriber)
        if subscriber in self._places:
            self._host.entered(subscriber, again=again)
        return True

    def _saw_so(self, subscriber: Subscriber, place: _Place, seq: int) -> bool:
        """Whether the person surely saw event ``seq`` from the current perspective, so that a patch can start there."""
        then = self._history.at_hand(seq)
        if then is None or viewer_of(then, subscriber.person) != place.viewer:
            return False
        # A spectator delay shows the past, as a spectator sees it, to a player who gives up their seat; and the log may
        # have lost that they did.
        return place.viewer is SPECTATOR or then.delay is None

    def remove(self, subscriber: Subscriber) -> None:
        """Stop showing this table to a subscriber."""
        self._places.pop(subscriber, None)
        self._host.left(subscriber)

    def dismiss(self, subscriber: Subscriber, code: str) -> None:
        """Stop showing the table to a subscriber, and send the reason."""
        subscriber.dismissed()
        self.remove(subscriber)
        subscriber.send(client_out.Gone(self._history.id, code))

    def close(self) -> None:
        """Release the host of a table that has fallen asleep.

        Subscribers that stay until their node ends still leave the table, which then needs its host.
        """
        if not self._places:
            del self._host

    def check(self, subscriber: Subscriber) -> None:
        """Check again whether the person may see the table, because an invitation was withdrawn."""
        place = self._places.get(subscriber)
        if place is not None:
            place.seats = ()
            self.sync(subscriber)

    def sync(self, subscriber: Subscriber) -> None:
        """Bring one client to the newest event, in one frame however far behind it is, unless it is paused."""
        try:
            self._sync((subscriber,))
        except Exception as error:
            self._host.fail(error)

    def _sync(self, subscribers: Sequence[Subscriber]) -> None:
        frames = size = skipped = 0
        newest, seen = self._history.newest, self._delay.seen
        own, watched = (newest.seq, newest.mark), (seen.seq, seen.mark)
        seats, phase = newest.seats, newest.phase
        running = phase == "running"
        before: tuple[Cursor | None, bool] = None, False
        same: Frame | None = None
        for subscriber in subscribers:
            place = self._places.get(subscriber)
            if place is None:
                continue
            socket = subscriber.socket
            if socket.paused:
                skipped += 1
                continue
            changed = place.seats is not seats or place.phase != phase
            if changed and not self._refresh_viewer(subscriber, place):
                continue
            if place.viewer is SPECTATOR:
                # Spectators are many, and nearly all start from the same event: reuse that frame.
                if place.cursor != watched:
                    if same is None or place.cursor is not before[0] or place.follows is not before[1]:
                        before = place.cursor, place.follows
                        same = self.frames.update(SPECTATOR, place.cursor, follows=place.follows)
                    socket.write(same)
                    place.cursor, place.follows = watched, subscriber.wire >= FOLLOWING
                    frames += 1
                    size += len(same.payload)
                continue
            if sent := self._sync_seat(subscriber, place, own, place.viewer if running else None):
                frames += 1
                size += sent
        self._metrics.frames_sent.inc(frames)
        self._metrics.bytes_sent.inc(size)
        self._metrics.update_bytes.inc(size)
        if skipped:
            self._metrics.skipped_paused.inc(skipped)

    def _sync_seat(self, subscriber: Subscriber, place: _Place, own: Cursor, seat: int | None) -> int:
        """Bring a seated subscriber to the newest event, and send its turn. Returns the bytes of the update."""
        size = 0
        if place.cursor is None:
            place.turn_sent = b""  # a client that starts afresh has no turn, even if the same one was sent before
        if place.cursor != own:
            turn = None
            if seat is not None and place.offered:
                turn, alone = self._turn(seat, offered=True)
                place.turn_sent = alone.payload
            frame = self.frames.update(place.viewer, place.cursor, turn, follows=place.follows)
            subscriber.socket.write(frame)
            place.cursor, place.follows = own, subscriber.wire >= FOLLOWING
            size = len(frame.payload)
        if seat is not None:
            # Legal moves, undo and redo are a message of their own to their seat.
            _, frame = self._turn(seat, offered=place.offered)
            if frame.payload != place.turn_sent:
                place.turn_sent = frame.payload
                subscriber.socket.write(frame)
        return size

    def _refresh_viewer(self, subscriber: Subscriber, place: _Place) -> bool:
        """Update the subscriber's perspective to what its person may see now; False if that is nothing any more."""
        now = self._history.newest
        if place.seats is now.seats and place.phase == now.phase:
            return True
        if not may_watch(now, subscriber.person, now.id in subscriber.invited):
            self.dismiss(subscriber, "private")
            return False
        place.seats, place.phase = now.seats, now.phase
        viewer = viewer_of(now, subscriber.person)
        if viewer != place.viewer:
            place.viewer = viewer
            place.cursor = None  # no patch leads from one viewer's view to another's
        return True

    def _turn(self, seat: int, *, offered: bool) -> tuple[client_out.Turn, Frame]:
        key = (seat, offered)
        if key not in self._turns:
            turn = self._history.turn(self._history.newest, seat)
            if offered and turn.legal:
                turn = self._with_offers(turn)
            self._turns[key] = turn, Frame(encode(turn))
        return self._turns[key]

    def _with_offers(self, turn: client_out.Turn) -> client_out.Turn:
        try:
            found = self._history.offers(self._history.newest, turn.seat)
        except EngineFailed as failed:
            # The table goes on without them, and a client that asks gets an error.
            self._host.engine_failed(failed)
            return turn
        return structs.replace(turn, offers=found.offers)

    # --- questions ------------------------------------------------------------------------------------------------

    def recalls(self, subscriber: Subscriber, question: client_in.Inbound) -> tuple[int, ...]:
        """Return the events whose tables an answer needs, in order, if it is about the past."""
        place = self._places.get(subscriber)
        if place is None:
            return ()
        now = self._delay.of(place.viewer)
        match question:
            case client_in.GetPast(seq=seq) if 0 < seq <= now.seq:
                return (seq,)
            case client_in.GetReason(seq=seq) if 1 < seq <= now.seq:
                return (seq - 1, seq)
            case client_in.GetHistory(before=before):
                upto = min(before - 1, now.seq)
                return tuple(self._history.unread(place.viewer, max(upto - limits.MAX_LINES, 0), upto))
        return ()

    def computes(self, subscriber: Subscriber, question: client_in.Inbound) -> bool:
        """Whether the engine has to compute the answer, because nobody asked for the same since the last event."""
        place = self._places.get(subscriber)
        kind = {client_in.GetOffers: "offers", client_in.GetForecast: "forecast"}.get(type(question))
        if place is None or kind is None:
            return False
        return (kind, self._delay.of(place.viewer).seq, place.viewer) not in self._queries

    def answer(self, subscriber: Subscriber, question: client_in.Inbound) -> None:
        """Answer a question."""
        place = self._places.get(subscriber)
        # While its connection was stuck, its seat may have been given to somebody else.
        if place is None or not self._refresh_viewer(subscriber, place):
            return
        try:
            self._reply(subscriber, place, question)
        except EngineFailed as failed:
            # Asking changed nothing, so the table goes on.
            self._host.engine_failed(failed)
            subscriber.send(client_out.Problem("engine_failed", str(failed)))

    def _reply(self, subscriber: Subscriber, place: _Place, question: client_in.Inbound) -> None:
        viewer, now = place.viewer, self._delay.of(place.viewer)
        match question:
            case client_in.GetOffers(always=always):
                place.offered = place.offered or always
                subscriber.socket.write(self._query(("offers", now.seq, viewer), self._history.offers, now, viewer))
            case client_in.GetForecast():
                subscriber.socket.write(self._query(("forecast", now.seq, viewer), self._history.forecast, now, viewer))
            case client_in.GetHistory(before=before):
                upto = min(before - 1, now.seq)
                after = max(upto - limits.MAX_LINES, 0)
                entries = self.frames.entries(viewer, after, upto)
                subscriber.send(client_out.History(self._history.id, before, entries, more=after > 0))
            case client_in.GetPast(seq=seq, perspective=perspective):
                subscriber.send(self._past(viewer, seq, perspective))
            case _:
                if not self._host.answer(subscriber, question):
                    subscriber.send(client_out.Problem("unexpected", f"{type(question).__name__} is not a question"))

    def _query(self, key: _Query, ask: Callable[..., client_out.Outbound], *given: Any) -> Frame:
        if key not in self._queries:
            self._queries[key] = Frame(encode(ask(*given)))
        return self._queries[key]

    def _past(
        self, viewer: Viewer, seq: int, perspective: client_in.Perspective | None
    ) -> client_out.Past | client_out.NoPast:
        """Return a past position from the viewer's own perspective, or from any once the game is over."""
        table, history = self._delay.of(viewer), self._history
        if not 0 < seq <= table.seq:
            return client_out.NoPast(table.id, seq, "no_such_event", perspective)
        if perspective is None:
            return client_out.Past(table.id, seq, self.frames.view(viewer, history.past(seq)))
        if table.phase != "ended":
            return client_out.NoPast(table.id, seq, "not_ended", perspective)
        if isinstance(perspective, int) and perspective >= len(table.seats):
            return client_out.NoPast(table.id, seq, "no_such_seat", perspective)
        seeing = SPECTATOR if perspective == "spectator" else perspective
        return client_out.Past(table.id, seq, self.frames.view_with(seeing, history.past(seq)), perspective)
