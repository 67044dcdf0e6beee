"""``partie openapi``: the HTTP API as an OpenAPI document."""

from __future__ import annotations

from importlib.metadata import version

from partie.cli._support.output import JsonFlag, print_json
from partie.http.openapi import document


def command(*, as_json: JsonFlag = False) -> None:  # noqa: ARG001  # it always is
    """Print the HTTP API as an OpenAPI document.

    The document is JSON (OpenAPI 3.1) with or without --json.

    Example: partie openapi > http.json
    """
    print_json(document(version("partie")))
