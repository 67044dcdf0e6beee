"""The difference between two views as a JSON Merge Patch (RFC 7396), and its application.

A merge patch removes a member by setting it to null, so null can never be a value: views have none (see
``partie.kit.values``). Lists are replaced as a whole, so views keep them short. Views share every part that did not
change: the comparison goes by identity and skips shared parts.
"""

from __future__ import annotations

from typing import TypeAlias

from partie.kit.engine import Value, View

Patch: TypeAlias = "dict[str, Value | Patch | None]"


def diff(old: View, new: View) -> Patch:
    """Return the smallest merge patch that turns ``old`` into ``new``; empty when they are equal."""
    patch: Patch = {}
    added = 0
    earlier = old.get
    for key, value in new.items():
        before = earlier(key)
        if before is value:
            continue
        if before is None:  # absent: no value is None
            patch[key] = value
            added += 1
        elif isinstance(before, dict) and isinstance(value, dict):
            if inner := diff(before, value):
                patch[key] = inner
        elif not same(before, value):
            patch[key] = value
    if len(old) + added != len(new):
        for key in old:
            if key not in new:
                patch[key] = None
    return patch


def same(one: Value, other: Value) -> bool:
    """Compare type and value: ``1`` is not ``True``, because their encodings differ."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def apply_patch(view: View, patch: Patch) -> View:
    """Return the view with the patch applied; untouched parts are shared and nothing is changed in place."""
    result: View = dict(view)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            before = result.get(key)
            result[key] = apply_patch(before if isinstance(before, dict) else {}, value)  # type: ignore[arg-type]
        else:
            result[key] = value
    return result
