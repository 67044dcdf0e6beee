"""The life of a table as pure functions: commands are decided, events are folded, and views are made of the fold.

Nothing in this package does I/O, reads a clock or draws at random; fresh bytes and times come in by
:class:`Context`. ``decide`` and ``fold`` are the heart; :class:`History` holds what a node knows of one table.
"""

from server.table.context import Context, Decision, Engines, Expire, Refused
from server.table.creation import may_watch
from server.table.decide import decide
from server.table.errors import EngineFailed, HashDiffers, ImpossibleEvent, Newer, TableBroken
from server.table.events import Event, encode_event
from server.table.fold import fold
from server.table.history import History
from server.table.lift import FORMAT, decode_event
from server.table.lines import FRAME_LINES, entry_for
from server.table.receipts import Receipts
from server.table.snapshots import Snapshot
from server.table.state import COLOURS, Chair, Proposal, Stamp, Table, eyes, viewer_of
from server.table.views import pending, turn_for, view

__all__ = [
    "COLOURS",
    "FORMAT",
    "FRAME_LINES",
    "Chair",
    "Context",
    "Decision",
    "EngineFailed",
    "Engines",
    "Event",
    "Expire",
    "HashDiffers",
    "History",
    "ImpossibleEvent",
    "Newer",
    "Proposal",
    "Receipts",
    "Refused",
    "Snapshot",
    "Stamp",
    "Table",
    "TableBroken",
    "decide",
    "decode_event",
    "encode_event",
    "entry_for",
    "eyes",
    "fold",
    "may_watch",
    "pending",
    "turn_for",
    "view",
    "viewer_of",
]
