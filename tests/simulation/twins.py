"""Broken twins of the service: each has one mistake of the kind that nights are there to find."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from partie.gateway.creation import Creation
from partie.kit import Viewer
from partie.live import machine as machines
from partie.live import subscribers as subscribing
from partie.live.actor import Actor
from partie.live.frames import Cursor, Frames
from partie.live.machine import Answer, Append, Ask, Machine, Show, State
from partie.live.spectators import SpectatorDelay
from partie.live.subscribers import Subscribers
from partie.log import Appended, Lost
from partie.table import History, clocks, viewer_of
from partie.table.keep.receipts import Receipts
from partie.wire import client_out
from partie.wire.frame import Frame
from tests.simulation import log as sim_log

Twin = Callable[[], contextlib.AbstractContextManager[Any]]

TWINS: dict[str, Twin] = {}
"""Those that the nights of `make test` find."""

LATE = {"a_refusal_without_a_look_at_the_log": 1904}
"""For one that 1,250 nights do not find, a night that does, which `make test` plays, too."""

RARE: dict[str, Twin] = {}
"""Those that one night in a hundred thousand or more finds: faults that the service once had."""


def twin(make: Callable[[], Iterator[None]]) -> Twin:
    """A twin, by its name."""
    TWINS[make.__name__] = contextlib.contextmanager(make)
    return TWINS[make.__name__]


def rare_twin(make: Callable[[], Iterator[None]]) -> Twin:
    """A twin that only known nights find, by its name."""
    RARE[make.__name__] = contextlib.contextmanager(make)
    return RARE[make.__name__]


def _transition(
    row: tuple[State, type], step: Callable[[Machine, Any], None]
) -> contextlib.AbstractContextManager[Any]:
    return patch.dict(machines.TRANSITIONS, {row: step})


# --- commands ---------------------------------------------------------------------------------------------------------


@twin
def an_answer_before_the_append() -> Iterator[None]:
    """The answer says that it is done while it is on its way to the log."""
    ask = Machine._ask

    def told(self: Machine, state: State, asked: Ask) -> None:
        if isinstance(asked, Append) and state is State.APPENDING and self._job is not None:
            request = self._job.request
            self._out.append(Answer(request, client_out.Accepted(request.id, self.history.id, asked.entry.seq)))
        ask(self, state, asked)

    with patch.object(Machine, "_ask", told):
        yield


@twin
def a_lost_race_is_refused() -> Iterator[None]:
    """A command that loses its number to another node's event is answered as if nothing came of it."""
    with _transition((State.APPENDING, Lost), lambda self, _: self._refuse("unavailable")):
        yield


@twin
def a_repeat_is_not_recognised() -> Iterator[None]:
    """The receipts know nothing."""
    with patch.object(Receipts, "find", lambda *_: None):
        yield


@twin
def a_refusal_without_a_look_at_the_log() -> Iterator[None]:
    """What this node knows is held for all there is."""

    def ask(self: Machine, state: State, asked: Ask) -> None:
        if state is State.VERIFYING:
            self._verified(machines.Last(self.newest.seq, self.newest.mark))
        else:
            asking(self, state, asked)

    asking = Machine._ask
    with patch.object(Machine, "_ask", ask):
        yield


@twin
def unsettled_is_unavailable() -> Iterator[None]:
    """An append whose answer does not come at once is refused, and goes on."""

    def refuse(self: Machine, _: Any) -> None:
        request = self._in_hand.request
        self._out.append(Answer(request, client_out.Refused(request.id, "unavailable")))

    with _transition((State.APPENDING, machines.Unsettled), refuse):
        yield


@twin
def the_number_of_another_event() -> Iterator[None]:
    """An accepted command is said to be the event before."""
    plain = client_out.Accepted

    with patch.object(client_out, "Accepted", lambda id_, table, seq: plain(id_, table, seq - 1)):
        yield


@twin
def a_race_is_given_up_where_the_log_is_silent() -> Iterator[None]:
    """The loser of a race who cannot read what won is never answered."""

    def silent(self: Machine, given: Any) -> None:
        if self._why is machines._Why.LOST:
            self.state = State.READY
            self._heard, self._doubted, self._job = 0, False, None
        else:
            plain(self, given)

    plain = machines.TRANSITIONS[State.READING, machines.Unavailable]
    with _transition((State.READING, machines.Unavailable), silent):
        yield


