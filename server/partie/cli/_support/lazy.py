"""Commands that are imported when they run.

Importing every command takes about a second, because some need the whole server. A :class:`LazyGroup` knows the name
and the summary of each command, which is all that a list of them shows, and imports the one that you call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from importlib import import_module
from inspect import cleandoc
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from partie.cli._support.commands import Lazy


class Loading(Mapping[str, Any]):
    """Commands by name. Each is imported when you look it up, and only then."""

    def __init__(self, entries: Mapping[str, Lazy]) -> None:
        self._entries = entries
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = load(name, self._entries[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they run. Subclasses set ``lazy``, by name."""

    lazy: Mapping[str, Lazy] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Loading(self.lazy)  # type: ignore[assignment]  # nothing is added to it

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the list of commands, from stand-ins that have their names and summaries."""
        listed = copy(self)
        listed.commands = {
            name: TyperCommand(name, short_help=entry.summary, rich_help_panel=entry.panel)
            for name, entry in self.lazy.items()
        }
        super(LazyGroup, listed).format_help(ctx, formatter)


def load(name: str, entry: Lazy) -> Any:
    """Import a command."""
    module = import_module(entry.module)
    found = getattr(module, entry.attribute)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        found.command(name, cls=_prepared(getattr(module, "prepare", list)))(function)
    command = get_command(found)
    for each in (command, *getattr(command, "commands", {}).values()):
        each.help = unwrapped(each.help or "")
    return command


def _prepared(prepare: Callable[[list[str]], list[str]]) -> type[TyperCommand]:
    """A kind of command whose words its module may change before they are parsed."""

    class Prepared(TyperCommand):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            return super().parse_args(ctx, prepare(args))

    return Prepared


def unwrapped(text: str) -> str:
    """A docstring with one line per paragraph, so that the terminal's width decides where lines break."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n"))


def subgroup(summary: str) -> typer.Typer:
    """A command that has commands of its own, even if it is only one."""
    group = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    group.callback(help=summary)(_nothing)
    return group


def _nothing() -> None:
    """A group does nothing by itself."""
