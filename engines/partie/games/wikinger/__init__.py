"""Wikinger by Michael Kiesling (Hans im Glück 2007), for two to four players."""

from partie.games.wikinger.engine import wikinger

__all__ = ["wikinger"]
