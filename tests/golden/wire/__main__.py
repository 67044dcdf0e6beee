"""Record evenings again: all of them, or those that are named.

``python -m tests.golden.wire [EVENING...]`` is for a change of the wire that is meant. Look at the result
before you keep it: each evening is first compared, and the first difference printed.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.golden.wire import REWRITE

TEST = "tests/golden/test_wire.py"


def main(names: list[str]) -> int:
    """Let the test that plays the evenings write them."""
    chosen = ["-k", " or ".join(f"[{name}]" for name in names)] if names else []
    command = [sys.executable, "-m", "pytest", "-q", "-k", "recorded", TEST, *chosen]
    return subprocess.run(command, env={**os.environ, REWRITE: "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
