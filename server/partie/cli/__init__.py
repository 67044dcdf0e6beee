"""The command line ``partie``: one module per command. Every command prints text, or JSON with ``--json``.

Commands for games and bots need the base package alone, the others ``partie[server]``. If a command fails to import
something of the service, this module says what to install.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from itertools import takewhile

from partie.cli._support import light
from partie.cli._support.commands import COMMANDS
from partie.cli._support.output import CommandFailed, print_failure
from partie.cli._support.service import NEEDED, service_missing


def main() -> None:
    """Entry point of the script ``partie``."""
    try:
        _run()
    except CommandFailed as failure:
        print_failure(failure, as_json=_as_json())
        sys.exit(1)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in NEEDED:
            raise
        print_failure(service_missing(), as_json=_as_json())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it, and Typer does


def _as_json() -> bool:
    """Whether to print JSON. Words after ``--`` are for another program."""
    return "--json" in takewhile(lambda word: word != "--", sys.argv)


def _run() -> None:
    if find_spec("typer") is None:
        light.run(COMMANDS, sys.argv[1:])
        return
    from partie.cli._support.app import app  # noqa: PLC0415  # see above

    app()
