"""The command line without Typer: the same commands and options, with plain help.

``pip install partie`` brings the kit, the games and the client in Python. For people who write games and bots, all
commands work with that; everything else belongs to ``partie[server]``.
"""

from __future__ import annotations

import inspect
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints

from partie.cli._support.commands import Lazy


class Usage(Exception):
    """The words of a command make no sense: why."""


class Parameter(NamedTuple):
    """What a command takes: an argument or an option, its type, and how many words that is."""

    name: str
    names: tuple[str, ...]
    """Its spellings, if it is an option."""
    kind: Any
    words: int
    """How many words follow an option: none after a flag."""
    repeated: bool
    default: Any
    declared: Any

    @property
    def shown(self) -> str:
        """How help names it."""
        value = self.declared.metavar or self.name.upper()
        if self.names:
            return ", ".join(self.names) + (f" {value}" if self.words else "")
        if self.declared.metavar or self.default is inspect.Parameter.empty:
            return value
        return f"[{value}]"


def run(commands: Mapping[str, Lazy], words: Sequence[str]) -> None:
    """Run a command. Ends the process with 2 if the words make no sense, like Typer."""
    first = words[0] if words else "--help"
    if first == "--version":
        print(f"partie {version('partie')}")
    elif first == "--help":
        print("\n".join(_listed(commands)))
    elif first not in commands:
        _fail(f"no such command {first!r}; partie --help lists all")
    else:
        entry = commands[first]
        module = import_module(entry.module)
        function = getattr(module, entry.attribute)
        if "--help" in words[1 : words.index("--") if "--" in words else None]:
            print("\n".join(_help(first, function)))
            return
        try:
            given = parse(function, getattr(module, "prepare", list)(words[1:]))
        except Usage as usage:
            _fail(f"{usage}; partie {first} --help explains the command")
        function(**given)


def _fail(problem: str) -> NoReturn:
    sys.stderr.write(f"partie: {problem}\n")
    sys.exit(2)


def parse(function: Callable[..., None], words: Sequence[str]) -> dict[str, Any]:
    """What a command is called with for these words. Raises :class:`Usage`."""
    parameters = list(_parameters(function))
    options = {name: one for one in parameters for name in one.names}
    found: dict[str, Any] = {}
    loose = []
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--":
            loose += left
            break
        if not word.startswith("-") or word == "-":
            loose.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in options:
            raise Usage(f"no such option {name}")
        one = options[name]
        if equals:
            left.insert(0, value)
        if len(left) < one.words:
            raise Usage(f"{name} needs {'a value' if one.words == 1 else f'{one.words} values'}")
        values = [_converted(one, left.pop(0)) for _ in range(one.words)]
        _keep(found, one, values)
    for one in parameters:
        if one.names:
            variable = one.declared.envvar
            if one.name not in found and variable and os.environ.get(variable):
                _keep(found, one, [_converted(one, os.environ[variable])])
            continue
        taken, loose = (loose, []) if one.repeated else (loose[:1], loose[1:])
        if taken:
            found[one.name] = [_converted(one, word) for word in taken] if one.repeated else _converted(one, taken[0])
        elif one.default is inspect.Parameter.empty:
            raise Usage(f"{one.shown} is missing")
    if loose:
        raise Usage(f"unexpected word {loose[0]!r}")
    return found


def _keep(found: dict[str, Any], one: Parameter, values: list[Any]) -> None:
    if one.repeated:
        found.setdefault(one.name, []).extend(values)
    elif one.words > 1:
        found[one.name] = tuple(values)
    else:
        found[one.name] = values[0] if values else True


def _converted(one: Parameter, word: str) -> Any:
    if get_origin(one.kind) is Literal:
        if word not in get_args(one.kind):
            raise Usage(f"{word!r} is not one of {', '.join(get_args(one.kind))}")
        return word
    try:
        value = one.kind(word)
    except ValueError:
        raise Usage(f"{word!r} is not a number") from None
    if one.declared.min is not None and value < one.declared.min:
        raise Usage(f"{word} is less than {one.declared.min}")
    return value


def _parameters(function: Callable[..., None]) -> Iterator[Parameter]:
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        kind, declared = get_args(hints[name])[:2]
        kind = _without_none(kind)
        repeated = get_origin(kind) is list
        words = 0 if kind is bool else 1
        if repeated:
            (kind,) = get_args(kind)
        elif get_origin(kind) is tuple:
            words = len(get_args(kind))
            kind = get_args(kind)[0]
        names: tuple[str, ...] = ()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            names = tuple(declared.param_decls or ()) or (f"--{name.replace('_', '-')}",)
        yield Parameter(name, names, kind, words, repeated, parameter.default, declared)


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    return kind


def _listed(commands: Mapping[str, Lazy]) -> Iterator[str]:
    yield "partie COMMAND ..."
    yield ""
    yield "Run partie COMMAND --help for the options of a command and an example."
    for panel in dict.fromkeys(entry.panel for entry in commands.values()):
        yield f"\n{panel}:"
        for name, entry in commands.items():
            if entry.panel == panel:
                yield f"  {name:<12}{entry.summary}"


def _help(name: str, function: Callable[..., None]) -> Iterator[str]:
    parameters = list(_parameters(function))
    yield " ".join(["partie", name, *(one.shown for one in parameters if not one.names), "[OPTIONS]"])
    yield ""
    yield inspect.cleandoc(function.__doc__ or "")
    for title, part in (("Arguments", False), ("Options", True)):
        rows = [(one.shown, one.declared.help or "") for one in parameters if bool(one.names) is part]
        if rows:
            yield f"\n{title}:"
            for shown, explained in rows:
                yield f"  {shown}"
                yield textwrap.indent(textwrap.fill(explained, 100), "      ")
