"""Setup, legal moves, and what each move does."""

from partie.games.nereus.rules.legal import legal, progress
from partie.games.nereus.rules.setup import setup
from partie.games.nereus.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
