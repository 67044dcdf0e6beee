"""A table at one event of its log: the result of the fold, with all that deciding, showing and undo need.

Nothing here is ever changed in place. Successive tables share what an event did not touch, above all the engine's
state, so that keeping many of them is cheap and undo is a pointer.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from partie.kit import SPECTATOR, Result, Viewer
from partie.table import clocks as times
from partie.table.clocks import Clocks
from partie.table.events import LessonStep, Origin, Reservation
from partie.table.limits import CONSENT_MS
from partie.table.refusals import Barrier
from partie.table.values import Access, DelaySetting, Level, Talk, TimeControl, Watch, What

Phase: TypeAlias = Literal["open", "running", "ended"]

Ending: TypeAlias = Literal["", "finished", "agreed", "closed", "expired"]
"""Why a table ended: by the rules, by agreement without result, by its host, or by its age.

    Only tables that did not start and lessons end by their age.
"""


class Stamp(Struct, frozen=True):
    """The data that the log assigns to an event: its number, its mark, and Redis's time in milliseconds."""

    seq: int
    mark: str
    at: int


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat and its holder.

    ``person`` is empty while the seat is free; a bot's id is made from the number of its seat. ``freed``: the others
    freed the seat during the game, so anyone who may enter can take it, even from a bot. ``since`` is the event that
    brought a substitute, who does not see what the seat knew before. ``level`` is the level of a bot. ``keeper`` is the
    person for whom a bot plays, and who alone may take the seat back. ``brought`` is the event by which matchmaking
    gave the seat to a player, who may never come; 0 for everybody else.
    """

    person: str = ""
    bot: bool = False
    level: Level = "quick"
    colour: str = ""
    ready: bool = False
    nonce: str = ""
    freed: bool = False
    since: int = 0
    keeper: str = ""
    brought: int = 0

    @property
    def human(self) -> bool:
        """Whether a person holds the seat."""
        return bool(self.person) and not self.bot

    @property
    def holder(self) -> str:
        """The person whose seat it is, even while a bot plays for them. Empty if it is a bot's, or free."""
        return self.keeper or ("" if self.bot else self.person)


class Proposal(Struct, frozen=True):
    """A proposal of a seat, made by event ``seq``; ``waiting`` have not answered yet.

    ``stands`` is its validity in milliseconds if each decision has days, else 0 for the usual two minutes.
    """

    seq: int
    at: int
    seat: int
    what: What
    to: int
    target: int
    waiting: tuple[int, ...]
    granted: tuple[int, ...] = ()
    pace: TimeControl | None = None
    zone: tuple[tuple[int, int], ...] = ()
    delay: DelaySetting | None = None
    stands: int = 0

    @property
    def until(self) -> int:
        """The last timestamp at which it can be answered."""
        return self.at + (self.stands or CONSENT_MS)

    @property
    def lasting(self) -> bool:
        """Whether it outlasts moves: it is about the table, not the position, and people are rarely here at once."""
        return self.stands > 0 and self.what not in {"undo", "free_seat", "end"}


class Seating(Struct, frozen=True):
    """The people in the seats. The nonces of the seats are secret."""

    seats: tuple[Seat, ...] = field(name="chairs")
    """Encoded as ``chairs``, as in existing snapshots."""
    kept: tuple[Reservation, ...] = ()
    """The reservation of each seat from the creation of the table, if any."""
    began: tuple[str, ...] = ()
    """The persons in the seats at the start, empty for bots: a rated game counts for them."""
    turned_away: tuple[str, ...] = ()
    """The persons whom the host has turned away; they cannot sit at this table."""


class Play(Struct, frozen=True):
    """The game itself. Secret: ``key``, ``state``, ``fingerprint``."""

    key: bytes = b""
    """The key of the table's chance, once every seat has given its nonce."""
    started: int = 0
    """The event that started the game."""
    here: int = 0
    """The event whose game state this is: the newest move, or the one that was returned to."""
    state: Any = None
    """The engine's state."""
    fingerprint: bytes = b""
    """The fingerprint of the state, four bytes per field."""
    decision_tokens: tuple[int, ...] = ()
    """For each seat the event that put its current decision before it."""
    turn: int = 0
    """The number of the current turn, as counted by the engine."""
    chapters: tuple[int, ...] = ()
    """The events that closed the game's chapters, without those undone."""
    stood_in: tuple[tuple[int, int], ...] = ()
    """Seats and turns in which a bot moved in place of a person, without those undone."""
    lost: tuple[int, ...] = ()
    """The seats that lost by time, in order."""
    automatic: int = 0
    """How many players the game itself plays; they follow after the seats."""
    followed: int = 0
    """How many moves of the table's lesson were made, without those undone; -1 once another was made instead."""
    result: Result | None = None


class Trail(Struct, frozen=True):
    """What can be undone and redone."""

    run: tuple[int, ...] = ()
    """The events that ``runner`` may return to by itself, the oldest first."""
    redo: tuple[int, ...] = ()
    """The undone moves that ``runner`` may redo, the next one first."""
    runner: int = -1
    """The seat that moved last; -1 before the first move."""
    barrier: Barrier = "nothing_to_undo"
    """Why the run begins where it does."""
    undos: int = 0
    """Undone events of this turn."""
    dead: tuple[tuple[int, int], ...] = ()
    """Ranges of events whose moves were undone and cannot be redone, in order."""


class Consent(Struct, frozen=True):
    """The open proposal, if any."""

    proposal: Proposal | None = None
    proposals: int = 0
    """Proposals since the last move."""


