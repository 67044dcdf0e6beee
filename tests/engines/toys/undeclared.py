"""The toy as its author would have written it who has never heard of domains, neither in types nor elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.engines.toys import Toy
from tests.engines.toys.state import Bid, Done, Draw, Gather, Options, Peek, State, Step


class PlainBid(Bid, frozen=True, tag_field="type", tag="bid"):
    """A bid of any card."""

    card: str


class Undeclared(Toy):
    """The toy whose moves declare nothing."""

    move: ClassVar[Any] = PlainBid | Step | Gather | Peek | Draw | Done

    def legal(self, state: State, seat: int) -> Sequence[Any]:
        return [PlainBid(move.card) if isinstance(move, Bid) else move for move in super().legal(state, seat)]

    def domains(self, seats: int, options: Options) -> Mapping[str, Sequence[str]]:
        return {}
