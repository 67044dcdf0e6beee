"""Folds logs in a process of its own and prints a digest: half of the conformance suite's law on sets.

It reads the log from standard input and writes a digest of every state and answer.
"""

from __future__ import annotations

import importlib
import sys
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from partie.kit.chance import Draws, DrawsDiffer, RecordedChance, SeededChance
from partie.kit.engine import SPECTATOR, Engine, Event, Illegal
from partie.kit.values import canonical

RECORD: Final[Any] = tuple[str | int | tuple[str | int, ...], ...]
"""The type of :data:`partie.kit.chance.Draws`, to decode with."""

ANSWERED = 5
"""Interval, in positions, at which the answers are compared as well as the state."""


class Written(Struct, frozen=True):
    """One game as it is passed to the other process."""

    seats: int
    options: msgspec.Raw
    key: bytes
    events: list[tuple[int, msgspec.Raw, Draws]]


class Log(Struct, frozen=True):
    """The engine's place, and its games."""

    module: str
    name: str
    games: list[Written]


class NotFound(LookupError):
    """Neither the engine nor its class is a module-level name, so another process cannot import it."""


def place(engine: Engine[Any, Any]) -> tuple[str, str]:
    """Return the module and the name under which the engine, or else its class, can be imported."""
    kind = type(engine)
    own = kind.__module__
    for module in [own, *sorted(sys.modules)]:
        for name, value in list(vars(sys.modules.get(module, object)).items()):
            if value is engine and module != "__main__":
                return module, name
    if getattr(sys.modules[own], kind.__name__, None) is kind:
        return own, kind.__name__
    raise NotFound(f"{kind.__name__}: give the engine or its class a name at the top level of a module")


def written(engine: Engine[Any, Any], games: Any) -> bytes:
    """Encode the games for the other process."""
    module, name = place(engine)
    return msgspec.msgpack.encode(
        Log(
            module,
            name,
            [
                Written(
                    game.seats,
                    msgspec.Raw(canonical(game.options)),
                    game.key,
                    [(event.seat, msgspec.Raw(canonical(event.move)), event.draws) for event in game.events],
                )
                for game in games
            ],
        )
    )


def digest(log: Log) -> str:
    """Return one digest over the states of all games and the answers to viewers in some of them."""
    found = getattr(importlib.import_module(log.module), log.name)
    engine: Engine[Any, Any] = found() if isinstance(found, type) else found
    options_decoder = msgspec.msgpack.Decoder(engine.options)
    move_decoder = msgspec.msgpack.Decoder(engine.move)
    total = sha256()
    for game in log.games:
        options = options_decoder.decode(game.options)
        state = engine.setup(game.seats, options, SeededChance(game.key, 0))
        total.update(canonical(state))
        for index, (seat, encoded, draws) in enumerate(game.events):
            move = move_decoder.decode(encoded)
            before = state
            try:
                state = engine.apply(state, seat, move, RecordedChance(draws))
            except (Illegal, DrawsDiffer) as error:
                # The law on folds reports the reason; here it only matters that all processes fail alike.
                total.update(repr(error).encode())
                break
            total.update(canonical(state))
            if index % ANSWERED:
                continue
            for viewer in (SPECTATOR, *range(game.seats)):
                event = Event(seat, move, draws)
                total.update(canonical(engine.view(state, viewer)))
                total.update(canonical(list(engine.describe(before, event, state, viewer))))
                total.update(canonical(list(engine.forecast(state, viewer))))
                if isinstance(viewer, int):
                    total.update(canonical(list(engine.legal(state, viewer))))
                    total.update(canonical(list(engine.offers(state, viewer))))
    return total.hexdigest()


def main() -> None:
    """Read a log and write its digest."""
    sys.stdout.write(digest(msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Log)))


if __name__ == "__main__":
    main()
