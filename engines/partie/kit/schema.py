"""What a game exchanges with its clients, as JSON Schema: its options, moves, views, offers, forecasts and result.

Everything comes from the types that the engine declares, so it cannot differ from what the service reads and writes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Set
from types import GenericAlias
from typing import Any, Final, TypeAlias

import msgspec

from partie.kit.engine import Engine, Line, Offer, Range, Result
from partie.kit.values import END, MAX_INTEGER, MAX_LIST

Json: TypeAlias = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

MEDIA_TYPE: Final = "application/schema+json"

_PLAIN: Final[Json] = {
    "description": "What the viewer may know. This game does not say more of it.",
    "type": "object",
    "propertyNames": {"pattern": "^[\\x00-\\x7f]*$"},
    "additionalProperties": {"$ref": "#/properties/view/$defs/Value"},
    "$defs": {
        "Value": {
            "anyOf": [
                {"type": "string"},
                {"type": "boolean"},
                {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER},
                {"type": "array", "maxItems": MAX_LIST, "items": {"$ref": "#/properties/view/$defs/Value"}},
                {
                    "type": "object",
                    "propertyNames": {"pattern": "^[\\x00-\\x7f]*$"},
                    "additionalProperties": {"$ref": "#/properties/view/$defs/Value"},
                },
            ]
        }
    },
}
"""The view of an engine that declares no type: what :func:`partie.kit.values.check_view` allows."""


def parts(engine: Engine[Any, Any]) -> dict[str, tuple[Any, str]]:
    """Return what a game exchanges with its clients, by name: the type, and a description."""
    offer: Any = Offer
    found: dict[str, tuple[Any, str]] = {
        "options": (engine.options, "The settings of a table; a member that is missing has its default."),
        "move": (engine.move, "A move, tagged by its member `type`."),
        "view": (engine.view_type, "Everything a viewer may know about a position."),
        "offers": (
            GenericAlias(list, offer[engine.move]),
            "What a seat could do with every target.",
        ),
        "forecast": (list[Range], "The score of every player if the game ended now."),
        "lines": (list[Line], "An event in the history, in the order in which things happened."),
        "result": (Result, "The result of a game. A view of a table has its `parts` by seat."),
    }
    return {name: part for name, part in found.items() if part[0] is not None}


def schema(engine: Engine[Any, Any]) -> Json:
    """Return the JSON Schema of an object with one property for each part of a game (see :func:`parts`)."""
    named = parts(engine)
    roots, found = msgspec.json.schema_components([each for each, _ in named.values()], ref_template="#/$defs/{name}")
    properties = {
        name: {"description": words, **tidy(root, plain_name)}
        for (name, (_, words)), root in zip(named.items(), roots, strict=True)
    }
    properties.setdefault("view", _PLAIN)
    definitions = {plain_name(name): tidy(each, plain_name) for name, each in found.items()}
    lists: Json = {}
    properties, definitions = (_hoist(each, definitions.keys(), lists) for each in (properties, definitions))
    return {
        "$schema": DIALECT,
        "title": f"{engine.key} {engine.version}",
        "description": (
            f"The game {engine.key!r} by version {engine.version} of its rules, as its messages are encoded: in "
            "MessagePack or JSON alike."
        ),
        "type": "object",
        "properties": {name: properties[name] for name in ("options", "move", "view", *properties)},
        "additionalProperties": False,
        "$defs": dict(sorted((definitions | lists).items())),
    }


def _hoist(schema: Any, taken: Set[str], lists: Json) -> Any:
    """Return a schema with references in place of the lists of ids, which are collected by their title.

    A list whose title is taken by something else stays where it is.
    """
    if isinstance(schema, Mapping):
        if isinstance(schema.get("enum"), list) and isinstance(title := schema.get("title"), str):
            found = {**schema, "type": "string"}
            if title not in taken and lists.setdefault(title, found) == found:
                return {"$ref": f"#/$defs/{title}"}
        return {key: _hoist(value, taken, lists) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_hoist(item, taken, lists) for item in schema]
    return schema


def plain_name(name: str) -> str:
    """Return the name of a struct without its parameters: ``Offer`` for ``Offer[Any]``, or msgspec's ``Offer_Any_``."""
    return re.sub(r"_.*_$|\[.*\]$", "", name)


def markdown(docstring: str) -> str:
    """Convert a docstring to Markdown: unindented, with its references as code."""
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?", "`", inspect.cleandoc(docstring).replace("``", "`"))


def tidy(schema: Any, rename: Callable[[str], str]) -> Any:
    """Return a schema with unindented descriptions, other names for its structs, and without what says things twice.

    That is the discriminator, which only some dialects know, for the tag of each struct does the same; and the pattern
    of a string whose values are listed. Other patterns end as JavaScript writes it.
    """
    if isinstance(schema, Mapping):
        tidied = {key: tidy(value, rename) for key, value in schema.items() if not _discriminates(key, value)}
        if isinstance(text := tidied.get("description"), str):
            tidied["description"] = markdown(text)
        if isinstance(reference := tidied.get("$ref"), str):
            place, _, name = reference.rpartition("/")
            tidied["$ref"] = f"{place}/{rename(name)}"
        if isinstance(title := tidied.get("title"), str):
            tidied["title"] = rename(title)
        if isinstance(pattern := tidied.get("pattern"), str):
            tidied["pattern"] = pattern.replace(END, "$")
            if isinstance(tidied.get("enum"), list):
                del tidied["pattern"]
        return tidied
    if isinstance(schema, list | tuple):
        return [tidy(item, rename) for item in schema]
    return schema


def _discriminates(key: str, value: Any) -> bool:
    """Whether a member is a discriminator, and not a property of that name."""
    return key == "discriminator" and isinstance(value, Mapping) and "propertyName" in value