@twin
def a_command_in_hand_is_forgotten() -> Iterator[None]:
    """A table that is set aside answers what waits for it, and not what it has in hand."""
    with patch.object(Machine, "give_up", lambda _: []):
        yield


@twin
def a_table_that_is_begun_is_refused() -> Iterator[None]:
    """A client that begins a table that cannot be read at once hears that nothing came of it."""

    async def answer(self: Creation, connection: Any, command: str, do: Any, table: str) -> None:
        connection.submit(await self._tables.get(table), command, do)

    with patch.object(Creation, "_answer", answer):
        yield


# --- following --------------------------------------------------------------------------------------------------------


@twin
def nobody_listens() -> Iterator[None]:
    """The word that the log has grown is not heeded."""
    with patch.object(Machine, "heard", lambda *_: False):
        yield


@twin
def whatever_follows_is_folded() -> Iterator[None]:
    """Of what the log has beyond this node only the numbers are looked at."""

    def extended(self: Machine, entries: Any) -> bool:
        if not entries or entries[0].seq != self.newest.seq + 1:
            return False
        prev = self.newest.mark
        for entry in entries:
            self.history.extend(replace(entry, prev=prev))
            prev = entry.mark
        self._out.append(Show())
        self._advance(None)
        return True

    with patch.object(Machine, "_extended", extended):
        yield


@rare_twin
def a_shorter_log_is_adopted() -> Iterator[None]:
    """A log that is loaded again is taken as it is, though this node remembers what follows."""
    with _transition((State.RELOADING, machines.Loaded), lambda self, loaded: self._adopt(loaded.history)):
        yield


@twin
def a_heal_of_one_event() -> Iterator[None]:
    """Of a lost tail the first event alone is put back, and the others are forgotten."""

    def heal(self: Machine, given: Any = None) -> None:
        if given is None:
            healing(self)
        else:
            self._load_again()

    healing = Machine._heal
    with (
        patch.object(Machine, "_heal", heal),
        _transition((State.HEALING, Appended), heal),
        a_shorter_log_is_adopted(),
    ):
        yield


@twin
def a_heal_that_is_given_up() -> Iterator[None]:
    """A log that loses its tail again while it is restored is taken for one that somebody has built on."""
    with _transition((State.HEALING, Lost), Machine._load_again), a_shorter_log_is_adopted():
        yield


@twin
def a_loss_is_not_looked_for() -> Iterator[None]:
    """A log that is shorter than this node remembers is taken for one that has not grown."""

    def read(self: Machine, given: Any) -> None:
        self._extended(given.entries)
        self._followed()

    with _transition((State.READING, machines.Entries), read):
        yield


@twin
def a_loss_is_found_too_soon() -> Iterator[None]:
    """What the log ends with is compared with what this node knew before it asked."""

    def read(self: Machine, given: Any) -> None:
        if self._extended(given.entries):
            self._followed()
        else:
            self._lost = self.history.seq
            self._load_again()

    with _transition((State.READING, machines.Entries), read):
        yield


@twin
def another_history_under_the_old_one() -> Iterator[None]:
    """A reloaded table is not taken in."""

    def reloaded(self: Machine, _: Any) -> None:
        self._followed()

    with _transition((State.RELOADING, machines.Loaded), reloaded):
        yield


@rare_twin
def all_attempts_have_one_mark() -> Iterator[None]:
    """An append that is sent again after a fail-over gets another time under the mark of the lost one."""
    with patch.object(sim_log, "of_attempt", lambda mark, _: mark):
        yield


# --- what is shown ----------------------------------------------------------------------------------------------------


@twin
def a_cursor_off_by_one() -> Iterator[None]:
    """A returning client continues from the event after the one it has."""
    plain = Subscribers.add

    def add(self: Subscribers, subscriber: Any, cursor: Any, *, lost: bool = False) -> bool:
        if cursor is not None and cursor[0] < self._history.seq:
            seq = cursor[0] + 1
            cursor = (seq, self._history.mark_of(seq))
        return plain(self, subscriber, cursor, lost=lost)

    with patch.object(Subscribers, "add", add):
        yield


