"""How well a bot plays."""

from partie.table.values import LEVELS, Level

__all__ = ["LEVELS", "Level"]
