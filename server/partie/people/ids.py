"""The ids of persons: people and bots."""

from __future__ import annotations

from typing import Final

BOT: Final = "b0t"
"""The prefix of a bot's id. People's ids contain no zero (:func:`partie.redis.store.random_id`), so none starts so."""


def is_bot(person: str) -> bool:
    """Whether a person is a bot account."""
    return person.startswith(BOT)
