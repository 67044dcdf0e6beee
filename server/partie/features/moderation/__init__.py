"""Who keeps order at the service, what they did, and what holds because of it."""

from partie.features.moderation.acts import ACTS, Act, BadAct
from partie.features.moderation.moderation import Ban, Moderation

__all__ = ["ACTS", "Act", "BadAct", "Ban", "Moderation"]
