"""The append-only log of every table, in one Redis stream each.

``entry`` says what an entry is and what an append may answer, ``script`` is the one atomic step by which an entry
gets in, ``pipeline`` and ``router`` carry many such steps to Redis in few round trips and never lose track of one,
``log`` is what the rest of the service uses, and ``changefeed`` hears that a table has grown.
"""

from partie.log.changefeed import ChangeFeed
from partie.log.entry import Appended, Buried, LogUnavailable, Lost, NotNow, Outcome, new_mark
from partie.log.log import Log
from partie.log.pipeline import Counters
from partie.table.keep.entry import Entry, ForeignEntry

__all__ = [
    "Appended",
    "Buried",
    "ChangeFeed",
    "Counters",
    "Entry",
    "ForeignEntry",
    "Log",
    "LogUnavailable",
    "Lost",
    "NotNow",
    "Outcome",
    "new_mark",
]
