"""What other features may use of the lobby."""

from partie.features.lobby.board import Change, is_listed
from partie.features.lobby.lobby import Lobby

__all__ = ["Change", "Lobby", "is_listed"]
