"""What commands print: text for people, JSON for programs, errors as one sentence on standard error."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class CommandFailed(Exception):
    """A command could not do its work: a code for programs, and a sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def console() -> Console:
    """Where text goes: standard output, as wide as it is."""
    return Console(highlight=False)


def progress_console() -> Console:
    """Where progress goes: standard error, so that standard output has only results."""
    return Console(stderr=True, highlight=False)


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
