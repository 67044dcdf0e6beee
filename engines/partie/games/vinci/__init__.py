"""Vinci by Philippe Keyaerts (Descartes/Eurogames 1999), for three to six players."""

from partie.games.vinci.engine import vinci

__all__ = ["vinci"]
