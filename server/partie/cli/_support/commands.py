"""The commands of ``partie``: where each is, and what a list of them shows. None is imported before it is called."""

from __future__ import annotations

from typing import NamedTuple


class Lazy(NamedTuple):
    """Where a command is: its attribute in a module is a function, or a ``typer.Typer`` with commands of its own."""

    panel: str
    summary: str
    module: str
    attribute: str = "command"


_SERVER, _TABLES, _PEOPLE, _GAMES, _DEVELOPERS = (
    "Run a server",
    "Tables",
    "People",
    "Games and bots",
    "For developers",
)

COMMANDS = {
    "serve": Lazy(_SERVER, "Start the server.", "partie.cli.serve"),
    "nodes": Lazy(_SERVER, "List the running nodes.", "partie.cli.nodes"),
    "drain": Lazy(_SERVER, "Move players from a node to the other nodes.", "partie.cli.drain"),
    "keys": Lazy(_SERVER, "Rotate the server's keys.", "partie.cli.keys", "app"),
    "list": Lazy(_TABLES, "List the tables.", "partie.cli.listing"),
    "show": Lazy(_TABLES, "Show one table.", "partie.cli.show"),
    "replay": Lazy(_TABLES, "Print the events of a table, one per line.", "partie.cli.replay"),
    "advise": Lazy(_TABLES, "Show the move that a bot would make.", "partie.cli.advise"),
    "verify": Lazy(_TABLES, "Replay a finished game and prove every draw.", "partie.cli.verify"),
    "export": Lazy(_TABLES, "Write a table to a file.", "partie.cli.export"),
    "import": Lazy(_TABLES, "Restore an exported table.", "partie.cli.importing"),
    "archive": Lazy(_TABLES, "Archive finished games now.", "partie.cli.archive"),
    "repair": Lazy(_TABLES, "Find out why a table cannot be opened, and repair it.", "partie.cli.repair"),
    "person": Lazy(_PEOPLE, "Help someone with their account.", "partie.cli.person", "app"),
    "forget": Lazy(_PEOPLE, "Delete a person's name, account and sign-ins.", "partie.cli.forget"),
    "moderate": Lazy(_PEOPLE, "Handle reports; mute, ban and close.", "partie.cli.moderate", "app"),
    "moderators": Lazy(_PEOPLE, "Appoint moderators and owners.", "partie.cli.moderate", "moderators"),
    "tokens": Lazy(_PEOPLE, "Create and revoke the tokens of bots.", "partie.cli.tokens", "app"),
    "ratings": Lazy(_PEOPLE, "Recalculate ratings from the logs.", "partie.cli.rebuild", "ratings"),
    "profiles": Lazy(_PEOPLE, "Rebuild profiles from the logs.", "partie.cli.rebuild", "profiles"),
    "games": Lazy(_GAMES, "List the installed games.", "partie.cli.games"),
    "playout": Lazy(_GAMES, "Play random games without a server.", "partie.cli.playout"),
    "arena": Lazy(_GAMES, "Play two bots against each other: levels, functions or programs.", "partie.cli.arena"),
    "bot": Lazy(_GAMES, "Play at a table with a bot: your function, your program, or random moves.", "partie.cli.bot"),
    "new-game": Lazy(_DEVELOPERS, "Write a package with a game to start from.", "partie.cli.new_game"),
    "dev": Lazy(_DEVELOPERS, "Serve a game while you write it.", "partie.cli.dev"),
    "asyncapi": Lazy(_DEVELOPERS, "Print the protocol as an AsyncAPI document.", "partie.cli.asyncapi"),
    "openapi": Lazy(_DEVELOPERS, "Print the HTTP API as an OpenAPI document.", "partie.cli.openapi"),
    "types": Lazy(
        _DEVELOPERS,
        "Print the types of a game as TypeScript, or write the files of the browser client.",
        "partie.cli.types",
    ),
    "bench": Lazy(_DEVELOPERS, "Measure the server.", "partie.cli.bench"),
}
