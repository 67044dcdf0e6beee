"""The checks of ``partie dev`` after each change: laws that are quick, on words, rules, views and moves, and the board.

The conformance suite checks all laws, with more effort.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from partie.cli._dev.desk import Fault
from partie.http.boards import FOLDER, MODULE, TYPES
from partie.registry import AnyEngine

_ASKED: Final = re.compile(r"""\bwords\.text\(\s*(['"`])([\w.-]+)\1""")
"""A board asks for a message whose key is written there."""


def check(engine: AnyEngine) -> list[Fault]:
    """Return what is wrong with the game. The laws are left out where hypothesis is not installed."""
    return [*check_board(engine.room / FOLDER), *check_texts(engine.room), *check_laws(engine)]


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


def check_texts(room: Path) -> list[Fault]:
    """Return which messages a board asks for that are in no file of words: the page shows their keys."""
    known: set[str] = set()
    for path in room.glob("words.*.json"):
        try:
            known |= msgspec.json.decode(path.read_bytes(), type=dict[str, str]).keys()
        except msgspec.MsgspecError:
            return []  # a law says so
    faults = []
    for path in sorted((room / FOLDER).rglob("*.js")):
        missing = {key for _, key in _ASKED.findall(path.read_text("utf-8", "replace"))} - known
        if missing:
            file = path.relative_to(room).as_posix()
            faults.append(Fault("check", f"{file} asks for words that are not there: {', '.join(sorted(missing))}"))
    return faults
