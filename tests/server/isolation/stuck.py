"""A twin of the toy game that does not come back from its fifth event; bound to be met by somebody some day."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import repeat

from partie.kit import Chance, Offer, Range, Seat, Viewer
from tests.engines.toys import Toy
from tests.engines.toys.state import Move, State, Step


class Stuck(Toy):
    """Any step goes round for ever, a forecast too.

    A step to field-3 does so in a way that no exception ends, one to field-2 in C code that lets no Python run.
    """

    key = "stuck"
    offering = True
    """Whether it comes back from listing offers. A step is then harmless."""

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> State:
        if move == Step("field-2"):
            deque(repeat(0), maxlen=0)
        if isinstance(move, Step) and self.offering:
            while True:
                try:
                    _go_round()
                except Exception:
                    if move.to != "field-3":
                        raise
        return super().apply(state, seat, move, chance)

    def offers(self, state: State, seat: Seat) -> Sequence[Offer[Move]]:
        if not self.offering:
            _go_round()
        return super().offers(state, seat)

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        _go_round()
        return ()


def _go_round() -> None:
    number = 0
    while True:
        number += 1


stuck = Stuck()
