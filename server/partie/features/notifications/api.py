"""The part of notifications that other features may use."""

from partie.features.notifications.notifier import Notifier

__all__ = ["Notifier"]
