"""Email addresses, as people type them."""

from __future__ import annotations

from email.headerregistry import Address
from typing import Final

from partie.people.errors import BadEmail

LONGEST: Final = 254
"""Maximum number of characters of an email address."""

_MEANINGFUL: Final = frozenset(",;:<>()[]\\\"'`|")


def address_of(text: str) -> str:
    """Validate an email address to send to. Raises :class:`BadEmail`."""
    cleaned = text.strip()
    try:
        found = Address(addr_spec=cleaned)
    except Exception as error:  # the parser raises all kinds of errors
        raise BadEmail("this is not an email address") from error
    if not found.username or not found.domain or len(cleaned) > LONGEST:
        raise BadEmail("this is not an email address")
    if not cleaned.isascii() or not cleaned.isprintable() or " " in cleaned or _MEANINGFUL & set(cleaned):
        raise BadEmail("this is not an email address")
    return cleaned


def clean_email(text: str) -> str:
    """The email address without surrounding spaces; may be empty. Raises :class:`BadEmail`."""
    return address_of(text) if text.strip() else ""
