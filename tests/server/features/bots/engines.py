"""Toys that fail a thinking bot, each in its way."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from partie.kit import Illegal, Range, Viewer
from tests.engines.toys import Toy
from tests.engines.toys.state import State


class Endless(Toy):
    """Thinks for ever."""

    key = "endless"

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        while True:
            pass


class Deadly(Toy):
    """Takes its process with it."""

    key = "deadly"

    def forecast(self, state: State, viewer: Viewer) -> Sequence[Range]:
        os._exit(7)


class Brooding(Endless):
    """Thinks for ever if it looks ahead; what it advises comes at once."""

    key = "brooding"

    def advise(self, state: State, seat: int) -> Any:
        return self.legal(state, seat)[-1]


class Wrong(Toy):
    """Fails with an exception that cannot be sent between processes."""

    key = "wrong"

    def legal(self, state: State, seat: int) -> Sequence[Any]:
        raise Illegal("strange", "T1", what="nothing")


endless, brooding, deadly, wrong = Endless(), Brooding(), Deadly(), Wrong()
