"""The codes of all refusals, grouped by subject.

Clients have a message for each (``refused.<code>``), and the AsyncAPI document lists them. A violation of a game's
rules has a code of the game's own, and includes the rule.
"""

from __future__ import annotations

from typing import Final, Literal, NewType, TypeAlias, get_args

from msgspec import Struct

LifecycleCode: TypeAlias = Literal[
    "table_exists",
    "no_table",
    "not_started",
    "started",
    "ended",
    "not_ended",
    "never_started",
    "not_seen_yet",
    "not_host",
    "not_invited",
    "id_reused",
    "event_limit",
]
"""The table is in another phase, or the person may not begin or end it."""

SettingsCode: TypeAlias = Literal[
    "unknown_game",
    "no_lesson",
    "bad_seats",
    "bad_options",
    "bad_pace",
    "rated_alone",
    "rated_bot",
    "rated_late",
    "rated_fork",
    "already_rated",
    "not_rated",
    "fork_too_deep",
    "fork_too_long",
]
"""No table can be created, or no game rated, like this."""

SeatCode: TypeAlias = Literal[
    "not_seated",
    "already_seated",
    "no_such_seat",
    "seat_taken",
    "seat_kept",
    "seat_free",
    "turned_away",
    "nobody_else",
    "no_bot",
    "unknown_colour",
    "colour_taken",
    "bad_nonce",
    "already_ready",
    "not_ready",
    "not_away",
    "has_days",
]
"""The seat does not exist, is not that person's, or is not available."""

MoveCode: TypeAlias = Literal["stale", "not_your_turn", "no_such_move"]
"""The move is invalid, or was made for another position."""

Barrier: TypeAlias = Literal["nothing_to_undo", "other_moved", "drawn", "uncovered"]
"""Why a seat cannot go back further: the game begins here, another seat moved, something was drawn or uncovered."""

UndoCode: TypeAlias = Literal[Barrier, "undo_limit", "nothing_to_redo", "no_such_position"]
"""There is no way to that position."""

ConsentCode: TypeAlias = Literal[
    "proposal_open",
    "proposal_limit",
    "no_proposal",
    "lapsed",
    "not_asked",
    "already_answered",
    "nobody_present",
    "same_pace",
    "same_delay",
]
"""The others cannot be asked for that, or this person was not asked."""

TimeCode: TypeAlias = Literal["no_clock", "paused", "not_paused", "no_vacation", "already_resting", "not_resting"]
"""The clocks do not allow it."""

DecidedCode: TypeAlias = LifecycleCode | SettingsCode | SeatCode | MoveCode | UndoCode | ConsentCode | TimeCode
"""The codes that the table itself decides."""

UndeliveredCode: TypeAlias = Literal[
    "too_fast",
    "busy",
    "too_many_tables",
    "too_many_with_bots",
    "not_for_bots",
    "closed",
    "not_now",
    "unavailable",
    "engine_failed",
    "unknown",
    "private",
    "newer",
    "broken",
    "buried",
]
"""The codes of everything between a connection and its table, and between the table and its log.

The command could not be carried out here, or not now.
"""

Code: TypeAlias = DecidedCode | UndeliveredCode
"""Every code but those of games."""

GameCode = NewType("GameCode", str)
"""A code of a game's own: a key of its messages."""

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "lifecycle": get_args(LifecycleCode),
    "settings": get_args(SettingsCode),
    "seats": get_args(SeatCode),
    "moves": get_args(MoveCode),
    "undo": get_args(UndoCode),
    "consent": get_args(ConsentCode),
    "time": get_args(TimeCode),
    "undelivered": get_args(UndeliveredCode),
}
"""All codes but those of games, by subject."""


class Refused(Struct, frozen=True, omit_defaults=True):
    """The command does nothing: a code, the rule it breaks if it is the game's, and the message's parameters."""

    code: Code | GameCode
    rule: str = ""
    params: dict[str, str | int] = {}
