"""The lobby and presence: projections that any node can show, and that nothing depends on."""

from server.lobby.board import Board, Change
from server.lobby.entries import Entries
from server.lobby.lobby import Lobby
from server.lobby.presence import Presence

__all__ = ["Board", "Change", "Entries", "Lobby", "Presence"]
