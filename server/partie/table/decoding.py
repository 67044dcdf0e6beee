"""The exceptions raised when decoding untrusted bytes."""

from __future__ import annotations

from typing import Final

import msgspec

DECODE_ERRORS: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Not only msgspec's: invalid UTF-8 and deep nesting raise Python's own exceptions."""
