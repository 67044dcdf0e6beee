"""What other features may use of moderation."""

from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Moderation

__all__ = ["Act", "Moderation"]
