"""Limits of a table, each with its typed refusal."""

from __future__ import annotations

from typing import Final

MAX_EVENTS: Final = 20_000
"""Events of one table (``event_limit``). A long game has some 2,000."""

EVENTS_TO_END: Final = 200
"""The last of them are kept for ending the game by agreement, so that a full table can still be closed."""

MAX_EVENTS_OPEN: Final = 1_000
"""Events before the game starts (``event_limit``), so that taking and leaving seats cannot use up the game's."""

MAX_UNDOS: Final = 100
"""Undone steps of one turn (``undo_limit``): since another seat moved or something was drawn or uncovered."""

MAX_PROPOSALS: Final = 20
"""Proposals between two moves (``proposal_limit``)."""

CONSENT_MS: Final = 120_000
"""How long a proposal stands, by the stamps of the log; where each decision has days, it stands as many of them."""

AWAY_MS: Final = 30_000
"""Without a connection for so long a person counts as absent and is not asked."""

ABSENT_MS: Final = 120_000
"""Away for so long a person's seat may be freed by agreement of the others."""

COME_MS: Final = 3 * 60 * 1000
"""Whoever was brought to a table by matchmaking and does not come within this time loses the seat."""

EXPIRY_MS: Final = 24 * 60 * 60 * 1000
"""A table that was not started within a day ends."""

MAX_PAST: Final = 512 * 1024
"""Bytes of the packed log that a forked table takes along (``fork_too_long``). A long game has some 150 KiB."""

MAX_DEPTH: Final = 8
"""Tables that lie one behind the other where forks are forked again (``fork_too_deep``)."""

MAX_OPTIONS: Final = 2_048
"""Bytes of a table's settings, as MessagePack (``bad_options``)."""
