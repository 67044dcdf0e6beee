"""The lobby and presence: projections that any node can show, and that nothing depends on."""

from partie.features.lobby.board import Board, Change
from partie.features.lobby.entries import Entries
from partie.features.lobby.lobby import Lobby
from partie.features.presence.online import Around, Place
from partie.features.presence.presence import Presence

__all__ = ["Around", "Board", "Change", "Entries", "Lobby", "Place", "Presence"]
