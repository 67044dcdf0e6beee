"""Two nodes behind a reverse proxy that runs for real, and what has to hold whichever proxy it is."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from msgspec import Struct
from redis import Redis

from partie.client.client import Client, sign_in
from partie.redis.embedded import Embedded
from tests.fixtures.redis import until
from tests.server.cli.inside import run_json
from tests.server.cli.script import Service, serving
from tests.server.live.playing import play, settled

SESSIONS = 8
"""New sessions an hour from one address."""


class House(Struct):
    """Two nodes behind a proxy. Without a certificate it speaks plain http."""

    url: str
    redis_url: str
    nodes: list[Service]
    certificate: Path | None = None

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)


@contextmanager
def two_nodes(redis: Embedded, **variables: str) -> Iterator[list[Service]]:
    """Two nodes on that Redis, emptied before."""
    with Redis(unix_socket_path=redis.url.removeprefix("unix://")) as client:
        client.flushall()
    arguments = ("--redis-url", redis.url, "--engines", "tests.engines.toys:toy")
    variables["PARTIE_SESSIONS_PER_HOUR"] = str(SESSIONS)
    with ExitStack() as stack:
        yield [stack.enter_context(serving(*arguments, **variables)) for _ in range(2)]


@contextmanager
def proxying(
    command: Sequence[str | Path], folder: Path, port: int, environment: dict[str, str] | None = None
) -> Iterator[None]:
    """The proxy runs in the block, from the moment it listens."""
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        try:
            until(lambda: process.poll() is not None or answers(port), "the proxy to listen")
            assert process.poll() is None, (folder / "said").read_text()
            yield
        finally:
            process.terminate()
            process.wait(10)


def answers(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


async def seated(house: House) -> tuple[str, list[Client]]:
    """Two players at a running table, through the proxy, which gives them to different nodes."""
    cookies = [await asyncio.to_thread(sign_in, house.url, name) for name in ("Ann", "Bob")]
    clients = [await Client.join(house.url, cookie=cookie) for cookie in cookies]
    table = await clients[0].create("toy", 2)
    for seat, client in enumerate(clients):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    for client in clients:
        await client.ready()
    return table, clients


async def counts(house: House) -> list[int]:
    """How many connections each node has."""
    found = []
    for node in house.nodes:
        async with httpx.AsyncClient(base_url=node.url) as direct:
            text = (await direct.get("/metrics")).text
        (count,) = re.findall(r"^partie_connections(?:{[^}]*})? (\d+)", text, re.MULTILINE)
        found.append(int(count))
    return found


async def plays_on_both_nodes(house: House) -> None:
    """The upgrade is passed on, the players are on different nodes, and reach the end together."""
    _, clients = await seated(house)
    assert not await settled(clients)
    assert await counts(house) == [1, 1]
    await play(clients, random.Random(1))
    assert clients[0].view["result"] == clients[1].view["result"]
    for client in clients:
        await client.close()


async def new_sessions(house: House, sources: Sequence[str], claims: Sequence[str]) -> list[httpx.Response]:
    """What is answered to visitors from those addresses, each of whom claims another one, who become guests."""
    answers = []
    for source, claim in zip(sources, claims, strict=True):
        transport = httpx.AsyncHTTPTransport(local_address=source, verify=house.context())
        headers = {"Origin": house.url, "X-Forwarded-For": claim, "X-Forwarded-Proto": "https"}
        async with httpx.AsyncClient(base_url=house.url, transport=transport, headers=headers) as browser:
            answers.append(await browser.post("/api/session", json={"name": "Cat"}))
    return answers


async def shows_no_figures(house: House) -> None:
    """What the nodes count is for those who ask the nodes themselves; whether they are ready is for all."""
    async with httpx.AsyncClient(base_url=house.url, verify=house.context()) as browser:
        assert (await browser.get("/metrics")).status_code == 404
        assert (await browser.get("/readyz")).status_code == 200


async def sends_nobody_to_a_drained_node(house: House) -> None:
    """While a node is drained everybody who comes lands on the other one, at the first try."""
    table, clients = await seated(house)
    cards = await asyncio.to_thread(run_json, "nodes", "--redis-url", house.redis_url)
    one = next(card for card in cards if house.nodes[0].url.endswith(f":{card['port']}"))
    await asyncio.to_thread(run_json, "drain", one["node"], "--redis-url", house.redis_url)
    for client in clients * 2:
        again = await Client.join(house.url, cookie=client.cookie)
        await again.enter(table)
        assert again.view["table"]["phase"] == "running"
        await again.close()
    await asyncio.to_thread(run_json, "drain", "--back", one["node"], "--redis-url", house.redis_url)
    for client in clients:
        await client.close()


async def goes_on_when_a_node_is_killed(house: House) -> None:
    """Disconnected players come back at the first attempt, to the same position, and the game goes on to its end."""
    table, clients = await seated(house)
    await play(clients, random.Random(2), 4)
    there = await counts(house)
    node = house.nodes[there.index(max(there))]
    node.process.kill()
    node.process.wait()
    await asyncio.wait([client._reader for client in clients], return_when=asyncio.FIRST_COMPLETED)
    back = []
    for client in clients:
        here = await Client.join(house.url, cookie=client.cookie)
        await here.enter(table)
        back.append(here)
        assert here.cursor is not None
        assert client.cursor is not None
        assert here.cursor >= client.cursor
    await play(back, random.Random(2))
    assert back[0].view["result"] == back[1].view["result"]
    for client in (*clients, *back):
        await client.close()
