"""What is caught where foreign bytes are read."""

from __future__ import annotations

import msgspec
import pytest

from partie.table.decoding import DECODE_ERRORS


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x91\xa1\xff", b"\x91" * 100_000, b"\xc0"])
def test_whatever_is_wrong_with_bytes_is_among_it(data: bytes) -> None:
    """Cut short, no MessagePack, no text, nested too deeply, another type."""
    with pytest.raises(DECODE_ERRORS):
        msgspec.msgpack.decode(data, type=list[object])
