"""A table's history in words, as people read it."""

from partie.features.narration.messages import LANGUAGES, Language
from partie.features.narration.narration import Narrator, game_words

__all__ = ["LANGUAGES", "Language", "Narrator", "game_words"]
