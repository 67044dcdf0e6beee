"""Glen More by Matthias Cramer (alea 2010), for two to five players."""

from partie.games.glenmore.engine import glenmore

__all__ = ["glenmore"]
