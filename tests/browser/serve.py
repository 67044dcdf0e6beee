"""``partie`` with tables that run alike every time: same game, same moves, same draws.

A test then fails for what was changed and not for the cards that came. The soak lets the cards come as they like.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any
from unittest.mock import patch

CHANCE = "TESTS_CHANCE"
"""The environment's word for what all chance hangs on."""


def main() -> None:
    """The script, with the chance of all tables hanging on one word."""
    # Not above, as in the script: the processes of bots import this module too.
    from partie.cli import main as run  # noqa: PLC0415
    from partie.features.bots import driver as bots  # noqa: PLC0415
    from partie.table.lifecycle import start  # noqa: PLC0415

    chance = os.environ[CHANCE]
    command = bots._command

    def key(table: Any, _: Any) -> bytes:
        # A lesson has its own chance, and would not go on with another.
        return table.seed if table.lesson else hashlib.sha256(chance.encode()).digest()

    def thought(_: str, seat: int, asked: int) -> str:
        return command(chance, seat, asked)

    with patch.object(start, "chance_key", key), patch.object(bots, "_command", thought):
        run()


if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__":
    # The process in which bots think yields to all others on the machine. Where browsers keep every processor busy, a
    # test would wait half a minute for a move of a bot.
    from partie.features.bots import worker

    worker._NICENESS = 0
