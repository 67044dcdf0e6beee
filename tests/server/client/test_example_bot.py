"""The example of a bot by others: exactly the text at the end of the guide, cut out into a file."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from tests.fixtures.service import Running, StartNode, until
from tests.server.live.asking import wish
from tests.server.live.playing import play

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "developing" / "bots.md"
CUT = "\n✂ - - - - - - - - - - - - - - - - - - - -\n"


def example() -> str:
    """What stands below the line in the guide."""
    _, below = GUIDE.read_text("utf-8").split(CUT)
    return below.strip().removeprefix("```python\n").removesuffix("```")


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The file that a reader has cut out."""
    file = tmp_path / "bot.py"
    file.write_text(example(), encoding="utf-8")
    return file


async def start(bot: Path, node: Running, *table: str) -> tuple[asyncio.subprocess.Process, str]:
    """The bot in a process of its own, and its person."""
    made = await node.core.people.tokens.make("", "Example")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(bot), node.url, *table),
        cwd=bot.parent,
        env={"BOT_TOKEN": made.token},
        stdout=asyncio.subprocess.PIPE,
    )
    return process, made.bot


@pytest.mark.parametrize("by_invitation", [False, True], ids=["named", "invited"])
async def test_the_example_plays_a_game_to_its_end(bot: Path, start_node: StartNode, by_invitation: bool) -> None:
    """At a table that is named or to which it is invited, against a person, over a real socket; it says the result."""
    node = await start_node()
    ann = await node.join("Ann")
    await ann.enter(await ann.create("toy", 2))
    await ann.sit(0)
    if by_invitation:
        process, person = await start(bot, node)
        assert await wish(ann, {"t": "invite", "table": ann.table, "person": person}) == ""
    else:
        process, _ = await start(bot, node, ann.table)
    await until(lambda: "person" in ann.view["table"]["seats"]["1"])
    await ann.ready()
    await play([ann], random.Random(3))
    said, _ = await process.communicate()
    assert process.returncode == 0
    assert str(ann.view["result"]["scores"]) in said.decode()


def test_the_example_is_short_and_comes_as_a_file_too() -> None:
    """Under 60 lines, so that it is read."""
    assert example() == (ROOT / "deploy" / "bot.py").read_text("utf-8")
    assert len(example().splitlines()) < 60
