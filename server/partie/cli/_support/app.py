"""The whole command line, as a :class:`typer.Typer`."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from partie.cli._support.commands import COMMANDS
from partie.cli._support.lazy import LazyGroup


class Commands(LazyGroup):
    """All commands of ``partie``."""

    lazy = COMMANDS


app = typer.Typer(
    name="partie",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"partie {version('partie')}")
        raise typer.Exit


@app.callback()
def partie(
    *,
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """Self-hosted server for modern board games in the browser.

    Run partie COMMAND --help for the options of a command and an example.
    """
