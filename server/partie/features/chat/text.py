"""Cleaning what people type: one line of harmless plain text of limited length."""

from __future__ import annotations

import unicodedata
from typing import Final

from partie.people.persons import shows_something
from partie.wire import limits

JOINERS: Final = "\u200c\u200d"
"""Joiners, which several scripts and emoji need although they are format characters."""

TAGS: Final = range(0xE0020, 0xE0080)
"""Format characters that the flags of some countries are made of."""

MARKS: Final = 6
"""Maximum number of marks on one character: no script needs more, and a pile of them covers the lines around it."""


class BadText(ValueError):
    """The text is not acceptable. ``code``: ``text_empty`` or ``text_too_long``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_text(text: str) -> str:
    """The text in one Unicode form, on one line, without control characters and marks of writing direction.

    Raises :class:`BadText`. Nothing of value is removed: a direction override only serves to deceive.
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    cleaned = _without_heaps("".join(sign for sign in spaced if _harmless(sign))).strip()
    if not shows_something(cleaned):
        raise BadText("text_empty")
    if graphemes(cleaned) > limits.MAX_CHAT_SIGNS or len(cleaned.encode()) > limits.MAX_CHAT_BYTES:
        raise BadText("text_too_long")
    return cleaned


def graphemes(text: str) -> int:
    """The number of characters as a reader counts them: marks and joined characters count with the one before."""
    count, joined = 0, False
    for sign in text:
        attached = unicodedata.category(sign)[0] == "M" or sign in JOINERS or ord(sign) in TAGS
        if not attached and not joined:
            count += 1
        joined = sign == "\u200d"
    return count


def _harmless(sign: str) -> bool:
    # Unassigned characters stay: they may be emoji of a newer Unicode version.
    return unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co"} or sign in JOINERS or ord(sign) in TAGS


def _without_heaps(text: str) -> str:
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= MARKS:
            kept.append(sign)
    return "".join(kept)
