"""The part of the chat that other features may use."""

from partie.features.chat.blocks import Blocks
from partie.features.chat.chats import Chats

__all__ = ["Blocks", "Chats"]
