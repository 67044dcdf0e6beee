"""The engines of this node: the installed ones (entry points of the group ``partie.engines``) and named ones."""

from __future__ import annotations

import importlib
import logging
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeAlias

from msgspec import Struct

from partie.kit import Engine

AnyEngine: TypeAlias = Engine[Any, Any]

GROUP: Final = "partie.engines"
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")

_log = logging.getLogger(__name__)


class UnknownGame(LookupError):
    """There is no engine with that key."""

    def __init__(self, key: str) -> None:
        super().__init__(f"unknown game {key!r}")
        self.key = key


class OtherVersion(LookupError):
    """The engine with that key does not play that version: ``newer`` than this node knows, or dropped."""

    def __init__(self, key: str, version: int, versions: range) -> None:
        super().__init__(
            f"this server plays versions {versions.start} to {versions.stop - 1} of {key!r}, not {version}"
        )
        self.key = key
        self.version = version
        self.newer = version >= versions.stop


class BadEngine(Exception):
    """A named engine cannot be used: where it came from, and why."""

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(f"cannot load engine {source}: {problem}")
        self.source = source


class Loaded(Struct, frozen=True, omit_defaults=True):
    """One loaded engine and its source, for ``/healthz``. ``problem`` says why an installed one is missing."""

    key: str
    source: str
    package: str = ""
    version: int = 0
    problem: str = ""


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """The installed engines. A process finds them once: that reads a file of every installed package."""
    return tuple(entry_points(group=GROUP))


class Registry:
    """The engines by key. A duplicate key is refused."""

    def __init__(self) -> None:
        self._engines: dict[str, AnyEngine] = {}
        self._played: dict[tuple[str, int], AnyEngine] = {}
        """Cache by game and version: a single move looks them up a dozen times."""
        self._sources: dict[str, str] = {}
        self.loaded: list[Loaded] = []

    @classmethod
    def load(cls, named: Sequence[str] = (), installed: Iterable[EntryPoint] | None = None) -> Registry:
        """Load the installed engines (by default those of the entry points) and those named ``module:attribute``.

        A named engine that cannot be loaded raises :class:`BadEngine`. An installed one is left out and reported, so
        that one broken package does not take the other games away.
        """
        registry = cls()
        for point in sorted(_installed() if installed is None else installed):
            package = f"{point.dist.name} {point.dist.version}" if point.dist is not None else ""
            try:
                engine = point.load()
            except Exception as error:
                _log.exception("engine_not_loaded", extra={"engine": point.value})
                problem = f"{type(error).__name__}: {error}"
                registry.loaded.append(Loaded(point.name, point.value, package, problem=problem))
            else:
                registry.add(engine, point.value, package)
        for name in named:
            registry.add(_import(name), name)
        return registry

    def add(self, engine: object, source: str, package: str = "") -> None:
        """Add an engine. Raises :class:`BadEngine`; adding the same one twice is harmless."""
        if not isinstance(engine, Engine):
            raise BadEngine(source, f"{type(engine).__name__} is not an instance of partie.kit.Engine")
        if not _KEY.fullmatch(engine.key):
            raise BadEngine(source, f"invalid key {engine.key!r}; expected lower-case letters, digits and _")
        there = self._engines.get(engine.key)
        if there is engine:
            return
        if there is not None:
            raise BadEngine(source, f"key {engine.key!r} is already used by {self._sources[engine.key]}")
        self._engines[engine.key] = engine
        self._sources[engine.key] = source
        self.loaded.append(Loaded(engine.key, source, package, engine.version))

    def get(self, key: str, version: int) -> AnyEngine:
        """Return the engine that plays a version of a game. Raises :class:`UnknownGame` or :class:`OtherVersion`."""
        played = self._played.get((key, version))
        if played is None:
            engine = self.newest(key)
            if version not in engine.versions:
                raise OtherVersion(key, version, engine.versions)
            played = self._played[key, version] = engine.at(version)
        return played

    def newest(self, key: str) -> AnyEngine:
        """Return the engine for new tables of a game. Raises :class:`UnknownGame`."""
        try:
            return self._engines[key]
        except KeyError:
            raise UnknownGame(key) from None

    def versions(self) -> dict[str, tuple[int, int]]:
        """Return the oldest and the newest version of each game that can be played here."""
        return {key: (engine.versions[0], engine.versions[-1]) for key, engine in self._engines.items()}

    def games(self) -> list[AnyEngine]:
        """Return all engines, sorted by key."""
        return [self._engines[key] for key in sorted(self._engines)]


def _import(name: str) -> object:
    module, _, attribute = name.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except Exception as error:
        raise BadEngine(name, f"{type(error).__name__}: {error}") from error
