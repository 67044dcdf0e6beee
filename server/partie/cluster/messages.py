"""All messages that nodes publish to each other over Redis's channels, and their encodings.

A message may be lost, and anybody who reaches Redis may send one: nothing is decided by it, it only says where to look.
Channels and encodings must not change, because nodes of two builds run side by side during an upgrade.

Some messages are published by a script, in the step that writes what they are about. The script's module passes it the
channel and the encoded message; only the lobby's scripts build theirs themselves. The change feed of logs
(:mod:`partie.log.changefeed`) is separate: it has a channel for each table, on a connection of its own.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, Protocol, Self, TypeAlias

import msgspec
from msgspec import Meta, Struct

from partie.table.decoding import DECODE_ERRORS

_encode: Final = msgspec.msgpack.Encoder().encode

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
"""The id of a table, a person or a node."""


class Message(Protocol):
    """A message on a channel. If several kinds share a channel, each decodes only its own."""

    channel: ClassVar[str]

    def encode(self) -> bytes:
        """Encode the message for publishing."""

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        """Decode the received bytes; None if they are a message of another kind, or invalid."""


class _Packed(Struct, frozen=True, tag_field="type"):
    """A struct in MessagePack, distinguished from others on its channel by its tag."""

    def encode(self) -> bytes:
        return _encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        try:
            return msgspec.msgpack.decode(data, type=cls)
        except DECODE_ERRORS:
            return None


class _Words(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """ASCII words separated by a space, one per field, booleans as 0 or 1."""

    def encode(self) -> bytes:
        words = msgspec.structs.astuple(self)
        return " ".join(str(int(word)) if isinstance(word, bool) else word for word in words).encode()

    @classmethod
    def decode(cls, data: bytes) -> Self | None:
        try:
            found = msgspec.convert(data.decode("ascii").split(" "), type=cls, strict=False)
        except DECODE_ERRORS:
            return None
        # There are other spellings of true; accept only ours.
        return found if found.encode() == data else None


# --- from operators --------------------------------------------------------------------------------------------------

_OPERATOR: Final = "partie:operator"


class Drain(_Packed, frozen=True, tag="drain"):
    """These nodes are to send their clients away and accept no others; with ``back``, to accept them again."""

    channel: ClassVar = _OPERATOR
    nodes: tuple[str, ...]
    back: bool = False


class Repaired(_Packed, frozen=True, tag="repaired"):
    """The log of a table was repaired or replaced: nodes that have the table awake or set aside must check it again."""

    channel: ClassVar = _OPERATOR
    table: str


class Poisoned(_Packed, frozen=True, tag="poisoned"):
    """A node crashed in a call to a table's engine: nodes that have the table awake set it aside."""

    channel: ClassVar = _OPERATOR
    table: str


class Rotated(_Packed, frozen=True, tag="rotated"):
    """The service has a new key to sign cookies with."""

    channel: ClassVar = _OPERATOR


FromOperator: TypeAlias = Drain | Repaired | Poisoned | Rotated

# --- about persons ---------------------------------------------------------------------------------------------------

_PEOPLE: Final = "partie:people"


class Renamed(_Packed, frozen=True, tag="renamed"):
    """A person has a new name; an empty one means that the person was deleted."""

    channel: ClassVar = _PEOPLE
    person: str
    name: str


class SignedOut(_Packed, frozen=True, tag="signed_out"):
    """Sessions have ended; close their sockets."""

    channel: ClassVar = _PEOPLE
    sessions: tuple[str, ...]


class Uninvited(_Packed, frozen=True, tag="uninvited"):
    """The host has withdrawn all invitations to a table."""

    channel: ClassVar = _PEOPLE
    table: str


OfPersons: TypeAlias = Renamed | SignedOut | Uninvited

# --- from features ---------------------------------------------------------------------------------------------------

_ASKED: Final = "partie:asked"


class InvitationsChanged(_Words, frozen=True):
    """A person's invitations have changed: one was added or withdrawn."""

    channel: ClassVar = _ASKED
    person: Id


class InvitationDeclined(_Words, frozen=True):
    """The invitation from ``person`` to a table was declined by the invitee, ``by``."""

    channel: ClassVar = _ASKED
    person: Id
    table: Id
    by: Id


class RematchMade(_Words, frozen=True):
    """The rematch of a table that has ended was created."""

    channel: ClassVar = "partie:next"
    table: Id


class QueueChanged(_Words, frozen=True):
    """The matchmaking queue has changed. ``node`` knows already; if empty, no node does."""

    channel: ClassVar = "partie:seek"
    node: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,64}\Z")]


class ChatChanged(_Words, frozen=True):
    """A room of a table's chat has a new entry."""

    channel: ClassVar = "partie:chat"
    table: Id
    room: Literal["players", "spectators"]


class ReachableChanged(_Words, frozen=True):
    """A person has set up the first way to be notified, or removed the last one."""

    channel: ClassVar = "partie:calls"
    person: Id
    reachable: bool


class ModerationChanged(_Words, frozen=True):
    """A moderator acted on a table, a person, a network, a chat message or a report, identified by ``target``."""

    channel: ClassVar = "partie:moderation"
    target: Annotated[str, Meta(pattern=r"^[!-~]{1,128}\Z")]


class NetworksAsked(_Words, frozen=True):
    """A request for the networks from which a person is connected; ``question`` says where to send the answer."""

    channel: ClassVar = "partie:whereabouts"
    question: Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
    person: Id


class LobbyChanged(Struct, frozen=True):
    """A table's entry in the lobby has changed: ``entry`` as it is stored, empty if it was removed."""

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
    """The people at a table have changed."""

    channel: ClassVar = "partie:presence"
    table: Id


class OnlineChanged(_Words, frozen=True):
    """The people online have changed; ``node`` knows already, from its own clients or an expired dead node."""

    channel: ClassVar = "partie:around"
    node: Id
