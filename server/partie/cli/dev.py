"""``partie dev``: serves a game while it is written, with all seats side by side in one window."""

from __future__ import annotations

import asyncio
import importlib.util
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Final

import typer
from msgspec import Struct

from partie.cli._dev import package
from partie.cli._dev.run import MOST_SEATS, Workshop, sign_in, watch
from partie.cli._support import supervisor
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.running import keys_file, reach_redis
from partie.config import Settings
from partie.net import addresses
from partie.registry import GROUP

HOST: Final = "127.0.0.1"

OPTIONAL: Final = {
    "watchfiles": "no change of a file is noticed",
    "hypothesis": "no law is checked but by pytest",
}
"""The packages that this command can do without, and what is missing then."""


class Started(Struct, frozen=True):
    """What ``--json`` prints once the page is served."""

    url: str
    game: str
    folder: str


def is_installed(module: str) -> bool:
    """Whether a module is there."""
    return importlib.util.find_spec(module) is not None


def missing(there: Callable[[str], bool]) -> list[str]:
    """Return a line for each optional package that is not there."""
    return [
        f"Without {name}, {consequence}: pip install 'partie[dev]'"
        for name, consequence in OPTIONAL.items()
        if not there(name)
    ]


def command(
    game: Annotated[
        str | None,
        typer.Argument(help="The folder of the game's package, or the name of the game. By default this folder."),
    ] = None,
    *,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 chooses a free one.")] = 8010,
    as_json: JsonFlag = False,
) -> None:
    """Serve a game while you write it.

    Opens a page with all seats of a table side by side. It loads the game again when you save one of its files, and
    shows what is wrong. The package need not be installed. Only this machine can reach the page. Tables are kept in a
    temporary folder, which is deleted at the end: start one again with the same seed to get the same deal.

    Example: partie dev partie-hop
    """
    try:
        found = package.find(game, entry_points(group=GROUP), Path.cwd())
    except package.NotAGame as error:
        raise CommandFailed("no_game", str(error)) from None
    with ExitStack() as stack, supervisor.until_signalled():
        try:
            listener = stack.enter_context(addresses.listen(HOST, port))
            listeners = [stack.enter_context(addresses.listen(HOST, 0)) for _ in range(1 + MOST_SEATS)]
        except addresses.CannotListen as error:
            raise CommandFailed("address", str(error)) from None
        data_dir = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="partie-dev-")))
        settings = Settings(
            host=HOST,
            port=listeners[0].getsockname()[1],
            redis_url=stack.enter_context(reach_redis(None, data_dir)),
            keys_file=str(keys_file(data_dir)),
            engines=(found.engine,),
            sessions_per_hour=0,
            address_factor=0,
        )
        url = addresses.url(HOST, listener.getsockname()[1])
        cookies = asyncio.run(sign_in(settings, MOST_SEATS))
        out = console()

        def say(text: str) -> None:
            if not as_json:
                out.print(text, markup=False, soft_wrap=True)

        def announce() -> None:
            if as_json:
                print_json(Started(url, found.key, str(found.folder)))
            say(f"The seats of {found.key} are at {url}\nPress Ctrl-C to stop it.")

        for notice in missing(is_installed):
            say(notice)
        watching = watch if is_installed("watchfiles") else None
        workshop = Workshop(found, settings, listeners, cookies, url, say)
        asyncio.run(workshop.run(listener, watching, announce))
