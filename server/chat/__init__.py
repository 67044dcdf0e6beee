"""What people say at a table: records beside its log, which no fold depends on and which can be erased."""

from server.chat.blocks import Blocks
from server.chat.chats import Chats, Line, Report
from server.chat.phrases import PHRASES
from server.chat.text import BadText, clean_text
from server.chat.who import readable, since, writable

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
