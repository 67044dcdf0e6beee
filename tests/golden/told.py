"""What golden games tell: ``python -m tests.golden.told`` records it, or ``--check`` compares.

``told.json`` has, for every golden game and every event of it, a digest of what the engine says after it: the lines of
the event for each viewer, the offers with their prices and gains, the forecast of scores, and what is hidden from whom.
Unlike views and legal moves these may change without a new version of the rules: then record them again, and read the
difference in the tests of the game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec

from partie.kit import SPECTATOR, Event, RecordedChance
from tests.golden import games

FILE = Path(__file__).with_name("told.json")


def told(path: Path) -> list[str]:
    """The digests of a golden game, the one of the start first."""
    golden = games.load(path)
    engine = games.engine_of(golden.game, golden.version)
    viewers = (SPECTATOR, *range(golden.seats))
    chance = RecordedChance(golden.setup)
    state = engine.setup(golden.seats, msgspec.json.decode(golden.options, type=engine.options), chance)

    def said(lines: object) -> str:
        offers = [[seat, engine.offers(state, seat)] for seat in sorted(engine.pending(state))]
        forecasts = [engine.forecast(state, viewer) for viewer in viewers]
        secrets = [
            sorted((key, sorted(values)) for key, values in engine.secrets(state, viewer).items()) for viewer in viewers
        ]
        hidden = [sorted(engine.hidden(state, viewer).items()) for viewer in viewers]
        return games.digest([lines, offers, forecasts, secrets, hidden])[:8]

    found = [said([])]
    for played in golden.events:
        chance = RecordedChance(played.draws)
        move = msgspec.json.decode(played.move, type=engine.move)
        before, state = state, engine.apply(state, played.seat, move, chance)
        event = Event(played.seat, move, played.draws, chance.uncovered)
        found.append(said([engine.describe(before, event, state, viewer) for viewer in viewers]))
    return found


def kept() -> dict[str, list[str]]:
    """What was recorded, by the names of the golden games."""
    found: dict[str, str] = json.loads(FILE.read_text("utf-8"))
    return {name: digests.split() for name, digests in found.items()}


def check(path: Path, recorded: list[str]) -> None:
    """Compare a golden game with what was recorded of it. Raises :class:`games.Differs`."""
    now = told(path)
    for number, (one, other) in enumerate(zip(recorded, now, strict=False)):
        if one != other:
            raise games.Differs(f"{path.stem}, event {number}: lines, offers, forecast or secrets are others")
    if len(recorded) != len(now):
        raise games.Differs(f"{path.stem} is another game")


def main(arguments: list[str]) -> int:
    """Record all, or check all."""
    if arguments == ["--check"]:
        recorded = kept()
        for path in games.files():
            check(path, recorded.get(path.stem, []))
        return 0
    found = {path.stem: " ".join(told(path)) for path in games.files()}
    FILE.write_text(json.dumps(found, indent=0) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
