"""Setup, legal moves, and what each move does."""

from partie.games.glenmore.rules.legal import legal, progress
from partie.games.glenmore.rules.setup import setup
from partie.games.glenmore.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
