"""What docs/hosting/backup.md tells: games that were not over are brought back from a backup, and played on."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from pathlib import Path

from partie.client.client import Client
from tests.server.cli.inside import run, run_json
from tests.server.cli.script import serving
from tests.server.live.playing import play

TOY = ("--engines", "tests.engines.toys:toy")
HALF = 5
"""Moves of a game of the toy that is not over then."""


async def began(url: str, cookies: list[str]) -> tuple[str, list[Client]]:
    """A table with a client in every seat, played half."""
    clients = [await Client.join(url, name, cookie) for name, cookie in zip(("Ann", "Bob"), cookies, strict=True)]
    table = await clients[0].create("toy", len(clients))
    for seat, client in enumerate(clients):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    for client in clients:
        await client.ready()
    await play(clients, random.Random(5), HALF)
    for client in clients:
        await client.until(lambda client=client: client.cursor == max(one.cursor for one in clients))  # type: ignore[misc,type-var]
    return table, clients


async def left(clients: list[Client]) -> None:
    for client in clients:
        await client.close()


async def again(url: str, table: str, cookies: list[str]) -> list[Client]:
    """The people of a table, with the cookies that they had."""
    clients = [await Client.join(url, cookie=cookie) for cookie in cookies]
    for client in clients:
        await client.enter(table)
    return clients


def test_games_that_are_not_over_go_on_after_the_folder_and_a_file_were_restored(tmp_path: Path) -> None:
    """The folder as it was copied, with people and their cookies, and a later table from its file: both end well."""
    folder, backup, file = tmp_path / "data", tmp_path / "backup", tmp_path / "later.json"
    cookies = ["", ""]

    async def first_day(url: str) -> tuple[str, tuple[int, str] | None, object]:
        table, clients = await began(url, cookies)
        cookies[:] = [client.cookie for client in clients]
        known = table, clients[0].cursor, clients[0].view["game"]
        await left(clients)
        return known

    async def second_day(url: str, table: str) -> str:
        clients = await again(url, table, cookies)
        await play(clients, random.Random(6), 2)
        await left(clients)
        later, clients = await began(url, cookies)
        await left(clients)
        return later

    async def third_day(url: str, table: str, later: str) -> None:
        clients = await again(url, table, cookies)
        assert (clients[0].cursor, clients[0].view["game"]) == (cursor, view)
        for one in (table, later):
            clients = [*clients, *await again(url, one, cookies)]
            await play(clients[-2:], random.Random(7))
            assert clients[-1].view["result"]
        await left(clients)

    with serving("--data-dir", folder, *TOY) as service:
        table, cursor, view = asyncio.run(first_day(service.url))
    subprocess.run(["cp", "-a", folder, backup], check=True)
    with serving("--data-dir", folder, *TOY) as service:
        later = asyncio.run(second_day(service.url, table))
        run("export", later, "--data-dir", folder, *TOY, "--with-secrets", "--output", file)
    shutil.rmtree(folder)
    subprocess.run(["cp", "-a", backup, folder], check=True)
    with serving("--data-dir", folder, *TOY) as service:
        assert [one["table"] for one in run_json("list", "--data-dir", folder, *TOY)] == [table]
        run("import", file, "--data-dir", folder, *TOY)
        asyncio.run(third_day(service.url, table, later))
        for one in (table, later):
            run("verify", one, "--data-dir", folder, *TOY)
