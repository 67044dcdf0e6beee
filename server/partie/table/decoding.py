"""The errors of decoding bytes that somebody else has written."""

from __future__ import annotations

from typing import Final

import msgspec

DECODE_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Not only msgspec's: text that is no UTF-8 and deep nesting raise errors of Python's own."""
