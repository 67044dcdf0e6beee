"""How much a game may send, keep and list: what the service bears, whichever game it is."""

from __future__ import annotations

from typing import Final

MAX_EVENTS: Final = 20_000
"""Events of one table, moves that were taken back included. A long game has about 2,000."""

MAX_OPTIONS: Final = 2_048
"""Bytes of a table's settings, as MessagePack."""

MAX_LEGAL: Final = 1_000
"""Legal moves of a seat in one position: moves are small steps from a list that can be shown."""

MAX_LEGAL_BYTES: Final = 64 * 1024
"""Bytes of a seat's legal moves in one position. They are sent whenever it is the seat's turn."""

MAX_MOVE: Final = 4 * 1024
"""Bytes of a move. A frame from a client, which holds one, may have four times as many."""

MAX_EVENT: Final = 16 * 1024
"""Bytes of a move with its draws, which the log keeps for ever."""

MAX_LINES: Final = 16 * 1024
"""Bytes of what the history says of one event. A page of history has fifty events."""

MAX_VIEW: Final = 128 * 1024
"""Bytes of a view. Everyone who enters a table is sent all of it, and the service keeps a hundred of each table."""
