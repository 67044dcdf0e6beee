"""The script ``partie``.

The processes in which bots think are spawned, and a spawned process imports the script again. The script is therefore
almost empty, and imports the commands, with all of the service behind them, only when it is called.
"""

from __future__ import annotations


def main() -> None:
    """Run a command."""
    from partie.cli import main as run  # noqa: PLC0415  # see above

    run()
