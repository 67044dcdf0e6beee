"""``python -m tests.tooling``: makes sure that every program is there that the tests run and Python does not bring."""

from __future__ import annotations

import subprocess
import sys

from tests.tooling import apt, browser


def main() -> int:
    """Install what is missing, as far as that may be done here; 1 if something still is."""
    try:
        print(f"Browser: {browser.install_quick()}")
        for wanted in apt.PROGRAMS:
            print(f"{wanted}: {apt.program(wanted)}")
    except (apt.Missing, browser.NoBrowser, subprocess.CalledProcessError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
