"""`partie bot` plays at a served table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from partie.client.client import Client
from tests.server.cli.script import PARTIE, PATIENCE, failure, serving

TOY = ("--engines", "tests.engines.toys:toy")


async def play(url: str, table: str, name: str) -> Any:
    """What a bot tells at the end of its game."""
    bot = await asyncio.create_subprocess_exec(
        PARTIE, "bot", url, table, "--name", name, "--seed", "1", "--json", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
    assert bot.returncode == 0
    return json.loads(out)


@pytest.mark.parametrize("commands", ["1000", "8"])
async def test_two_bots_play_a_game_to_its_end(tmp_path: Path, commands: str) -> None:
    """Bots take the free seats, start the game, and tell its result; both tell the same one.

    They do not give up when the service takes fewer commands a second than they send.
    """
    with serving("--data-dir", tmp_path, *TOY, PARTIE_COMMANDS_PER_SECOND=commands) as service:
        host = await Client.join(service.url, "Ann")
        table = await host.create("toy", 2)
        told = await asyncio.gather(*(play(service.url, table, name) for name in ("Bert", "Cleo")))
        await host.close()
    assert sorted(each["seat"] for each in told) == [0, 1]
    assert all(each["moves"] > 0 for each in told)
    assert told[0]["result"] == told[1]["result"]
    assert len(told[0]["result"]["scores"]) == 2


def test_a_table_that_is_not_there_is_said(tmp_path: Path) -> None:
    """A bot sent to no table ends with the service's own code."""
    with serving("--data-dir", tmp_path) as service:
        assert failure("bot", service.url, "nosuchtable")["code"] == "unknown"


def test_a_service_that_is_not_there_is_said() -> None:
    """A bot that finds nobody ends with a sentence."""
    assert failure("bot", "http://127.0.0.1:1", "table")["code"] == "unreachable"
