"""What commands print: text for people, JSON for programs, errors as one sentence on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from partie.cli._support.parameters import Option

if TYPE_CHECKING:
    from rich.console import Console

JsonFlag = Annotated[bool, Option("--json", help="Print JSON instead of text.")]


class CommandFailed(Exception):
    """A command could not do its work: a code for programs, and a sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def console() -> Console:
    """Where text goes: standard output, as wide as it is."""
    from rich.console import Console  # noqa: PLC0415  # only the service brings it

    return Console(highlight=False)


def progress_console() -> Console:
    """Where progress goes: standard error, so that standard output has only results."""
    from rich.console import Console  # noqa: PLC0415  # only the service brings it

    return Console(stderr=True, highlight=False)


@contextmanager
def progress(text: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how far a command is. Call what it provides after every step; without Rich, nothing is shown."""
    if find_spec("rich") is None:
        yield lambda: None
        return
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=progress_console(), transient=True) as shown:
        task = shown.add_task(text, total=total)
        yield lambda: shown.advance(task)


def struck(text: str) -> str:
    """Text with a line through it, where standard output can show one."""
    return f"\x1b[9m{text}\x1b[0m" if sys.stdout.isatty() else text


def print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Print rows, the first of which is the head, with their columns one below the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_json(value: Any) -> None:
    """Print a value, made of JSON or structs, to standard output."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
    sys.stdout.flush()


def print_failure(failure: CommandFailed, *, as_json: bool) -> None:
    """Print a failure to standard error."""
    if as_json:
        error = {"error": {"code": failure.code, "message": str(failure)}}
        sys.stderr.write(msgspec.json.encode(error).decode() + "\n")
    else:
        sys.stderr.write(f"partie: {failure}\n")
