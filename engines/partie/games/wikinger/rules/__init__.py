"""Setup, legal moves, and what each move does."""

from partie.games.wikinger.rules.legal import legal, progress
from partie.games.wikinger.rules.setup import setup
from partie.games.wikinger.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
