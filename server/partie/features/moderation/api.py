"""The part of moderation that other features may use."""

from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Moderation

__all__ = ["Act", "Moderation"]
