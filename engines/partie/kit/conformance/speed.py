"""The law of speed: engines run on the event loop, so no call may block all other tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final

from partie.kit.chance import SeededChance
from partie.kit.conformance.subject import LawBroken, Subject

BOUNDS: Final = {
    "setup": 0.1,
    "pending": 0.1,
    "legal": 0.1,
    "apply": 0.1,
    "view": 0.1,
    "describe": 0.1,
    "offers": 0.1,
    "result": 0.1,
    "forecast": 0.005,
}
"""Maximum CPU time of the median call, in seconds.

The forecast is computed at every position for every viewer who has it open.
"""

SAMPLES = 30
"""Number of positions at which every call is timed."""


def calls_are_quick(subject: Subject) -> None:
    """The median call of each kind stays within its bound.

    Reason: all tables of a node share one processor: a slow engine is felt at every one of them.
    """
    times: dict[str, list[float]] = defaultdict(list)
    engine = subject.engine

    def timed(name: str, call: Callable[..., object], *arguments: object) -> None:
        begin = process_time()
        call(*arguments)
        times[name].append(process_time() - begin)

    for seats in engine.seats:
        for options in subject.option_sets[:SAMPLES]:
            timed("setup", engine.setup, seats, options, SeededChance(b"", 0))
    for position in subject.positions("speed", SAMPLES):
        state, game = position.state, position.game
        timed("pending", engine.pending, state)
        timed("result", engine.result, state)
        for viewer in game.viewers:
            timed("view", engine.view, state, viewer)
            timed("forecast", engine.forecast, state, viewer)
        for seat in range(game.seats):
            timed("legal", engine.legal, state, seat)
            timed("offers", engine.offers, state, seat)
        if position.index < len(game.events):
            event, after = game.events[position.index], game.states[position.index + 1]
            timed("apply", engine.apply, state, event.seat, event.move, SeededChance(b"", 1))
            for viewer in game.viewers:
                timed("describe", engine.describe, state, event, after, viewer)
    for name, taken in times.items():
        if median(taken) > BOUNDS[name]:
            was, bound = 1000 * median(taken), 1000 * BOUNDS[name]
            raise LawBroken(f"{name} takes {was:.1f} ms; the limit is {bound:.0f} ms (medians of {len(taken)} calls)")
