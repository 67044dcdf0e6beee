"""Waters of Nereus by Steve Finn (Dr. Finn's Games 2018), for two to four players.

The way of a move: ``engine`` hands it to ``rules.apply``, that to its function in ``rules/choosing``, ``turn``,
``sailing``, ``crew``, ``cabin`` or ``cards``; then ``flow`` does what goes by itself up to the next decision,
with what ``scoring`` counts. All of them work on a ``transition``, the state on its way to the next one.

``setup`` makes the first position, ``legal`` lists the moves of a position, ``offers`` tells what could be done
and why not, ``view`` what a viewer sees. ``data`` holds what is printed, ``state`` how a position and its moves
are written down. ``tables`` is made of the data once, ``neutral`` plays the neutral ship for two, and
``knowledge`` tells what a viewer cannot know.
"""

from partie.games.nereus.engine import nereus

__all__ = ["nereus"]
