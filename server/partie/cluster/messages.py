"""All that nodes publish to each other over Redis's channels, and the bytes that stand for it.

A message may be lost, and anybody who reaches Redis may send one: nothing is decided by it, it only shows where to
look. Channels and bytes stay as they are, for nodes of two builds run side by side while the service is upgraded.

Some messages are published by a script, in the step that writes what they are about. Its module gives it the channel
and the encoded message; only the lobby's scripts put theirs together themselves. The change feed of logs
(:mod:`partie.log.changefeed`) is apart: it has a channel for each table, on a connection of its own.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, Protocol, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct

from partie.table.decoding import DECODE_ERRORS

_encode: Final = msgspec.msgpack.Encoder().encode

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
"""Of a table, a person or a node."""


class Message(Protocol):
    """What goes over a channel. Of several kinds on one channel each decodes only its own."""

    channel: ClassVar[str]

    def encode(self) -> bytes:
        """The bytes that are published."""

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        """The message in what was heard; None if it is of another kind, or none of ours."""


class _Packed(Struct, frozen=True, tag_field="type"):
    """A struct in MessagePack, known from others on its channel by its tag."""

    def encode(self) -> bytes:
        return _encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        try:
            return msgspec.msgpack.decode(data, type=cls)
        except DECODE_ERRORS:
            return None


class _Words(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Words of ASCII with a space between them, one for each field, truth as 0 or 1."""

    def encode(self) -> bytes:
        words = msgspec.structs.astuple(self)
        return " ".join(str(int(word)) if isinstance(word, bool) else word for word in words).encode()

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        try:
            found = msgspec.convert(data.decode("ascii").split(" "), type=cls, strict=False)
        except DECODE_ERRORS:
            return None
        # There are more ways to write that something is true.
        return found if found.encode() == data else None


# --- from operators --------------------------------------------------------------------------------------------------

_OPERATOR: Final = "partie:operator"


class Drain(_Packed, frozen=True, tag="drain"):
    """These nodes send their people away and take nobody in; with ``back`` they take people in again."""

    channel: ClassVar = _OPERATOR
    nodes: tuple[str, ...]
    back: bool = False


class Repaired(_Packed, frozen=True, tag="repaired"):
    """The log of a table was put right or replaced: whoever has it in memory, or has set it aside, looks anew."""

    channel: ClassVar = _OPERATOR
    table: str


class Poisoned(_Packed, frozen=True, tag="poisoned"):
    """A node ended in a call of a table's engine: whoever has the table awake sets it aside."""

    channel: ClassVar = _OPERATOR
    table: str


class Rotated(_Packed, frozen=True, tag="rotated"):
    """The service has a new key to sign cookies with."""

    channel: ClassVar = _OPERATOR


FromOperator: TypeAlias = Drain | Repaired | Poisoned | Rotated

# --- about persons ---------------------------------------------------------------------------------------------------

_PEOPLE: Final = "partie:people"


class Renamed(_Packed, frozen=True, tag="renamed"):
    """A person has another name; an empty one: the person was forgotten."""

    channel: ClassVar = _PEOPLE
    person: str
    name: str


class SignedOut(_Packed, frozen=True, tag="signed_out"):
    """Sessions have ended; their sockets are to be closed."""

    channel: ClassVar = _PEOPLE
    sessions: tuple[str, ...]


class Uninvited(_Packed, frozen=True, tag="uninvited"):
    """The host has taken all invitations to a table back."""

    channel: ClassVar = _PEOPLE
    table: str


OfPersons: TypeAlias = Renamed | SignedOut | Uninvited

# --- from features ---------------------------------------------------------------------------------------------------

_ASKED: Final = "partie:asked"


class InvitationsChanged(_Words, frozen=True):
    """A person was invited to a table by name, or is no longer."""

    channel: ClassVar = _ASKED
    person: Id


class InvitationDeclined(_Words, frozen=True):
    """An invitation of ``person`` to a table was declined, ``by`` whom it was for."""

    channel: ClassVar = _ASKED
    person: Id
    table: Id
    by: Id


class RematchMade(_Words, frozen=True):
    """The next game of a table that has ended was set up."""

    channel: ClassVar = "partie:next"
    table: Id


class QueueChanged(_Words, frozen=True):
    """Other people are in the matchmaking queue now. ``node`` knows it already; if empty, no node does."""

    channel: ClassVar = "partie:seek"
    node: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}\Z")]


class ChatChanged(_Words, frozen=True):
    """A room of a table's chat has a new entry."""

    channel: ClassVar = "partie:chat"
    table: Id
    room: Literal["players", "spectators"]


class ReachableChanged(_Words, frozen=True):
    """A person has set up a way to be notified, or has none any more."""

    channel: ClassVar = "partie:calls"
    person: Id
    reachable: bool


class ModerationChanged(_Words, frozen=True):
    """Something was done about a table, a person, a network, a line of a chat or a report, which ``target`` names."""

    channel: ClassVar = "partie:moderation"
    target: Annotated[str, Meta(pattern=r"^[!-~]{1,128}\Z")]


class NetworksAsked(_Words, frozen=True):
    """Somebody wants to know from which networks a person is connected; ``question`` says where to answer."""

    channel: ClassVar = "partie:whereabouts"
    question: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
    person: Id


class LobbyChanged(Struct, frozen=True):
    """The lobby shows a table in another way: its entry as it is stored, nothing if it is gone from there."""

    channel: ClassVar = "partie:lobby"
    table: Id
    entry: bytes = b""

    def encode(self) -> bytes:
        return self.table.encode() + (b" " + self.entry if self.entry else b"")

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        table, _, entry = data.partition(b" ")
        try:
            return msgspec.convert({"table": table.decode("ascii"), "entry": entry}, type=cls)
        except DECODE_ERRORS:
            return None


class PresenceChanged(_Words, frozen=True):
    """Others are at a table."""

    channel: ClassVar = "partie:presence"
    table: Id


class OnlineChanged(_Words, frozen=True):
    """Others are online, as ``node`` knows already: through it, or because a dead node's people have expired."""

    channel: ClassVar = "partie:around"
    node: Id
