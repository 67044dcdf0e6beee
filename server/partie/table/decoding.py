"""What msgspec raises for bytes that are not what they should be."""

from __future__ import annotations

from typing import Final

import msgspec

UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Text that is no UTF-8 and deep nesting raise errors of Python's own, so whoever reads foreign bytes catches these."""
