"""How a bot plays: it takes what brings most for its pieces, and declines once an expansion brings little.

It plans its own turn and no more, and nothing but what everybody sees guides it.
"""

from partie.games.vinci.practice.advice import advise

__all__ = ["advise"]
