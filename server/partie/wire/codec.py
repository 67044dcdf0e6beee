"""Encoding and decoding of messages."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from partie.table.decoding import DECODE_ERRORS
from partie.wire.client_in import Id, Inbound
from partie.wire.client_out import Outbound

_decoder: msgspec.msgpack.Decoder[Inbound] = msgspec.msgpack.Decoder(Inbound)
_encoder = msgspec.msgpack.Encoder()


class _Addressed(Struct):
    """The id of a command or chat message; the rest of the frame is skipped."""

    id: Id


_addressed: msgspec.msgpack.Decoder[_Addressed] = msgspec.msgpack.Decoder(_Addressed)


class BadFrame(ValueError):
    """A frame that is not a message: a code for the client, and what was wrong where."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def decode(frame: bytes) -> Inbound:
    """Decode the message in a frame. Raises :class:`BadFrame`."""
    try:
        return _decoder.decode(frame)
    except RecursionError:
        raise BadFrame("too_deep", "the frame is nested too deeply") from None
    except msgspec.ValidationError as error:
        raise BadFrame("invalid", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFrame("malformed", str(error)) from None


def command_id(frame: bytes) -> str:
    """Return the id of the command in a frame that is not carried out; empty if there is none to be read."""
    try:
        return _addressed.decode(frame).id
    except DECODE_ERRORS:
        return ""


def encode(message: Outbound) -> bytes:
    """Encode a message."""
    return _encoder.encode(message)
