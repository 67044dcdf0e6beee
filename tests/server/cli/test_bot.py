"""`partie bot` plays at a served table."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from partie.client.client import Client
from tests.server.cli.inside import failure as failed_inside
from tests.server.cli.script import PARTIE, PATIENCE, failure, run, run_json, serving
from tests.server.live.asking import wish
from tests.server.live.playing import play as play_moves

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


async def test_a_function_and_a_program_play_against_each_other(tmp_path: Path) -> None:
    """The function is in the current folder, and the address of the table is that of a browser."""
    (tmp_path / "last_bot.py").write_text("def choose(legal):\n    return len(legal) - 1\n")
    program = "import sys\nfor line in sys.stdin: print(0, flush=True)"
    with serving("--data-dir", tmp_path / "data", *TOY) as service:
        host = await Client.join(service.url, "Ann")
        table = await host.create("toy", 2)
        bots = [
            await asyncio.create_subprocess_exec(*(PARTIE, "bot", *words), cwd=tmp_path, stdout=asyncio.subprocess.PIPE)
            for words in (
                (f"{service.url}/table/{table}", "last_bot:choose", "--seat", "1", "--json"),
                (service.url, table, "--seat", "0", "--json", "--", sys.executable, "-c", program),
            )
        ]
        told = [json.loads((await asyncio.wait_for(bot.communicate(), PATIENCE))[0]) for bot in bots]
        await host.close()
    assert [each["seat"] for each in told] == [1, 0]
    assert told[0]["result"] == told[1]["result"]


async def test_a_bot_with_a_token_waits_for_an_invitation(tmp_path: Path) -> None:
    """And tells how the game ended; it needs no table."""
    with serving("--data-dir", tmp_path, *TOY) as service:
        made = await asyncio.to_thread(run_json, "tokens", "make", "Robo", "--data-dir", tmp_path)
        bot = await asyncio.create_subprocess_exec(
            *(PARTIE, "bot", service.url, "--invited", "--games", "1", "--json"),
            env=os.environ | {"BOT_TOKEN": made["token"]},
            stdout=asyncio.subprocess.PIPE,
        )
        host = await Client.join(service.url, "Ann")
        await host.enter(await host.create("toy", 2))
        await host.sit()
        await host.ready()
        assert await wish(host, {"t": "invite", "table": host.table, "person": made["bot"]}) == ""
        await play_moves([host], random.Random(3))
        out, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
        await host.close()
    assert json.loads(out)["result"] == host.view["result"]


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (("here", "table"), "address", "'here' is no address"),
        (("http://127.0.0.1:1",), "table", "which table?"),
        (("http://127.0.0.1:1", "--invited"), "no_token", "BOT_TOKEN"),
        (("http://127.0.0.1:1", "table", "no_such_bot:choose"), "bot_failed", "cannot load no_such_bot:choose"),
        (("http://127.0.0.1:1", "table", "json:dumps", "more"), "player", "takes no arguments: more"),
    ],
)
def test_words_that_make_no_sense_are_said(words: tuple[str, ...], code: str, problem: str) -> None:
    """Before anything is tried."""
    failed = failed_inside("bot", *words)
    assert failed.code == code
    assert problem in str(failed)


@pytest.mark.parametrize(
    ("program", "seconds", "code"),
    [
        ("import sys; sys.exit(3)", "30", "bot_dead"),
        ("print('pass')", "30", "bot_nonsense"),
        ("import sys; sys.stdin.read()", "0.5", "bot_late"),
    ],
)
async def test_a_program_that_plays_wrong_ends_the_bot(tmp_path: Path, program: str, seconds: str, code: str) -> None:
    """With a code and a sentence, while its seat is kept."""
    with serving("--data-dir", tmp_path, *TOY) as service:
        host = await Client.join(service.url, "Ann")
        await host.enter(await host.create("toy", 2))
        await host.do({"type": "seat_bot", "seat": 1})
        words = (
            "bot",
            service.url,
            host.table,
            "--json",
            "--move-seconds",
            seconds,
            "--",
            sys.executable,
            "-c",
            program,
        )
        done = await asyncio.to_thread(run, *words, check=False)
        await host.close()
    assert done.returncode == 1
    assert json.loads(done.stderr)["error"]["code"] == code


def test_a_table_that_is_not_there_is_said(tmp_path: Path) -> None:
    """A bot sent to no table ends with the service's own code."""
    with serving("--data-dir", tmp_path) as service:
        assert failure("bot", service.url, "nosuchtable")["code"] == "unknown"


def test_a_service_that_is_not_there_is_said() -> None:
    """A bot that finds nobody ends with a sentence."""
    assert failure("bot", "http://127.0.0.1:1", "table")["code"] == "unreachable"
