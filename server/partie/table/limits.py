"""The limits of a table, each with the code of its refusal."""

from __future__ import annotations

from typing import Final

from partie.kit import limits

MAX_EVENTS: Final = limits.MAX_EVENTS
"""Events of one table (``event_limit``)."""

EVENTS_TO_END: Final = 200
"""The number of events reserved for ending the game by agreement, so that a full table can still be closed."""

MAX_EVENTS_OPEN: Final = 1_000
"""Events before the start (``event_limit``), so that taking and leaving seats cannot use up the game's."""

MAX_UNDOS: Final = 100
"""Undone steps per turn (``undo_limit``): since another seat moved or something was drawn or uncovered."""

MAX_PROPOSALS: Final = 20
"""Proposals between two moves (``proposal_limit``)."""

CONSENT_MS: Final = 120_000
"""Validity of a proposal in milliseconds, by the log's timestamps; with days per decision, it is that many days."""

AWAY_MS: Final = 30_000
"""Milliseconds without a connection after which a person counts as absent and is not asked."""

ABSENT_MS: Final = 120_000
"""Milliseconds of absence after which the others may agree to free a person's seat."""

COME_MS: Final = 3 * 60 * 1000
"""Milliseconds in which a matched player must come to the table, or lose the seat."""

EXPIRY_MS: Final = 24 * 60 * 60 * 1000
"""Milliseconds after which a table that was not started ends, or a lesson in which nothing happened: a day."""

MAX_PAST: Final = 512 * 1024
"""Bytes of the packed log that a fork includes (``fork_too_long``). A long game has about 150 KiB."""

MAX_DEPTH: Final = 8
"""Maximum depth of forks of forks (``fork_too_deep``)."""

MAX_OPTIONS: Final = limits.MAX_OPTIONS
"""Bytes of a table's settings, as MessagePack (``bad_options``)."""
