"""The command line ``partie``: one file a command. Every command prints words, or JSON with ``--json``."""

from __future__ import annotations

import sys

import typer

from server.cli import asyncapi, bench, bot, export, forget, games, playout, serve, verify
from server.cli.output import CommandFailed, say_failure

app = typer.Typer(
    name="partie",
    help="Modern board games live in the browser, on a machine of your own.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for module in (serve, games, playout, bot, export, verify, asyncapi, forget, bench):
    app.command(name=module.__name__.rpartition(".")[2])(module.command)


def main() -> None:
    """The script ``partie``."""
    try:
        app()
    except CommandFailed as failure:
        say_failure(failure, as_json="--json" in sys.argv)
        sys.exit(1)
