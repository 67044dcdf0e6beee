"""Writes views into a row of numbers, by a layout."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from partie.kit.engine import Value, View
from partie.kit.gym.layout import STRAYS, Layout, Path

Row: TypeAlias = NDArray[np.float32]


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
        self._writers: dict[type, Callable[[_Node, Any, Any], bool]] = {
            dict: self._put_map,
            list: self._put_list,
            str: self._put_text,
            bool: self._put_flag,
            int: self._put_number,
        }

    def encode(self, view: View) -> Row:
        """Write a view and return the row."""
        before = self._view
        if view is not before:
            self._map(self._root, view, before)
            self._view = view
        return self.row

    def _map(self, node: _Node, value: Mapping[str, Value], before: Mapping[str, Value]) -> None:
        known, had, put = node.children.get, before.get, self._put
        added = 0
        for key, item in value.items():
            old = had(key)
            if item is not old:
                if old is None:  # absent: no value is None
                    added += 1
                put(known(key) or node.child(key), item, old)
        if len(before) + added != len(value):
            for key, old in before.items():
                if key not in value:
                    self._remove(node.child(key), old)

    def _put(self, node: _Node, value: Value, before: Value | None) -> None:
        """Replace one value by another, or by None write all of it."""
        kind = type(value)
        if before is not None and type(before) is not kind:
            self._remove(node, before)
            before = None
        if not self._writers[kind](node, value, before):
            if before is not None:
                self._stray_unless_constant(node, before, -1)
            self._stray_unless_constant(node, value, 1)
        elif before is None and node.present >= 0:
            self._cells[node.present] = 1

    # Each writes a value of one type over another of it, or over nothing; False if there is no place for it.

    def _put_map(self, node: _Node, value: View, before: View | None) -> bool:
        if not node.children and node.present < 0:
            return False
        self._map(node, value, before or {})
        return True

    def _put_list(self, node: _Node, value: list[Value], before: list[Value] | None) -> bool:
        if node.length < 0:
            return False
        self._cells[node.length] = len(value)
        old = before or []
        had = len(old)
        for index, item in enumerate(value):
            there = old[index] if index < had else None
            if item is not there:
                self._put(node.child(index), item, there)
        for index in range(len(value), had):
            self._remove(node.child(index), old[index])
        return True

    def _put_text(self, node: _Node, value: str, before: str | None) -> bool:
        if node.text < 0:
            return False
        number = self._ids.get(value, 0)
        self._cells[node.text] = number or self._unknown
        if not number:
            self._stray(node.path, value, 1)
        if before is not None and self._strays and before not in self._ids:
            self._stray(node.path, before, -1)
        return True

    def _put_flag(self, node: _Node, value: bool, before: bool | None) -> bool:
        if node.flag < 0:
            return False
        self._cells[node.flag] = 1 if value else -1
        return True

    def _put_number(self, node: _Node, value: int, before: int | None) -> bool:
        if node.number >= 0:
            self._cells[node.number] = value
            return True
        if node.count < 0:
            return False
        self._cells[node.count] = value
        if not value:
            self._stray(node.path, value, 1)
        if before == 0:
            self._stray(node.path, before, -1)
        return True

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
        elif (value not in self._ids) if isinstance(value, str) else (value == 0 and node.place(value) == node.count):
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
