"""Setup, legal moves, and what each move does."""

from engines.glenmore.rules.legal import legal, progress
from engines.glenmore.rules.setup import setup
from engines.glenmore.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
