"""``partie openapi``: the HTTP side as an OpenAPI document."""

from __future__ import annotations

from importlib.metadata import version

from partie.cli._support.output import JsonFlag, print_json
from partie.http.openapi import document


def command(*, as_json: JsonFlag = False) -> None:  # noqa: ARG001  # it always is
    """Print what may be asked over HTTP: an OpenAPI 3.1 document (always JSON)."""
    print_json(document(version("partie")))