class Table(Struct, frozen=True, kw_only=True):
    """A table after event ``seq``: its own fields, and five parts that change independently.

    The parts are ``seating``, ``play``, ``trail``, ``consent`` and, if the table has a time control, ``clocks``.
    Secret, for nodes only: ``seed`` while the game runs, and the members that the parts call secret. Readers need not
    know the parts: most members are available as properties of the table.
    """

    id: str
    seq: int = 0
    mark: str = ""
    at: int = 0

    game: str
    version: int
    chance: int
    host: str
    access: Access
    watch: Watch
    chat: Talk = "private"
    rated: bool = False
    options: dict[str, Any]
    seed: bytes
    seed_hash: str
    created_at: int = 0
    previous: str = ""
    """The table whose rematch this is."""
    origin: Origin | None = None
    """The position from which the game continues; until the start, ``state`` and ``fingerprint`` are those of it."""
    lesson: tuple[LessonStep, ...] = ()
    """The moves that a lesson provides, if the table is one."""
    phase: Phase = "open"
    ending: Ending = ""

    delay: DelaySetting | None = None
    """How far spectators are behind."""
    shown: int = 0
    """The newest event that spectators had been shown when the delay last changed: nothing shown is hidden again."""
    vacant: int = 0
    """The newest event after which a seat of the running game was free for anybody to take."""

    seating: Seating
    play: Play = Play()
    trail: Trail = Trail()
    consent: Consent = Consent()
    clocks: Clocks | None = None
    """The time each seat has left, if the table has a time control."""

    # --- members of the parts, for readers ------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """See :class:`Seating`."""
        return self.seating.seats

    @property
    def kept(self) -> tuple[Reservation, ...]:
        """See :class:`Seating`."""
        return self.seating.kept

    @property
    def began(self) -> tuple[str, ...]:
        """See :class:`Seating`."""
        return self.seating.began

    @property
    def started(self) -> int:
        """See :class:`Play`."""
        return self.play.started

    @property
    def state(self) -> Any:
        """See :class:`Play`."""
        return self.play.state

    @property
    def chapters(self) -> tuple[int, ...]:
        """See :class:`Play`."""
        return self.play.chapters

    @property
    def decision_tokens(self) -> tuple[int, ...]:
        """See :class:`Play`."""
        return self.play.decision_tokens

    @property
    def result(self) -> Result | None:
        """See :class:`Play`."""
        return self.play.result

    @property
    def runner(self) -> int:
        """See :class:`Trail`."""
        return self.trail.runner

    @property
    def proposal(self) -> Proposal | None:
        """See :class:`Consent`."""
        return self.consent.proposal

    # --- persons --------------------------------------------------------------------------------------------------

    def seat_of(self, person: str) -> int | None:
        """Return the number of the seat that the person holds, or None."""
        for number, seat in enumerate(self.seating.seats):
            if seat.person == person:
                return number
        return None

    @property
    def has_state(self) -> bool:
        """Whether there is a game state: it has started here, or at the table from which it continues."""
        return self.play.started > 0 or self.origin is not None

    def keeps(self, person: str) -> bool:
        """Whether a bot plays for the person, who may take the seat back."""
        return bool(person) and any(seat.keeper == person for seat in self.seating.seats)


def bot_person(seat: int) -> str:
    """Return the id under which the bot in a seat acts. No person's id contains a colon."""
    return f"bot:{seat}"


def bot_nonce(table: str, seat: int) -> str:
    """Return a bot's part in the table's chance. It adds nothing that anyone chose."""
    return hashlib.sha256(f"partie-bot {table} {seat}".encode()).hexdigest()[:32]


def viewer_of(table: Table, person: str) -> Viewer:
    """Return the perspective from which the person sees the table."""
    seat = table.seat_of(person)
    return SPECTATOR if seat is None else seat


def perspective(table: Table, viewer: Viewer, seq: int) -> Viewer:
    """Return the perspective from which the viewer may see event ``seq`` now: a substitute was a spectator before."""
    if isinstance(viewer, int) and seq < table.seating.seats[viewer].since:
        return SPECTATOR
    return viewer


def lasting(table: Table) -> Proposal | None:
    """Return the proposal if it stays open when somebody moves, else None."""
    return table.consent.proposal if table.consent.proposal is not None and table.consent.proposal.lasting else None


def lesson_step(table: Table) -> LessonStep | None:
    """Return the move that the lesson provides next; None without a lesson, after its end, and once it was left."""
    made = table.play.followed
    return table.lesson[made] if table.phase == "running" and 0 <= made < len(table.lesson) else None


def struck(table: Table, seq: int) -> bool:
    """Whether the move of event ``seq`` is undone."""
    return seq in table.trail.redo or any(first <= seq <= last for first, last in table.trail.dead)


def with_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """Return the table with these seats."""
    return replace(table, seating=replace(table.seating, seats=seats))


def without_proposal(table: Table) -> Table:
    """Return the table without a proposal."""
    return replace(table, consent=replace(table.consent, proposal=None))


def with_seat(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the table's seats with one of them replaced."""
    return (*table.seating.seats[:number], seat, *table.seating.seats[number + 1 :])


def settle(after: Table, stamp: Stamp) -> Table:
    """Return the table with the data of the log: the event's number, mark and time."""
    after = replace(after, seq=stamp.seq, mark=stamp.mark, at=stamp.at)
    if stamp.seq == 1:
        after = replace(after, created_at=stamp.at)
    proposal = after.consent.proposal
    if proposal is not None and proposal.seq == stamp.seq:
        after = replace(after, consent=replace(after.consent, proposal=replace(proposal, at=stamp.at)))
    if after.clocks is not None:
        after = replace(after, clocks=times.settled(after.clocks, stamp.at))
    if after.delay is not None and any(seat.freed and not seat.person for seat in after.seating.seats):
        after = replace(after, vacant=stamp.seq)
    return after
