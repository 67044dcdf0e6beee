"""Vinci by Philippe Keyaerts (Descartes/Eurogames 1999), for three to six players.

The way of a move: ``engine`` hands it to ``rules.apply``, that to its function in ``rules/choosing`` or
``rules/expanding``; then ``flow`` does what goes by itself up to the next decision, with what ``scoring``
counts. All of them work on a ``transition``, the state on its way to the next one.

``setup`` makes the first position, ``legal`` lists the moves of a position, ``offers`` tells what could be done
and why not, ``view`` what a viewer sees. ``data`` holds what is printed, ``state`` how a position and its moves
are written down. ``empire`` and ``effects`` answer who holds what, what it costs and what tiles do;
``practice`` is how a bot plays.

Tables of version 1 of the rules go on: all that versions and options differ in comes from the one record of
``ruleset``, so no module asks for a version.
"""

from partie.games.vinci.engine import vinci

__all__ = ["vinci"]
