"""A table's history in words, as people read it."""

from server.telling.messages import LANGUAGES, Language
from server.telling.telling import Teller, game_words

__all__ = ["LANGUAGES", "Language", "Teller", "game_words"]
