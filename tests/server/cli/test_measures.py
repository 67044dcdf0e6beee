"""How long an operator waits; measured while no other test runs."""

from __future__ import annotations

import time
from pathlib import Path

from tests.server.cli.script import answers, serving

START_SECONDS = 3.0
"""From the command to the first connection, when everything is installed."""


def test_a_second_start_is_quick(tmp_path: Path) -> None:
    """A start on a folder that was used before takes connections within three seconds."""
    with serving("--data-dir", tmp_path):
        pass
    begin = time.monotonic()
    with serving("--data-dir", tmp_path) as service:
        assert answers(service.url)
        took = time.monotonic() - begin
    print(f"it took {took:.2f} s")
    assert took < START_SECONDS
