"""What nodes tell each other about persons: notices that may be lost."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from partie.decoding import UNREADABLE

CHANNEL: Final = "partie:people"


class Renamed(Struct, frozen=True, tag="renamed"):
    """A person has another name; an empty one: the person was forgotten."""

    person: str
    name: str


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Sessions have ended; their sockets are to be closed."""

    sessions: tuple[str, ...]


class Uninvited(Struct, frozen=True, tag="uninvited"):
    """The host has taken all invitations to a table back."""

    table: str


News: TypeAlias = Renamed | SignedOut | Uninvited

encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[News] = msgspec.msgpack.Decoder(News)


def decode(message: bytes) -> News | None:
    """The news in a message; None if it is none of ours (anybody who reaches Redis can write to the channel)."""
    try:
        return _decoder.decode(message)
    except UNREADABLE:
        return None
