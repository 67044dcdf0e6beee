"""The commands of a table. Each becomes at most one event, or is refused.

Commands of persons arrive in frames, tagged by ``type``; anything not declared here is invalid. The encoding matters
beyond the wire: a digest of each command is kept in the log, by which a repeat is recognised.
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

# --- commands of persons ------------------------------------------------------------------------------------------


class _Do(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Create(_Do, frozen=True, tag="create"):
    """Create a table. The answer's ``table`` is its id; the same command id creates the same table.

    ``rated``: the game counts for the ratings of the accounts that play it. Bots are not allowed then.
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
    """Choose before the start whether the game is rated (host only). All players must be ready again."""

    rated: bool


class Sit(_Do, frozen=True, tag="sit"):
    """Take a free seat, or change the colour of yours. In a running game: take over a freed seat."""

    seat: SeatNumber
    colour: Colour | None = None


class Leave(_Do, frozen=True, tag="leave"):
    """Leave your seat before the game starts."""


class SeatBot(_Do, frozen=True, tag="seat_bot"):
    """Give a free seat to a bot (anyone seated may); in a running game a freed seat, or your own."""

    seat: SeatNumber
    level: Level = "quick"


class UnseatBot(_Do, frozen=True, tag="unseat_bot"):
    """Remove a bot before the game starts (anyone seated may)."""

    seat: SeatNumber


class TurnAway(_Do, frozen=True, tag="turn_away"):
    """Free somebody's seat before the game starts (host only). That person cannot sit at this table again."""

    seat: SeatNumber


class Ready(_Do, frozen=True, tag="ready"):
    """Declare yourself ready, or not ready. The game starts when the last player is ready."""

    ready: bool
    nonce: Nonce


class Move(_Do, frozen=True, tag="move"):
    """Make a move for the decision token ``ask``; a move with an outdated one is refused as ``stale``."""

    ask: Sequence
    move: Raw


class Undo(_Do, frozen=True, tag="undo"):
    """Take back your own open moves: return to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Redo(_Do, frozen=True, tag="redo"):
    """Redo undone moves: go forward to the position after event ``to`` (one of those offered)."""

    to: Sequence


class Propose(_Do, frozen=True, tag="propose"):
    """Propose something to the other players.

    The proposals are: to go back to event ``to``, to free the ``seat`` of an absent person, to end the game, to change
    the time control to ``pace`` (or none), to stop the clocks (``pause``), to restart them (``resume``), or to change
    the spectator delay to ``delay`` (or none).
    """

    what: What
    to: Sequence | None = None
    seat: SeatNumber | None = None
    pace: TimeControl | None = None
    delay: DelaySetting | None = None


class Answer(_Do, frozen=True, tag="answer"):
    """Accept or refuse the proposal made by event ``proposal``; its author refuses it to withdraw it."""

    proposal: Sequence
    grant: bool


class ChangeVacation(_Do, frozen=True, tag="rest"):
    """Begin or end your vacation, if the time control has one: your clock stops, and the vacation runs."""

    on: bool


class Close(_Do, frozen=True, tag="close"):
    """Close a table that has not started (host only)."""


class Rematch(_Do, frozen=True, tag="again"):
    """Play the game of an ended table again. The answer's ``table`` is the new one, the same for everybody who asks."""


class Fork(_Do, frozen=True, tag="fork"):
    """Continue from the position after event ``seq`` of an ended table, at a new one: the answer's ``table``.

    You take ``seat``; ``others`` says for every seat who should sit there, and is ignored for your own. It never counts
    for ratings, and everything hidden in the position is dealt again.
    """

    seq: Sequence
    seat: SeatNumber
    others: Annotated[tuple[Filling, ...], Meta(max_length=16)]


class Learn(_Do, frozen=True, tag="learn"):
    """Begin the lesson of a game, at a table of your own: the answer's ``table``.

    You hold the first seat, and the game starts as soon as you are ready. The other seats make the lesson's moves as
    long as you do.
    """

    game: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,31}$")]


Do: TypeAlias = (
    Create
    | ChangeRated
    | Sit
    | Leave
    | SeatBot
    | UnseatBot
    | TurnAway
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
    | Learn
)
"""Any command of a person."""

# --- commands of the service ------------------------------------------------------------------------------------


class Expire(Struct, frozen=True, tag_field="type", tag="expire"):
    """The service's own command: end a table that was not started within a day, or a lesson left for as long."""


class Vacate(Struct, frozen=True, tag_field="type", tag="vacate"):
    """The service's own command: free the seat of a matched player who does not come."""

    seat: int


class TimeOut(Struct, frozen=True, tag_field="type", tag="flag"):
    """The service's own command: the seat's time has run out."""

    seat: int


class CreditOutage(Struct, frozen=True, tag_field="type", tag="spare"):
    """The service's own command: credit an outage between two timestamps, during which nobody could move."""

    since: int
    until: int


Own: TypeAlias = Expire | Vacate | TimeOut | CreditOutage
"""Any command of the service itself."""

Command: TypeAlias = Do | Own
