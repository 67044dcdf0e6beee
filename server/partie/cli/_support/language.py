"""The option of the commands that narrate events."""

from __future__ import annotations

from typing import Annotated

from partie.cli._support.parameters import Option
from partie.features.narration import Language

LanguageOption = Annotated[Language, Option("--language", help="Language of the event texts.")]
