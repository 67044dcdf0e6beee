"""Writes views into a row of numbers, by a layout."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partie.kit.engine import Value, View
from partie.kit.gym.layout import STRAYS, Layout, Path

Row: TypeAlias = NDArray[np.float32]

_NOTHING: Mapping[Any, Any] = {}


class _Node:
    """The places of what is found under one path; -1 where there is none."""

    __slots__ = (
        "children",
        "constant",
        "count",
        "flag",
        "length",
        "number",
        "path",
        "present",
        "start",
        "stop",
        "text",
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        self.children: dict[Any, _Node] = {}
        self.constant: Value | None = None
        self.present = self.number = self.count = self.flag = self.text = self.length = -1
        self.start = self.stop = 0

    def child(self, key: str | int) -> _Node:
        """Return what is under a key, which has no place if the layout does not know it."""
        return self.children.get(key) or _Node((*self.path, key))

    def place(self, value: str | int) -> int:
        """Return the place of a text or number."""
        if isinstance(value, str):
            return self.text
        if isinstance(value, bool):
            return self.flag
        return self.number if self.number >= 0 else self.count

    def has_place(self, value: Value) -> bool:
        """Whether there is a place for a value, or for what is in it."""
        if isinstance(value, dict):
            return bool(self.children) or self.present >= 0
        if isinstance(value, list):
            return self.length >= 0
        return self.place(value) >= 0


def _tree(layout: Layout) -> _Node:
    root = _Node(())

    def at(path: Path) -> _Node:
        node = root
        for depth, key in enumerate(path, 1):
            if key not in node.children:
                node.children[key] = _Node(path[:depth])
            node = node.children[key]
        return node

    for place, slot in enumerate(layout.slots):
        if slot.kind not in ("seat", "stray"):
            setattr(at(slot.path), slot.kind, place)
    for constant in layout.constants:
        at(constant.path).constant = constant.value
    _span(root, layout.seats)
    return root


def _span(node: _Node, start: int) -> int:
    """Note which stretch of the row belongs to a node with all below it. They follow each other in the same order."""
    node.start = start
    own = [place for place in (node.present, node.number, node.count, node.flag, node.text, node.length) if place >= 0]
    stop = start + len(own)
    for key in sorted(node.children, key=lambda key: (isinstance(key, str), key)):
        stop = _span(node.children[key], stop)
    node.stop = stop
    return stop


class Encoder:
    """Keeps the row of the view that it was given last, and writes only what differs in the next one.

    Views are compared as a patch compares them: the same object has not changed.
    """

    def __init__(self, layout: Layout) -> None:
        self.row: Row = np.zeros(layout.size, np.float32)
        """The numbers of the last view. It changes with the next one; copy what you keep."""
        self._root = _tree(layout)
        self._cells = self.row.data
        self._ids = {text: number for number, text in enumerate(layout.vocabulary, 1)}
        self._unknown = len(layout.vocabulary) + 1
        self._first_stray = layout.size - STRAYS
        self._strays = 0
        self._view: View = {}

    def encode(self, view: View) -> Row:
        """Write a view and return the row."""
        before = self._view
        if view is not before:
            self._map(self._root, view, before)
            self._view = view
        return self.row

    def _map(self, node: _Node, value: Mapping[str, Value], before: Mapping[str, Value]) -> None:
        children = node.children
        for key, item in value.items():
            old = before.get(key)
            if item is old:
                continue
            self._put(children.get(key) or node.child(key), item, old)
        for key, old in before.items():
            if key not in value:
                self._remove(node.child(key), old)

    def _list(self, node: _Node, value: list[Value], before: list[Value]) -> None:
        self._cells[node.length] = len(value)
        had = len(before)
        for index, item in enumerate(value):
            old = before[index] if index < had else None
            if item is not old:
                self._put(node.child(index), item, old)
        for index in range(len(value), had):
            self._remove(node.child(index), before[index])

    def _put(self, node: _Node, value: Value, before: Value | None) -> None:
        """Replace one value by another of the same type, or else write all of it."""
        if before is not None and type(before) is not type(value):
            self._remove(node, before)
            before = None
        if not node.has_place(value):
            if before is not None:
                self._stray_unless_constant(node, before, -1)
            self._stray_unless_constant(node, value, 1)
            return
        if isinstance(value, dict):
            self._map(node, value, before if isinstance(before, dict) else _NOTHING)
        elif isinstance(value, list):
            self._list(node, value, before if isinstance(before, list) else [])
        else:
            self._cells[node.place(value)] = self._number(value)
            if before is not None and self._is_stray(node, before):
                self._stray(node.path, before, -1)
            if self._is_stray(node, value):
                self._stray(node.path, value, 1)
        if before is None and node.present >= 0:
            self._cells[node.present] = 1

    def _number(self, value: str | int) -> int:
        if isinstance(value, str):
            return self._ids.get(value, self._unknown)
        if isinstance(value, bool):
            return 1 if value else -1
        return value

    def _is_stray(self, node: _Node, value: Value) -> bool:
        """Whether a value looks like another one, or like none, in its place."""
        if isinstance(value, str):
            return value not in self._ids
        return value == 0 and type(value) is int and node.number < 0

    def _remove(self, node: _Node, value: Value) -> None:
        self.row[node.start : node.stop] = 0
        if self._strays:
            self._remove_strays(node, value)

    def _remove_strays(self, node: _Node, value: Value) -> None:
        """Take back the strays that are among a value and all below it."""
        if not node.has_place(value):
            self._stray_unless_constant(node, value, -1)
        elif isinstance(value, dict | list):
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                self._remove_strays(node.child(key), item)
        elif self._is_stray(node, value):
            self._stray(node.path, value, -1)

    def _stray_unless_constant(self, node: _Node, value: Value, times: int) -> None:
        if node.constant is None or value != node.constant or type(value) is not type(node.constant):
            self._stray(node.path, value, times)

    def _stray(self, path: Path, value: Value, times: int) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                self._stray((*path, key), item, times)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                self._stray((*path, index), item, times)
        else:
            self._strays += times
            self.row[self._first_stray + zlib.crc32(repr((path, value)).encode()) % STRAYS] += times
