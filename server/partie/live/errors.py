"""The errors between a connection and its table."""

from __future__ import annotations


class TableGone(Exception):
    """The table cannot be shown or played here.

    ``code`` is one of ``unknown``, ``private``, ``newer`` (this node is older than the table: try another), ``broken``
    (its engine fails on it), ``unavailable`` (the log cannot be read now), ``buried``, and ``ended`` (of a rematch:
    every attempt at it ended before its start).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class PoisonedTable(Exception):
    """Another node crashed in a call to the table's engine."""

    def __init__(self, table: str) -> None:
        super().__init__(f"a node ended in the engine of table {table}; partie repair {table} says where")
