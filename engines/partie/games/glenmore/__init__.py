"""Glen More by Matthias Cramer (alea 2010), for two to five players.

The way of a move: ``engine`` hands it to ``rules.apply``, that to its function in ``rules/taking``, ``paying``,
``laying``, ``activating`` or ``members``; then ``flow`` does what goes by itself up to the next decision, with
what ``scoring`` counts. All of them work on a ``transition``, the state on its way to the next one.

``setup`` makes the first position, ``legal`` lists the moves of a position, ``offers`` tells what could be done
and why not, ``view`` what a viewer sees. ``data`` holds what is printed, ``state`` how a position and its moves
are written down. ``land``, ``track`` and ``price`` answer what the rules ask of a land, of the track and of the
warehouse; what has no alternative is done by ``rules/forced``.
"""

from partie.games.glenmore.engine import glenmore

__all__ = ["glenmore"]
