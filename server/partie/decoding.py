"""What msgspec raises for bytes that are not what they should be."""

from partie.table.decoding import UNREADABLE

__all__ = ["UNREADABLE"]
