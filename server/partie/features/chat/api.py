"""What other features may use of the chat."""

from partie.features.chat.blocks import Blocks
from partie.features.chat.chats import Chats

__all__ = ["Blocks", "Chats"]
