"""Waters of Nereus by Steve Finn (Dr. Finn's Games 2018), for two to four players."""

from partie.games.nereus.engine import nereus

__all__ = ["nereus"]
