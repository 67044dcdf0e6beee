"""``partie asyncapi``: the protocol as an AsyncAPI document, or as TypeScript."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

from partie.cli._support.output import JsonFlag, print_json
from partie.cli._support.parameters import Option
from partie.wire import schema


def command(
    *,
    typescript: Annotated[bool, Option("--typescript", help="Print TypeScript types instead.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Print the protocol as an AsyncAPI document.

    The document is JSON (AsyncAPI 3) with or without --json.

    Example: partie asyncapi > protocol.json
    """
    if typescript:
        text = schema.typescript()
        if as_json:
            print_json({"typescript": text})
        else:
            sys.stdout.write(text)
    else:
        print_json(schema.asyncapi(version("partie")))
