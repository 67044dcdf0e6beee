"""The engines that a command works with, and errors when they cannot be loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from partie.cli._support.output import CommandFailed
from partie.config import BadSetting, load, variable
from partie.registry import AnyEngine, BadEngine, Registry, UnknownGame


class Game(Struct, frozen=True):
    """A game of this installation. ``seats`` are the minimum and the maximum number of players."""

    key: str
    name: str
    version: int
    seats: tuple[int, int]
    source: str
    options: dict[str, Any]


def load_registry(named: Sequence[str]) -> Registry:
    """Load the installed engines and those named, else those of the environment. Raises :class:`CommandFailed`.

    Modules in the current folder count, after all others.
    """
    try:
        names = named or _of_environment()
        if names and os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        return Registry.load(names)
    except BadSetting as bad:
        raise CommandFailed("bad_setting", str(bad)) from None
    except BadEngine as bad:
        raise CommandFailed("bad_engine", str(bad)) from None


def _of_environment() -> Sequence[str]:
    """The engines in ``PARTIE_ENGINES``. Other settings do not matter, and so cannot be wrong."""
    name = variable("engines")
    return load({name: os.environ.get(name, "")}).engines


def find_engine(key: str, named: Sequence[str]) -> AnyEngine:
    """The engine of that key. Raises :class:`CommandFailed` with a list of the installed ones."""
    registry = load_registry(named)
    try:
        return registry.newest(key)
    except UnknownGame:
        known = ", ".join(engine.key for engine in registry.games()) or "none"
        raise CommandFailed(
            "unknown_game", f"unknown game {key!r}; installed: {known}; --engines module:attribute adds another"
        ) from None


def fewest_seats(engine: AnyEngine, least: int = 1) -> int:
    """The fewest seats of a game, but not fewer than that, with which the game itself plays nobody."""
    options = engine.options()
    return next((seats for seats in engine.seats if seats >= least and not engine.automatic(seats, options)), least)


def known_games(named: Sequence[str]) -> list[Game]:
    """All games of this installation, by key."""
    registry = load_registry(named)
    sources = {loaded.key: loaded.source for loaded in registry.loaded}
    return [
        Game(
            engine.key,
            _name(engine),
            engine.version,
            (engine.seats[0], engine.seats[-1]),
            sources[engine.key],
            msgspec.json.schema(engine.options),
        )
        for engine in registry.games()
    ]


def _name(engine: AnyEngine) -> str:
    words = engine.room / "words.en.json"
    if not words.is_file():
        return engine.key
    return str(msgspec.json.decode(words.read_bytes()).get("name", engine.key))
