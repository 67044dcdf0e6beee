"""What is said of a broken law: once, and with all that is needed to see it again."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import TracebackType
from typing import Any

import msgspec

from partie.kit import refold
from partie.kit.conformance import watch
from partie.kit.conformance.subject import Game, LawBroken, Position, Subject
from partie.kit.conformance.watch import Call, Hanging

Law = Callable[[Subject], None]

FRAMES = 6
"""Lines of an engine's code that are shown where it failed: the innermost calls."""

BEFORE = ("setup", "automatic", "domains")
"""Methods that are not given a position but a number of seats and options."""

MAX_SHOWN = 300
"""Characters of a move or of options that are shown."""


def check(law: Law, subject: Subject) -> None:
    """Check a law. Raises :class:`LawBroken`, also if the engine raises what it may not, or does not return."""
    if subject.unusable:
        raise LawBroken(f"not checked: {subject.unusable}")
    subject.watch.failed = subject.watch.hanging = subject.examined = None
    try:
        with subject.watch.ending_calls():
            law(subject)
    except LawBroken:
        raise
    except Hanging as error:
        broken = _hangs(subject, error.__traceback__)
        subject.unusable = broken.what
        raise broken from None
    except Exception as error:
        call, frames = subject.watch.failed, _frames(error.__traceback__)
        if call is None or not frames:
            raise
        said = f"{call.method} raises {error!r}\n" + "\n".join(map(_line, frames))
        raise _in_call(subject, said, call) from None


def _hangs(subject: Subject, traceback: TracebackType | None) -> LawBroken:
    call = subject.watch.hanging
    assert call is not None
    frames = _frames(traceback)
    at = f"; it was at\n{_line(frames[-1])}" if frames else ""
    return _in_call(subject, f"{call.method} does not return within {subject.watch.seconds:g} s{at}", call)


def _in_call(subject: Subject, said: str, call: Call) -> LawBroken:
    """Return the broken law with the position, the seat and the move that a call was given."""
    at: Game | Position | None = subject.position_of(call.arguments[0] if call.arguments else None)
    if call.method in BEFORE:
        at = subject.playing
    seat = next((one for one in call.arguments[1:2] if isinstance(one, int)), None)
    move = call.arguments[2] if call.method == "apply" else None
    return LawBroken(said, at, seat=None if call.method in BEFORE else seat, move=move)


def _frames(traceback: TracebackType | None) -> list[FrameSummary]:
    """Return the innermost frames of a traceback that lie in an engine; none if the engine was not called."""
    frames = list(extract_tb(traceback))
    calls = [index for index, frame in enumerate(frames) if frame.filename == watch.__file__]
    return frames[calls[-1] + 1 :][-FRAMES:] if calls else []


def _line(frame: FrameSummary) -> str:
    code = linecache.getline(frame.filename, frame.lineno or 0).strip()
    return f"    {nearby(frame.filename)}:{frame.lineno} in {frame.name}: {code}"


def nearby(path: str) -> str:
    """Return the path as seen from the current folder, if it is below that."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


def report(law: Law, subject: Subject, broken: LawBroken) -> str:
    """Return what was found, where, and how to see it again."""
    facts = [*_facts(subject, broken), ("again", _command(subject))]
    lines = [f"{law.__name__}: {broken.what}", *(f"  {name + ':':<10}{fact}" for name, fact in facts if fact)]
    return "\n".join(lines)


def _facts(subject: Subject, broken: LawBroken) -> Iterator[tuple[str, str]]:
    game = broken.at.game if isinstance(broken.at, Position) else broken.at
    yield "engine", f"{subject.original.key}, version {subject.original.version}"
    if game is not None:
        yield "game", f"{game.label!r} of seed {subject.seed!r}"
        yield "seats", str(game.seats)
        yield "options", _short(_json(game.options))
    if isinstance(broken.at, Position):
        yield "position", f"after {broken.at.index} moves"
    if broken.move is not None:
        yield "move", _short(f"{broken.move}") + ("" if broken.seat is None else f" of seat {broken.seat}")
    elif broken.seat is not None:
        yield "seat", str(broken.seat)
    if game is not None:
        yield "look", _replay(subject, game, broken.at.index if isinstance(broken.at, Position) else 0)


def _replay(subject: Subject, game: Game, index: int) -> str:
    """Return a line of Python that leads to the position."""
    try:
        module, name = refold.place(subject.original)
    except refold.NotFound:
        module, name = "...", subject.original.key
    engine = f"{name}()" if isinstance(getattr(sys.modules.get(module), name, None), type) else name
    given = f"{engine}, {game.seats}, {_json(game.options)!r}, {game.label!r}, {index}, seed={subject.seed!r}"
    return f"from partie.kit.conformance import replay; from {module} import {name}; position = replay({given})"


def _command(subject: Subject) -> str:
    """Return the command that runs the test again, or "" outside of pytest."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    effort = os.environ.get("PARTIE_CONFORMANCE", "")
    settings = [f"PARTIE_CONFORMANCE={effort}"] if effort else []
    return " ".join([*settings, f"PARTIE_CONFORMANCE_SEED={subject.seed}", f"pytest '{test}'"]) if test else ""


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _short(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
