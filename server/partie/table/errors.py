"""The errors of a table that no command is to blame for."""

from __future__ import annotations


class Newer(Exception):
    """The table was written by a newer build than this one; another node may be able to serve it."""


class TableBroken(Exception):
    """The table cannot continue here. Set it aside; the node and its other tables go on."""

    def __init__(self, table: str, seq: int, what: str) -> None:
        super().__init__(f"table {table}, event {seq}: {what}")
        self.table = table
        self.seq = seq


class EngineFailed(TableBroken):
    """The engine raised an exception where it must not. The cause is chained; ``call`` names the method."""

    def __init__(self, table: str, seq: int, call: str) -> None:
        super().__init__(table, seq, f"the engine failed in {call}")
        self.call = call


class ViewNotSendable(TableBroken):
    """The engine's view holds something that a browser does not read as it was meant."""

    def __init__(self, table: str, seq: int, game: str, what: str) -> None:
        super().__init__(table, seq, f"a view of {game} cannot be sent: {what}")


class HashDiffers(TableBroken):
    """This node's fold gives another state than the node that wrote the event. ``fields`` differ."""

    def __init__(self, table: str, seq: int, fields: tuple[str, ...]) -> None:
        super().__init__(table, seq, f"the state differs in {', '.join(fields)}")
        self.fields = fields


class ImpossibleEvent(TableBroken):
    """The log contains an event that cannot follow the one before it, or bytes that are not an event."""
