"""What people say at a table: records beside its log, which no fold depends on and which can be erased."""

from partie.features.chat.blocks import Blocks
from partie.features.chat.chats import Chats, Line, Report
from partie.features.chat.phrases import PHRASES
from partie.features.chat.text import BadText, clean_text
from partie.features.chat.who import readable, since, writable

__all__ = [
    "PHRASES",
    "BadText",
    "Blocks",
    "Chats",
    "Line",
    "Report",
    "clean_text",
    "readable",
    "since",
    "writable",
]
