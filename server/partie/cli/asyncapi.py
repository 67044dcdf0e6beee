"""``partie asyncapi``: the protocol as an AsyncAPI document, or as the TypeScript of the browser client."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from partie.cli._support.output import JsonFlag, print_json
from partie.wire import schema


def command(
    *,
    typescript: Annotated[bool, typer.Option("--typescript", help="Print TypeScript types instead.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Print the protocol: an AsyncAPI 3 document (always JSON), or TypeScript types."""
    if typescript:
        text = schema.typescript()
        if as_json:
            print_json({"typescript": text})
        else:
            sys.stdout.write(text)
    else:
        print_json(schema.asyncapi(version("partie")))
