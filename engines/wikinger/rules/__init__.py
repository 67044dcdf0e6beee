"""Setup, legal moves, and what each move does."""

from engines.wikinger.rules.legal import legal, progress
from engines.wikinger.rules.setup import setup
from engines.wikinger.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
