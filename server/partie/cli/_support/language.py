"""The option of the commands that narrate events."""

from __future__ import annotations

from typing import Annotated

import typer

from partie.features.narration import Language

LanguageOption = Annotated[Language, typer.Option("--language", help="Language of the event texts.")]
