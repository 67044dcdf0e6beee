"""The lobby and presence: projections that any node can show, and that nothing depends on."""

from server.lobby.around import Around, Place
from server.lobby.board import Board, Change
from server.lobby.entries import Entries
from server.lobby.lobby import Lobby
from server.lobby.presence import Presence

__all__ = ["Around", "Board", "Change", "Entries", "Lobby", "Place", "Presence"]
