"""Setup, legal moves, and what each move does."""

from partie.games.vinci.rules.legal import legal, progress
from partie.games.vinci.rules.setup import setup
from partie.games.vinci.rules.turn import apply, to_act

__all__ = ["apply", "legal", "progress", "setup", "to_act"]
