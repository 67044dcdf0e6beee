"""Who keeps order at the service, what they did, and what holds because of it."""

from server.moderation.acts import ACTS, Act, BadAct
from server.moderation.moderation import Ban, Moderation

__all__ = ["ACTS", "Act", "BadAct", "Ban", "Moderation"]