@twin
def one_frame_for_all() -> Iterator[None]:
    """A frame that was made for one seat is sent to every other that comes from the same event."""
    plain = Frames.update

    def update(self: Frames, _viewer: Any, cursor: Any, turn: Any = None) -> Any:
        return plain(self, 0, cursor, turn)

    with patch.object(Frames, "update", update):
        yield


@twin
def old_frames() -> Iterator[None]:
    """What was sent of an event before is sent again of the next."""
    plain = Frames.update

    def update(self: Frames, viewer: Viewer, cursor: Cursor | None, turn: client_out.Turn | None = None) -> Frame:
        sent = self.__dict__.setdefault("sent", {})
        key = (viewer, cursor, turn is not None)
        if key not in sent:
            sent[key] = plain(self, viewer, cursor, turn)
        frame: Frame = sent[key]
        return frame

    with patch.object(Frames, "update", update):
        yield


@twin
def no_delay() -> Iterator[None]:
    """Spectators see what the seats see."""
    with patch.object(SpectatorDelay, "behind", property(lambda _: False)):
        yield


@twin
def a_turn_that_is_not_told() -> Iterator[None]:
    """A seat is shown the table and not what it may do there."""
    plain = Subscribers._turn

    def turn(self: Subscribers, seat: int, *, offered: bool) -> Any:
        key = (seat, offered)
        kept = self.__dict__.setdefault("kept", {})
        if key not in kept or len(kept) < 2:
            kept[key] = plain(self, seat, offered=offered)
        return kept[key]

    with patch.object(Subscribers, "_turn", turn):
        yield


@twin
def a_perspective_is_looked_up_once() -> Iterator[None]:
    """A person who takes a seat or loses one goes on seeing the table as before."""
    plain = Subscribers._refresh_viewer

    def looked_up(self: Subscribers, subscriber: Any, place: Any) -> bool:
        return True if place.phase else plain(self, subscriber, place)

    with patch.object(Subscribers, "_refresh_viewer", looked_up):
        yield


@twin
def a_flag_before_its_time() -> Iterator[None]:
    """A seat loses by time a second before its time is over."""
    plain = clocks.deadline

    def deadline(now: clocks.Clocks, seat: int) -> int | None:
        found = plain(now, seat)
        return None if found is None else found - 1000

    with patch.object(clocks, "deadline", deadline):
        yield


@rare_twin
def a_cursor_is_of_the_present_perspective() -> Iterator[None]:
    """A client that comes back to a seat gets a patch to what it saw as a spectator."""

    def saw_so(self: Subscribers, subscriber: Any, place: Any, seq: int) -> bool:
        then = self._history.at_hand(seq)
        return then is not None and viewer_of(then, subscriber.person) == place.viewer

    with patch.object(Subscribers, "_saw_so", saw_so):
        yield


@twin
def nobody_is_told_of_a_loss() -> Iterator[None]:
    """After a loss everybody is brought on from where he is."""

    def rewound(self: Subscribers, history: History, _lost: int) -> None:
        self._history = history
        self.frames = Frames(history, self._delay.of)
        self.advanced()

    with patch.object(subscribing.Subscribers, "rewound", rewound):
        yield


@twin
def a_full_buffer_is_forgotten() -> Iterator[None]:
    """A client that could take nothing for a while does not hear later what it missed."""
    plain = Subscribers.sync

    def sync(self: Subscribers, subscriber: Any) -> None:
        if subscriber not in self or self.cursor(subscriber) is None:
            plain(self, subscriber)

    with patch.object(Subscribers, "sync", sync):
        yield


@twin
def a_command_is_dropped_where_another_waits() -> Iterator[None]:
    """A table that is busy takes a second command and forgets it."""
    put = Actor._put

    def dropped(self: Actor, job: Any) -> bool:
        if job is not None and self._busy and self._inbox.qsize() > 0:
            return True
        return put(self, job)

    with patch.object(Actor, "_put", dropped):
        yield
