"""What forked tables deal again: as their logs hold it, for every so many positions of golden games.

``python -m tests.golden.dealt`` records those of games that have none yet. Recorded ones are never overwritten:
an engine that deals otherwise is another version.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from partie.kit import SPECTATOR, RecordedChance, SeededChance
from tests.golden import games

FILE: Final = games.FOLDER / "dealt-anew.json"

EVERY: Final = 25
"""One position in so many."""


class Dealt(Struct, frozen=True):
    """What was drawn after an event of a golden game, and the digest of everybody's view of what came of it."""

    after: int
    draws: tuple[str | int | tuple[str | int, ...], ...]
    views: str


def load() -> dict[str, tuple[Dealt, ...]]:
    """All that was recorded, by the name of the golden game."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, tuple[Dealt, ...]]) if FILE.exists() else {}


def positions(golden: games.Golden) -> Iterator[tuple[int, Any]]:
    """Every so many positions of a golden game, by the number of the event that led there."""
    engine = games.engine_of(golden.game, golden.version)
    options = msgspec.json.decode(golden.options, type=engine.options)
    state = engine.setup(golden.seats, options, RecordedChance(golden.setup))
    for number, event in enumerate(golden.events, 1):
        move = msgspec.json.decode(event.move, type=engine.move)
        state = engine.apply(state, event.seat, move, RecordedChance(event.draws))
        if number % EVERY == 0 and engine.result(state) is None:
            yield number, state


def record(name: str, golden: games.Golden) -> tuple[Dealt, ...]:
    """What is dealt again now, where anything is."""
    engine = games.engine_of(golden.game, golden.version)
    found = []
    for number, state in positions(golden):
        chance = SeededChance(name.encode(), number)
        dealt = engine.determinize(state, SPECTATOR, chance)
        if chance.draws:
            found.append(Dealt(number, chance.draws, games.position(engine, dealt, golden.seats).views))
    return tuple(found)


def again(golden: games.Golden, recorded: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    """What comes of the recorded draws now. Raises :class:`~partie.kit.DrawsDiffer` where they do not fit."""
    engine, states = games.engine_of(golden.game, golden.version), dict(positions(golden))
    found = []
    for one in recorded:
        chance = RecordedChance(one.draws)
        dealt = engine.determinize(states[one.after], SPECTATOR, chance)
        chance.finish()
        found.append(Dealt(one.after, one.draws, games.position(engine, dealt, golden.seats).views))
    return tuple(found)


def main() -> None:
    """Record what is not recorded yet."""
    now = {path.stem: record(path.stem, games.load(path)) for path in games.files()}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode({**now, **load()}), indent=1) + b"\n")


if __name__ == "__main__":
    main()
