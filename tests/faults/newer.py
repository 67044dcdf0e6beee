"""The toy game after a change of its rules, which still plays the tables of the version before."""

from __future__ import annotations

from partie.kit import Engine
from tests.engines.toys import Toy
from tests.engines.toys import toy as older
from tests.engines.toys.state import Move, State


class Newer(Toy):
    """The next version."""

    version = 2
    versions = range(1, 3)

    def at(self, version: int) -> Engine[State, Move]:
        return self if version == self.version else older


toy = Newer()
