"""The life of a table as pure functions: commands are decided, events are folded, and views are built.

Nothing in this package does I/O, reads a clock or draws at random; random bytes and times come in through
:class:`Context`. ``decide`` and ``fold`` are the heart; :class:`History` holds what a node knows of one table.
"""

from partie.table.commands import Expire
from partie.table.context import Context, Decision, Engines
from partie.table.decide import decide
from partie.table.errors import EngineFailed, HashDiffers, ImpossibleEvent, Newer, TableBroken
from partie.table.events import Event, encode_event
from partie.table.fold import fold
from partie.table.keep.receipts import Receipts
from partie.table.keep.snapshots import Snapshot
from partie.table.lifecycle.creation import may_watch
from partie.table.refusals import Refused
from partie.table.show.history import History
from partie.table.show.lines import FRAME_LINES, entry_for
from partie.table.show.views import pending, turn_for, view
from partie.table.state import Proposal, Seat, Stamp, Table, perspective, viewer_of
from partie.table.upcasters import FORMAT, decode_event
from partie.table.values import COLOURS

__all__ = [
    "COLOURS",
    "FORMAT",
    "FRAME_LINES",
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
    "Seat",
    "Snapshot",
    "Stamp",
    "Table",
    "TableBroken",
    "decide",
    "decode_event",
    "encode_event",
    "entry_for",
    "fold",
    "may_watch",
    "pending",
    "perspective",
    "turn_for",
    "view",
    "viewer_of",
]
