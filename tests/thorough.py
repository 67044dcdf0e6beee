"""Check the laws of all games with the effort that only ``make soak`` has time for.

Usage: python -m tests.thorough [more arguments for pytest]
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.parts import PYTEST

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("tests/engines", "engines/examples")


def files() -> list[str]:
    """The files that check the laws of some game: each has a line that makes the tests of it."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("test_*.py")]
    return sorted(
        str(path.relative_to(ROOT))
        for path in found
        if "\nTest" in (text := path.read_text()) and "= conformance(" in text
    )


def main() -> int:
    """Run them, with nothing else in these files left out, for as long as it takes."""
    command = [*PYTEST, *files(), "--timeout=7200", *sys.argv[1:]]
    return subprocess.call(command, cwd=ROOT, env=os.environ | {"PARTIE_CONFORMANCE": "thorough"})


if __name__ == "__main__":
    sys.exit(main())
