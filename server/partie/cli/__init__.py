"""The command line ``partie``: one file a command. Every command prints words, or JSON with ``--json``."""

from __future__ import annotations

import sys

import typer

from partie.cli import (
    advise,
    archive,
    arena,
    asyncapi,
    bench,
    bot,
    drain,
    export,
    forget,
    games,
    importing,
    keys,
    listing,
    moderate,
    nodes,
    openapi,
    person,
    playout,
    rebuild,
    repair,
    replay,
    serve,
    show,
    tokens,
    types,
    verify,
)
from partie.cli._support.output import CommandFailed, print_failure

app = typer.Typer(
    name="partie",
    help="Modern board games live in the browser, on a machine of your own.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for name, module in {
    "serve": serve,
    "games": games,
    "playout": playout,
    "bot": bot,
    "arena": arena,
    "advise": advise,
    "list": listing,
    "show": show,
    "replay": replay,
    "export": export,
    "import": importing,
    "verify": verify,
    "archive": archive,
    "repair": repair,
    "nodes": nodes,
    "drain": drain,
    "forget": forget,
    "asyncapi": asyncapi,
    "openapi": openapi,
    "types": types,
    "bench": bench,
}.items():
    app.command(name=name)(module.command)
app.add_typer(keys.app, name="keys")
app.add_typer(moderate.app, name="moderate")
app.add_typer(moderate.moderators, name="moderators")
app.add_typer(person.app, name="person")
app.add_typer(tokens.app, name="tokens")
app.add_typer(rebuild.profiles, name="profiles")
app.add_typer(rebuild.ratings, name="ratings")


def main() -> None:
    """Entry point of the script ``partie``."""
    try:
        app()
    except CommandFailed as failure:
        print_failure(failure, as_json="--json" in sys.argv)
        sys.exit(1)
