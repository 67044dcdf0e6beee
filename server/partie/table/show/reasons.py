"""Who may be told why a bot made its move.

A thought follows from what the bot's seat knew. So it is told to those who knew as much then, and after the end, when
nothing is secret any more, to all; there is no softened form of it that would be safe for every game.
"""

from __future__ import annotations

from partie.kit import Viewer
from partie.table.context import Engines, engine_of
from partie.table.engine_calls import guarded
from partie.table.events import Moved
from partie.table.show.history import History
from partie.table.state import Table, perspective


def refusal(history: History, engines: Engines, seq: int, viewer: Viewer, now: Table | None = None) -> str:
    """Why the viewer is not told the reason of event ``seq``: ``unknown`` (no move of a bot) or ``secret``.

    Empty if nothing is against it. ``secret`` is said of all moves of a game with hands, whatever is in them. ``now``
    is the newest table that the viewer may see, if that is not the newest there is.
    """
    newest = now or history.newest
    if not 1 < seq <= newest.seq:
        return "unknown"
    event = history.event(seq)
    before = history.past(seq - 1)
    if not isinstance(event, Moved) or not before.seating.seats[event.seat].bot:
        return "unknown"
    if newest.phase == "ended":
        return ""
    own = perspective(newest, viewer, seq)
    known = all(knows_as_much(table, engines, own, event.seat) for table in (before, history.past(seq)))
    return "" if known else "secret"


def knows_as_much(table: Table, engines: Engines, viewer: Viewer, seat: int) -> bool:
    """Whether all that a viewer does not know of a running game, the seat does not know either, nor narrows it down."""
    engine = engine_of(table, engines)
    unknown = guarded(table.id, table.seq, engine.secrets, table.play.state, viewer)
    of_seat = guarded(table.id, table.seq, engine.secrets, table.play.state, seat)
    return all(values <= of_seat.get(item, frozenset()) for item, values in unknown.items())
