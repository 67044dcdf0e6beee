"""What other features may use of notifications."""

from partie.features.notifications.notifier import Notifier

__all__ = ["Notifier"]
