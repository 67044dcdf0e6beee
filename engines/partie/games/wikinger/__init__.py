"""Wikinger by Michael Kiesling (Hans im Glück 2007), for two to four players.

The way of a move: ``engine`` hands it to ``rules.apply``, that to its function in ``rules/auction``, ``buying``
or ``ferrying``; then ``flow`` does what goes by itself up to the next decision, with what ``scoring`` counts.
All of them work on a ``transition``, the state on its way to the next one.

``setup`` makes the first position, ``legal`` lists the moves of a position, ``offers`` tells what could be done
and why not, ``view`` what a viewer sees. ``data`` holds what is printed, ``state`` how a position and its moves
are written down. ``wheel``, ``islands`` and ``boats`` answer what a combination costs, where a tile fits, and
whom boatmen can bring over.
"""

from partie.games.wikinger.engine import wikinger

__all__ = ["wikinger"]
