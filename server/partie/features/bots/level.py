"""How well a bot plays."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Level: TypeAlias = Literal["quick", "careful", "deep"]

LEVELS: Final[tuple[Level, ...]] = ("quick", "careful", "deep")
"""From the weakest to the strongest."""
