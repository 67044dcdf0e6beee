"""Golden games from the command line.

``python -m tests.golden --check`` folds all of them. ``python -m tests.golden GAME`` records one for each number of
seats, each variant and each version where none is yet, and writes the states' hashes and the parts of the results of
the others again after everything else was found equal. A game whose views, legal moves, scores or places have changed
is never overwritten: a change of rules raises the engine's version, and only a file that was wrong from the start is
deleted by hand.
"""

from __future__ import annotations

import sys

from tests.golden import games


def main(arguments: list[str]) -> int:
    """Check all, or record and renew one game's."""
    match arguments:
        case ["--check"]:
            paths = games.files()
            for path in paths:
                games.check(path)
                print(f"{path.name} folds as it did")
            return 0 if paths else 1
        case [game] if not game.startswith("-"):
            for name, want in games.wanted(game).items():
                path = games.FOLDER / f"{game}-{name}.json"
                if path.exists():
                    games.renew(path)
                    print(f"{path.name}: the same game, states written anew")
                else:
                    games.save(games.record(game, want), path)
                    print(f"{path.name}: recorded")
            return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
