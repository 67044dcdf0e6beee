"""Setup, legal moves, and what each move does."""

from engines.vinci.rules.legal import legal, progress
from engines.vinci.rules.setup import setup
from engines.vinci.rules.turn import apply, to_act

__all__ = ["apply", "legal", "progress", "setup", "to_act"]
