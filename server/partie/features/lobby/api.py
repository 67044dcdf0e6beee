"""The part of the lobby that other features may use."""

from partie.features.lobby.board import Change, is_listed
from partie.features.lobby.lobby import Lobby

__all__ = ["Change", "Lobby", "is_listed"]
