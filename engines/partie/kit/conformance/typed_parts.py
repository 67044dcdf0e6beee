"""Parts of views, each compared with its type once, as often as it returns in other views."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from partie.kit.values import canonical


class TypedParts:
    """Remembers which parts are of which type. Most of a view is as it was before the last move.

    It only ever says that a view is of its type. Where it doesn't, msgspec has to be asked about the whole view, which
    also knows what is wrong with it.
    """

    def __init__(self) -> None:
        self._known: set[tuple[int, bytes]] = set()
        self._members: dict[type[Struct], dict[str, tuple[Any, bool]]] = {}

    def fits(self, part: Any, kind: Any) -> bool:
        """Whether a part is seen to be of a type, with no member more or less than it shows."""
        try:
            key = id(kind), canonical(part)
        except (TypeError, ValueError, OverflowError):
            return False
        if key in self._known:
            return True
        if isinstance(kind, type) and issubclass(kind, Struct) and _is_plain(kind):
            held = self._holds_members(part, kind)
        elif get_origin(kind) is dict and isinstance(part, dict):
            of_keys, of_items = get_args(kind)
            held = all(self.fits(name, of_keys) and self.fits(item, of_items) for name, item in part.items())
        else:
            held = _holds(part, kind, key[1])
        if held:
            self._known.add(key)
        return held

    def _holds_members(self, part: Any, kind: type[Struct]) -> bool:
        members = self._members.get(kind)
        if members is None:
            members = self._members[kind] = _members_of(kind)
        return (
            isinstance(part, dict)
            and all(name in members and self.fits(item, members[name][0]) for name, item in part.items())
            and all(name in part or may_lack for name, (_, may_lack) in members.items())
        )


def _holds(part: Any, kind: Any, shown: bytes) -> bool:
    try:
        return canonical(msgspec.to_builtins(msgspec.convert(part, kind))) == shown
    except msgspec.ValidationError:
        return False


def _is_plain(kind: type[Struct]) -> bool:
    """Whether a struct is a map of its fields and nothing else: it has no tag, is no list and checks nothing itself."""
    config = kind.__struct_config__
    return config.tag is None and not config.array_like and not hasattr(kind, "__post_init__")


def _members_of(kind: type[Struct]) -> dict[str, tuple[Any, bool]]:
    """Return the type of each member, and whether it may be missing: the default of another would be added."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: (hints[field.name], field.default is UNSET) for field in fields(kind)}
