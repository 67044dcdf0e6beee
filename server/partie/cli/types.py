"""``partie types``: prints the types of a game as TypeScript, or writes what the browser client needs from Python."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Final

from msgspec import Struct

from partie.cli._support.engines import find_engine, load_registry
from partie.cli._support.options import EnginesOption
from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.parameters import Argument, Option
from partie.kit.typescript import game_types
from partie.registry import AnyEngine, Registry
from partie.wire import schema

WIRE: Final = "src/wire/generated.ts"
GAMES: Final = "src/games"
MODULE: Final = "client_data"
"""The module next to a game's engine that makes files for the client; see ``partie.kit.typescript``."""


class File(Struct, frozen=True):
    """A file in the client's folder, and whether it had to be written."""

    path: str
    written: bool


def command(
    game: Annotated[str, Argument(help="Print the types of this game, and write nothing.")] = "",
    *,
    rules: Annotated[int, Option("--rules", help="Version of the game's rules. Default: the newest.")] = 0,
    client: Annotated[Path, Option("--client", help="Folder with the sources of the client.")] = Path("client-web"),
    check: Annotated[bool, Option("--check", help="Write nothing, and fail if a file is out of date.")] = False,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Print the types of a game as TypeScript, or write the files of the browser client.

    The types of a game are those of its options, moves, view, offers and result. Without a game, the command writes the
    types of the messages, and the data that each game provides for its board.

    Example: partie types glenmore > glenmore.ts
    """
    if game:
        text = game_types(_played(find_engine(game, engines or ()), rules))
        if as_json:
            print_json({"typescript": text})
        else:
            sys.stdout.write(text)
        return
    if not (client / "src").is_dir():
        raise CommandFailed("no_client", f"{client} has no client sources; name their folder with --client")
    files = generated(load_registry(engines or ()))
    stale = {path: text for path, text in files.items() if _present(client / path) != text}
    if check and stale:
        raise CommandFailed("stale", f"out of date: {', '.join(stale)}; run `partie types`")
    for path, text in stale.items():
        target = client / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    if as_json:
        print_json([File(path, path in stale) for path in files])
        return
    for path in files:
        print(f"{path}: {'written' if path in stale else 'up to date'}")


def _played(engine: AnyEngine, rules: int) -> AnyEngine:
    """The engine for a version of the rules; 0: for the newest one. Raises :class:`CommandFailed`."""
    if rules and rules not in engine.versions:
        played = ", ".join(map(str, engine.versions))
        raise CommandFailed("unknown_version", f"{engine.key} has no version {rules} here, but {played}")
    return engine.at(rules or engine.version)


def generated(registry: Registry) -> dict[str, str]:
    """All generated files, by path below the client's folder: the wire's first, then those of the games.

    Raises :class:`CommandFailed` if a game names a file outside its folder.
    """
    files = {WIRE: schema.typescript()}
    sources = {loaded.key: loaded.source for loaded in registry.loaded if not loaded.problem}
    for engine in registry.games():
        for name, text in _files_of(sources[engine.key].partition(":")[0]).items():
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts:
                raise CommandFailed("bad_path", f"{engine.key} has a client file outside its folder: {name}")
            files[f"{GAMES}/{engine.key}/{path}"] = text
    return files


def _files_of(engine_module: str) -> Mapping[str, str]:
    """The files that the game has for the client; none if it has no such module, or is no package."""
    module = importlib.import_module(engine_module)
    if not hasattr(module, "__path__") or importlib.util.find_spec(f"{engine_module}.{MODULE}") is None:
        return {}
    files: Mapping[str, str] = importlib.import_module(f"{engine_module}.{MODULE}").client_files()
    return files


def _present(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
