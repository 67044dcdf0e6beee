"""What can be done at a table. Each command becomes at most one event, or is refused.

Those of persons come in frames, tagged by ``type``, and what is not as it is declared here is no command. The tags
count for more than the wire: a digest of the whole stands in the log, by which a repeat is recognised.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Raw, Struct

from partie.table.values import (
    Access,
    Colour,
    DelaySetting,
    Filling,
    Level,
    Nonce,
    SeatNumber,
    Sequence,
    Talk,
    TimeControl,
    Watch,
    What,
)

# --- what persons do ----------------------------------------------------------------------------------------------


class _Do(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Create(_Do, frozen=True, tag="create"):
    """Set up a table. The answer's ``table`` is its id; the same command id makes the same table.

    ``rated``: the game counts for the ratings of the accounts that play it. No bot is seated then.
    """

    game: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any] = {}
    access: Access = "open"
    watch: Watch = "all"
    chat: Talk = "private"
    pace: TimeControl | None = None
    rated: bool = False
    delay: DelaySetting | None = None


class ChangeRated(_Do, frozen=True, tag="count"):
    """The host says before the start whether the game is to be rated. Who was ready has to say so again."""

    rated: bool


class Sit(_Do, frozen=True, tag="sit"):
    """Take a free seat, or change the colour of one's own. In a running game: take over a freed seat."""

    seat: SeatNumber
    colour: Colour | None = None


class Leave(_Do, frozen=True, tag="leave"):
    """Give one's seat up before the game starts."""


class SeatBot(_Do, frozen=True, tag="seat_bot"):
    """Give a free seat to a bot of a level (anyone seated may); in a running game a freed seat, or one's own."""

    seat: SeatNumber
    level: Level = "quick"


class UnseatBot(_Do, frozen=True, tag="unseat_bot"):
    """Send a bot away before the game starts (anyone seated may)."""

    seat: SeatNumber


class Ready(_Do, frozen=True, tag="ready"):
    """Say that one is ready, or not yet. The last one to be ready starts the game."""

    ready: bool
    nonce: Nonce


class Move(_Do, frozen=True, tag="move"):
    """A move in the game, made for the position that ``ask`` names; made for another, it is refused ``stale``."""

    ask: Sequence
    move: Raw


class Undo(_Do, frozen=True, tag="undo"):
    """Take back one's own open moves: return to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Redo(_Do, frozen=True, tag="redo"):
    """Make undone moves again: go to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Propose(_Do, frozen=True, tag="propose"):
    """Ask the others for something.

    To go back to event ``to``, to free the ``seat`` of an absent person, to end the game, to play at another ``pace``
    (or at none), to stop the clocks (``pause``), to let them run again (``resume``), or to show those who only watch
    the table with another ``delay`` (or with none).
    """

    what: What
    to: Sequence | None = None
    seat: SeatNumber | None = None
    pace: TimeControl | None = None
    delay: DelaySetting | None = None


class Answer(_Do, frozen=True, tag="answer"):
    """Grant or refuse the proposal that event ``proposal`` made; the asker refuses to withdraw it."""

    proposal: Sequence
    grant: bool


class ChangeVacation(_Do, frozen=True, tag="rest"):
    """Begin one's vacation or end it, where the pace has one: one's clock stands still, and the vacation runs."""

    on: bool


class Close(_Do, frozen=True, tag="close"):
    """The host ends a table that has not started."""


class Rematch(_Do, frozen=True, tag="again"):
    """Play the game of a table that has ended once more. The answer's ``table`` is the next, whoever asked first."""


class Fork(_Do, frozen=True, tag="fork"):
    """Play on from the position after event ``seq`` of a table that has ended, at a new one: the answer's ``table``.

    One sits down on ``seat``; ``others`` says for every seat who is to sit there, and is passed over for one's own.
    It never counts for ratings, and all that was hidden then is dealt anew.
    """

    seq: Sequence
    seat: SeatNumber
    others: Annotated[tuple[Filling, ...], Meta(max_length=16)]


Do: TypeAlias = (
    Create
    | ChangeRated
    | Sit
    | Leave
    | SeatBot
    | UnseatBot
    | Ready
    | Move
    | Undo
    | Redo
    | Propose
    | Answer
    | ChangeVacation
    | Close
    | Rematch
    | Fork
)
"""What a person may do."""

# --- what the service does by itself ----------------------------------------------------------------------------


class Expire(Struct, frozen=True, tag_field="type", tag="expire"):
    """The service's own command: a table that was never started ends after a day."""


class Vacate(Struct, frozen=True, tag_field="type", tag="vacate"):
    """The service's own command: whoever was brought to the seat does not come, and it is anybody's."""

    seat: int


class TimeOut(Struct, frozen=True, tag_field="type", tag="flag"):
    """The service's own command: the time of the seat is over."""

    seat: int


class CreditOutage(Struct, frozen=True, tag_field="type", tag="spare"):
    """The service's own command: between two stamps it was away, and nobody could move."""

    since: int
    until: int


Own: TypeAlias = Expire | Vacate | TimeOut | CreditOutage
"""What the service does by itself."""

Command: TypeAlias = Do | Own
