"""The example of a bot by others, as the guide starts it."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from tests.fixtures.service import StartNode, until
from tests.server.live.playing import play

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "deploy" / "bot.py"


async def test_the_example_plays_a_game_to_its_end(start_node: StartNode) -> None:
    """Against a person, over a real socket, from a process of its own; it says what came of it."""
    node = await start_node()
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.do({"type": "sit", "seat": 0})
    made = await node.core.people.tokens.make("", "Example")
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, EXAMPLE, node.url, ann.table),
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "BOT_TOKEN": made.token},
        stdout=asyncio.subprocess.PIPE,
    )
    await until(lambda: "person" in ann.view["table"]["seats"]["1"])
    await ann.ready()
    await play([ann], random.Random(3))
    said, _ = await bot.communicate()
    assert bot.returncode == 0
    assert str(ann.view["result"]["scores"]) in said.decode()


def test_the_example_is_short() -> None:
    """Under 60 lines, so that it is read."""
    assert len(EXAMPLE.read_text().splitlines()) < 60
