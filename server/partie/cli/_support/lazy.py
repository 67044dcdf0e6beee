"""Commands that are imported when they run.

Importing every command takes about a second, because some need the whole server. A :class:`LazyGroup` knows the name
and the summary of each command, which is all that a list of them shows, and imports the one that you call.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import cleandoc
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command


class Lazy(NamedTuple):
    """Where a command is: its attribute in a module is a function, or a ``typer.Typer`` with commands of its own."""

    panel: str
    summary: str
    module: str
    attribute: str = "command"


class LazyGroup(TyperGroup):
    """A group that shows a stand-in for each command until it is called. Subclasses set ``lazy``, by name."""

    lazy: Mapping[str, Lazy] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, entry in self.lazy.items():
            self.add_command(TyperCommand(name, short_help=entry.summary, rich_help_panel=entry.panel))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command that was called, in place of its stand-in."""
        if args and args[0] in self.lazy:
            self.add_command(load(args[0], self.lazy[args[0]]), args[0])
        return super().resolve_command(ctx, args)


def load(name: str, entry: Lazy) -> Any:
    """Import a command."""
    found = getattr(import_module(entry.module), entry.attribute)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        found.command(name)(function)
    command = get_command(found)
    for each in (command, *getattr(command, "commands", {}).values()):
        each.help = unwrapped(each.help or "")
    return command


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
