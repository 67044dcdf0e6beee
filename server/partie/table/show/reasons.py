"""The viewers who may see the reason for a bot's move.

A bot's reasoning follows from what its seat knew. So it is shown to viewers who knew as much then, and to all after the
end, when nothing is secret any more; there is no weaker form of it that would be safe for every game.
"""

from __future__ import annotations

from partie.kit import Viewer
from partie.table.context import Engines, engine_of
from partie.table.engine_calls import guarded
from partie.table.events import Moved
from partie.table.show.history import History
from partie.table.state import Table, perspective


def refusal(history: History, engines: Engines, seq: int, viewer: Viewer, now: Table | None = None) -> str:
    """Return why the viewer may not see the reason of event ``seq``: ``unknown`` (not a bot's move) or ``secret``.

    Empty if the viewer may. In a game with hands all moves are ``secret``, whatever is in the hands. ``now`` is the
    newest table that the viewer may see, if that is not the newest there is.
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
    """Whether everything a viewer does not know of a running game is as unknown to the seat."""
    engine = engine_of(table, engines)
    unknown = guarded(table.id, table.seq, engine.secrets, table.play.state, viewer)
    of_seat = guarded(table.id, table.seq, engine.secrets, table.play.state, seat)
    return all(values <= of_seat.get(item, frozenset()) for item, values in unknown.items())
