"""Phrases that are sent as a key, so that all readers see them in their own language."""

from __future__ import annotations

from typing import Final

PHRASES: Final = frozenset(
    {
        "hello",
        "good_luck",
        "well_played",
        "thanks",
        "sorry",
        "thinking",
        "back_soon",
        "back",
        "good_game",
        "rematch",
    }
)
"""The keys. A client that does not know one shows the key."""
