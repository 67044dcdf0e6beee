"""All chance of a recorded evening, hung on one word: same people, same tables, same draws, same bots.

This is the one place where the recorder reaches into the process of the nodes, and it reaches into the standard library
alone: ``secrets.token_bytes``, from which ``token_hex`` takes its bytes too. It relies on this of the service:

* a table's seed is ``secrets.token_bytes(32)``, asked for through the module and not imported by its own name;
* the key that makes ids of tables, out of a person and the id of its command, is ``secrets.token_hex(32)``;
* a person's id is ``secrets.token_bytes(10)`` in base 32, made while its first ``POST /api/session`` is answered;
* a bot's seed is made of the table's id, the seat and the decision.

Where one of these changes, draws, ids or the moves of bots differ from those recorded: then this file is to follow it.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import secrets
from collections.abc import Iterator
from unittest.mock import patch

KEY = 32
"""Bytes of a table's seed, and of the service's own keys."""

PERSON = 10
"""Bytes of a person's id."""


class Chance:
    """What stands in for the randomness of the machine. Marks, sessions and tokens stay random."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._coming = ""
        self._random = secrets.token_bytes

    @contextlib.contextmanager
    def begin(self) -> Iterator[None]:
        """Until the end of the block."""
        with patch.object(secrets, "token_bytes", self._token_bytes):
            yield

    @contextlib.contextmanager
    def coming(self, name: str) -> Iterator[None]:
        """A person of that name becomes known to the service."""
        self._coming = name
        try:
            yield
        finally:
            self._coming = ""

    def person(self, name: str) -> str:
        """The id that a person of that name will have."""
        return base64.b32encode(self.digest("person", name)[:PERSON]).decode().lower()

    def digest(self, *words: object) -> bytes:
        """Bytes that hang on the word and these."""
        return hashlib.sha256(" ".join(map(str, (self._word, *words))).encode()).digest()

    def _token_bytes(self, count: int | None = None) -> bytes:
        if count == KEY:
            return self.digest("key")
        if count == PERSON and self._coming:
            return self.digest("person", self._coming)[:PERSON]
        return self._random(count)
