"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from partie.features.narration import Language

DATA_DIR = Path("data")

DataDirOption = Annotated[
    Path, typer.Option("--data-dir", envvar="PARTIE_DATA_DIR", help="The folder with the tables of the own Redis.")
]
RedisOption = Annotated[
    str | None,
    typer.Option("--redis-url", envvar="REDIS_URL", help="A Redis of your own instead (redis://, redis+cluster://)."),
]
EnginesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--engines", help="A further engine as module:attribute, beside the installed ones. May be given again."
    ),
]
LanguageOption = Annotated[Language, typer.Option("--language", help="The language in which events are told.")]
