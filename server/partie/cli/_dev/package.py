"""The package of a game that is being written: where it is, and what a change of one of its files means."""

from __future__ import annotations

import fnmatch
import importlib.util
import tomllib
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from partie.http.boards import FOLDER, TYPES
from partie.registry import GROUP

Change: TypeAlias = Literal["engine", "board", "texts"]
"""What has changed: code or data that the engine imports, a file of the board, or words and rules."""

FURTHEST_FIRST: Final[tuple[Change, ...]] = ("engine", "board", "texts")
"""The changes by how much they need: a service that loads the engine again reads all else as well."""

_TEXTS: Final = ("words.*.json", "rules.*.md")
_READ_BY_ENGINES: Final = frozenset({".csv", ".json", ".py", ".toml", ".txt", ".yaml", ".yml"})


class NotAGame(Exception):
    """There is no game: what was looked for, and what to do."""


class GamePackage(Struct, frozen=True):
    """A game's package.

    ``root`` is the folder that its modules are imported from, ``engine`` its engine as ``module:attribute``.
    """

    key: str
    engine: str
    root: Path

    @property
    def folder(self) -> Path:
        """The folder of the game's modules; the root for a game of a single module."""
        folder = self.root / self.engine.partition(":")[0].partition(".")[0]
        return folder if folder.is_dir() else self.root

    @property
    def room(self) -> Path:
        """The folder of the engine's module, next to which its words, rules and board usually are."""
        path = self.root.joinpath(*self.engine.partition(":")[0].split("."))
        return path if path.is_dir() else path.parent

    def change(self, path: Path) -> Change | None:
        """Return what a change of a file means; None: nothing."""
        try:
            parts = path.relative_to(self.folder).parts
        except ValueError:
            return None
        if not parts or any(part.startswith((".", "__pycache__")) for part in parts):
            return None
        if FOLDER in parts[:-1]:
            return "board" if path.suffix in TYPES else None
        if any(fnmatch.fnmatchcase(path.name, pattern) for pattern in _TEXTS):
            return "texts"
        if self.folder == self.root and len(parts) > 1:
            return None  # next to a game of a single module are its tests and much else
        return "engine" if path.suffix in _READ_BY_ENGINES else None


def find(target: str | None, installed: Iterable[EntryPoint], here: Path) -> GamePackage:
    """Find the game in a folder, by default the present one, or by its name.

    A name is that of a folder ``partie-NAME``, as ``partie new-game`` makes it, or of an installed game. Raises
    :class:`NotAGame`.
    """
    if target is None:
        return in_folder(here)
    for folder in (here / target, here / f"partie-{target}"):
        if folder.is_dir():
            return in_folder(folder)
    for point in installed:
        if point.name == target:
            return _installed(point)
    raise NotAGame(
        f"there is no folder {target!r} here, nor a folder 'partie-{target}', nor an installed game {target!r}"
    )


def in_folder(folder: Path) -> GamePackage:
    """Return the game whose ``pyproject.toml`` is in the folder. Raises :class:`NotAGame`."""
    folder = folder.resolve()
    path = folder / "pyproject.toml"
    try:
        project = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise NotAGame(
            f"there is no pyproject.toml in {folder}; partie new-game writes a package to start from"
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotAGame(f"{path} can't be read: {error}") from None
    points = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if len(points) != 1:
        named = "several games" if points else "no game"
        raise NotAGame(f'{path} names {named}; it needs one line below [project.entry-points."{GROUP}"]')
    ((key, engine),) = points.items()
    module = engine.partition(":")[0]
    for root in (folder, folder / "src"):
        if (root / module.partition(".")[0]).is_dir() or (root / f"{module}.py").is_file():
            return GamePackage(key, engine, root)
    raise NotAGame(f"{path} names the module {module}, which is neither in {folder} nor in its folder src")


def _installed(point: EntryPoint) -> GamePackage:
    """The package of an installed game. Nothing of it is imported but the packages above its module."""
    try:
        spec = importlib.util.find_spec(point.module)
    except ImportError as error:
        raise NotAGame(f"{point.module} can't be found: {error}") from None
    if spec is None or spec.origin is None:
        raise NotAGame(f"{point.module} can't be found")
    origin = Path(spec.origin).resolve()
    above = len(point.module.split(".")) - (origin.name != "__init__.py")
    return GamePackage(point.name, point.value, origin.parents[above])
