"""The history of a table in words."""

from partie.features.narration.messages import LANGUAGES, Language
from partie.features.narration.narration import Narrator, game_words

__all__ = ["LANGUAGES", "Language", "Narrator", "game_words"]
