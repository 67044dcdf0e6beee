"""The checks of ``partie dev`` after each change: laws that are quick, on words, rules, views and moves, and the board.

The conformance suite checks all laws, with more effort.
"""

from __future__ import annotations

from pathlib import Path

from partie.cli._dev.desk import Fault
from partie.http.boards import FOLDER, MODULE, TYPES
from partie.registry import AnyEngine


def check(engine: AnyEngine) -> list[Fault]:
    """Return what is wrong with the game. The laws are left out where hypothesis is not installed."""
    return [*check_board(engine.room / FOLDER), *check_laws(engine)]


def check_laws(engine: AnyEngine) -> list[Fault]:
    """Return the laws that the engine breaks in short random games; nothing where hypothesis is not installed."""
    try:
        # Only tests and this command need it.
        from partie.kit.conformance import QUICK, broken_laws, moves, views, words  # noqa: PLC0415
    except ModuleNotFoundError:
        return []
    laws = [
        moves.legal_moves_are_accepted,
        views.views_are_plain,
        views.views_have_their_type,
        words.everything_said_has_words,
        words.languages_say_the_same,
        words.refusals_name_their_rule,
    ]
    broken = broken_laws(engine, QUICK, laws)
    unchecked = ": not checked: "  # because of another fault, which is reported
    return [Fault("check", law.replace("_", " "), found) for law, found in broken.items() if unchecked not in found]


def check_board(folder: Path) -> list[Fault]:
    """Return what is wrong with the folder of a board, if there is one. Faults of its module show in the page."""
    if not folder.is_dir():
        return []
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    unserved = [path.relative_to(folder).as_posix() for path in files if path.suffix not in TYPES]
    faults = []
    if not (folder / MODULE).is_file():
        faults.append(Fault("check", f"the folder {FOLDER} has no {MODULE}, so the plain board is shown"))
    if unserved:
        kinds = " ".join(sorted(TYPES))
        faults.append(Fault("check", f"the page can't load {', '.join(unserved)}: a board has files of {kinds}"))
    return faults
