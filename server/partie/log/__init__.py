"""The append-only logs of all tables, each in one Redis stream.

``entry`` defines an entry and the possible outcomes of an append. ``script`` is the one atomic step that appends an
entry. ``pipeline`` and ``router`` send many such steps to Redis in few round trips and never lose track of one. ``log``
is the interface for the rest of the service, and ``changefeed`` reports that a table has grown.
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
