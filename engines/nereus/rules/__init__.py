"""Setup, legal moves, and what each move does."""

from engines.nereus.rules.legal import legal, progress
from engines.nereus.rules.setup import setup
from engines.nereus.rules.turn import apply

__all__ = ["apply", "legal", "progress", "setup"]
