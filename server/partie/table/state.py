"""A table at one event of its log: what the fold makes, and all that deciding, showing and undoing need.

Nothing here is ever changed in place. Successive tables share what an event did not touch, the engine's state
above all, so that keeping many of them is cheap and undo is a pointer.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from partie.kit import SPECTATOR, Result, Viewer
from partie.table import clocks as times
from partie.table.clocks import Clocks
from partie.table.events import Origin, Reservation
from partie.table.limits import CONSENT_MS
from partie.table.refusals import Barrier
from partie.table.values import Access, DelaySetting, Level, Talk, TimeControl, Watch, What

Phase: TypeAlias = Literal["open", "running", "ended"]

Ending: TypeAlias = Literal["", "finished", "agreed", "closed", "expired"]
"""Why a table ended: by the rules, by agreement without result, by its host or by its age before the start."""


class Stamp(Struct, frozen=True):
    """What the log gives an event: its number, its mark, and Redis's time in milliseconds."""

    seq: int
    mark: str
    at: int


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat and who holds it.

    ``person`` is empty while the seat is free; a bot's id is made from the number of its seat. ``freed``: the others
    freed the seat during the game, so anyone who may enter can take it, even from a bot. ``since`` is the event that
    brought a substitute, who does not see what the seat knew before. ``level`` is that of a bot. ``keeper`` is the
    person for whom a bot plays, and who alone may take the seat back. ``brought`` is the event by which matchmaking
    gave the seat to somebody, who may never come; 0 for everybody else.
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
    """What a seat asked the others for by event ``seq``; ``waiting`` have not answered yet.

    ``stands`` is 0 in a game that is played at one sitting; else its milliseconds.
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
        """The last stamp at which it can be answered."""
        return self.at + (self.stands or CONSENT_MS)

    @property
    def lasting(self) -> bool:
        """It stands whoever moves: it is about the table and not the position, and not everybody is here at once."""
        return self.stands > 0 and self.what not in {"undo", "free_seat", "end"}


class Seating(Struct, frozen=True):
    """Who sits where. The nonces of the seats are secret."""

    seats: tuple[Seat, ...] = field(name="chairs")
    """Encoded as ``chairs``, as it is in the snapshots that are already stored."""
    kept: tuple[Reservation, ...] = ()
    """Who each seat was reserved for when the table was set up, if that was said."""
    began: tuple[str, ...] = ()
    """Who held the seats when the game started, empty for bots: for them a rated game counts."""


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
    """The fingerprint of the state, four bytes a field."""
    decision_tokens: tuple[int, ...] = ()
    """For each seat the event that put its present decision before it."""
    turn: int = 0
    """The number of the turn being played, as the engine counts them."""
    chapters: tuple[int, ...] = ()
    """The events that closed the game's chapters, those taken back left out."""
    stood_in: tuple[tuple[int, int], ...] = ()
    """Seats and turns in which a bot moved in the place of a person, those taken back left out."""
    lost: tuple[int, ...] = ()
    """The seats that lost by time, the first of them first."""
    result: Result | None = None


class Trail(Struct, frozen=True):
    """What can be taken back and made again."""

    run: tuple[int, ...] = ()
    """The events that ``runner`` may return to by itself, the oldest first."""
    redo: tuple[int, ...] = ()
    """The undone moves that ``runner`` may make again, the next one first."""
    runner: int = -1
    """The seat that moved last; -1 before the first move."""
    barrier: Barrier = "nothing_to_undo"
    """Why the run begins where it does."""
    undos: int = 0
    """Undone events of this turn."""
    dead: tuple[tuple[int, int], ...] = ()
    """Ranges of events whose moves were undone and cannot be made again, in order."""


class Consent(Struct, frozen=True):
    """What somebody asked the others for."""

    proposal: Proposal | None = None
    proposals: int = 0
    """Proposals since the last move."""


class Table(Struct, frozen=True, kw_only=True):
    """A table after event ``seq``: what it is, and five parts that change apart from each other.

    They are ``seating``, ``play``, ``trail``, ``consent`` and, if the table has a pace, ``clocks``. Secret, for nodes
    only: ``seed`` while the game runs, and what the parts call so. Whoever only reads need not know the parts: their
    members can be had from the table.
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
    """The table whose next game this is."""
    origin: Origin | None = None
    """Where the game goes on from; until it does, ``state`` and ``fingerprint`` are those of that position."""
    phase: Phase = "open"
    ending: Ending = ""

    delay: DelaySetting | None = None
    """How far behind those are who only watch."""
    shown: int = 0
    """The newest event that those had been shown who watch when that was last changed: nothing is taken back."""
    vacant: int = 0
    """The newest event after which a seat of the running game was free for anybody to take."""

    seating: Seating
    play: Play = Play()
    trail: Trail = Trail()
    consent: Consent = Consent()
    clocks: Clocks | None = None
    """What each seat has left of its time, if the table has a pace."""

    # --- what whoever only reads need not look for in the parts ---------------------------------------------------

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
        """The number of the seat that the person holds."""
        for number, seat in enumerate(self.seating.seats):
            if seat.person == person:
                return number
        return None

    @property
    def has_state(self) -> bool:
        """There is a state of the game: it has started here, or at the table that it goes on from."""
        return self.play.started > 0 or self.origin is not None

    def keeps(self, person: str) -> bool:
        """Whether a bot plays for the person, who may take the seat back."""
        return bool(person) and any(seat.keeper == person for seat in self.seating.seats)


def bot_person(seat: int) -> str:
    """The id under which the bot on a seat acts. No person's id has a colon."""
    return f"bot:{seat}"


def bot_nonce(table: str, seat: int) -> str:
    """A bot's part in the table's chance. It adds nothing that anyone chose."""
    return hashlib.sha256(f"partie-bot {table} {seat}".encode()).hexdigest()[:32]


def viewer_of(table: Table, person: str) -> Viewer:
    """With whose eyes the person sees the table."""
    seat = table.seat_of(person)
    return SPECTATOR if seat is None else seat


def perspective(table: Table, viewer: Viewer, seq: int) -> Viewer:
    """With whose eyes the viewer may see event ``seq`` now: a substitute sees what was before as a spectator."""
    if isinstance(viewer, int) and seq < table.seating.seats[viewer].since:
        return SPECTATOR
    return viewer


def lasting(table: Table) -> Proposal | None:
    """What is proposed still when somebody has moved."""
    return table.consent.proposal if table.consent.proposal is not None and table.consent.proposal.lasting else None


def struck(table: Table, seq: int) -> bool:
    """Whether the move of event ``seq`` is undone."""
    return seq in table.trail.redo or any(first <= seq <= last for first, last in table.trail.dead)


def with_seats(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these seats."""
    return replace(table, seating=replace(table.seating, seats=seats))


def without_proposal(table: Table) -> Table:
    """The table with nothing proposed any more."""
    return replace(table, consent=replace(table.consent, proposal=None))


def with_seat(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    """The table's seats with one of them replaced."""
    return (*table.seating.seats[:number], seat, *table.seating.seats[number + 1 :])


def settle(after: Table, stamp: Stamp) -> Table:
    """The table with what only the log can tell: the event's number, mark and time."""
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
