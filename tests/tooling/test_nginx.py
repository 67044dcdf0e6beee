"""The nginx configuration in deploy/, run for real in front of two nodes."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec import Struct
from redis import Redis

from server.client import Client, sign_in
from server.node import PING_SECONDS
from server.redis.embedded import Embedded
from tests.fixtures.redis import until
from tests.server.cli.inside import run_json
from tests.server.cli.script import Service, serving
from tests.server.hub.playing import play, settled
from tests.tooling.apt import program

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
SESSIONS = 8
"""New sessions an hour from one address."""

MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class House(Struct):
    """Two nodes behind nginx."""

    url: str
    redis_url: str
    nodes: list[Service]
    certificate: Path

    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)


@pytest.fixture(scope="module")
def house(shared_redis: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The file as it is in deploy/, but for name, ports and certificate."""
    folder = tmp_path_factory.mktemp("nginx")
    with Redis(unix_socket_path=shared_redis.url.removeprefix("unix://")) as redis:
        redis.flushall()
    arguments = ("--redis-url", shared_redis.url, "--engines", "tests.engines.toys:toy")
    variables = {"PARTIE_SESSIONS_PER_HOUR": str(SESSIONS)}
    with serving(*arguments, **variables) as one, serving(*arguments, **variables) as two:
        port = free_port()
        certificate = certified(folder)
        text = SITE.read_text()
        for old, new in (
            ("127.0.0.1:8000", one.url.removeprefix("http://")),
            ("127.0.0.1:8001", two.url.removeprefix("http://")),
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
            ("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(certificate)),
            ("/etc/letsencrypt/live/games.example.org/privkey.pem", str(folder / "key.pem")),
        ):
            assert text.count(old) == 1, f"nginx.conf says {old} {text.count(old)} times"
            text = text.replace(old, new)
        (folder / "site.conf").write_text(text)
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
        with proxying(folder, port):
            yield House(f"https://127.0.0.1:{port}", shared_redis.url, [one, two], certificate)


@pytest.fixture(autouse=True)
def _trusted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(house.certificate))


@contextmanager
def proxying(folder: Path, port: int) -> Iterator[None]:
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(
            [program("nginx"), "-p", folder, "-c", folder / "nginx.conf"], stdout=said, stderr=said
        )
        try:
            until(lambda: process.poll() is not None or answers(port), "nginx to listen")
            assert process.poll() is None, (folder / "said").read_text()
            yield
        finally:
            process.terminate()
            process.wait(10)


def answers(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def certified(folder: Path) -> Path:
    """A certificate for this machine alone, signed by itself."""
    certificate = folder / "certificate.pem"
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", str(folder / "key.pem"), "-out", str(certificate))
    command = [str(program("openssl")), "req", "-x509", *curve, "-nodes", "-days", "2", *names, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate


async def seated(house: House) -> tuple[str, list[Client]]:
    """Two players at a running table, through the proxy, which gives each connection to the next node."""
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


async def test_a_game_is_played_through_the_proxy_on_both_nodes(house: House) -> None:
    """The upgrade is passed on, the players are on different nodes, and reach the end together."""
    _, clients = await seated(house)
    assert not await settled(clients)
    assert await counts(house) == [1, 1]
    await play(clients, random.Random(1))
    assert clients[0].view["result"] == clients[1].view["result"]
    for client in clients:
        await client.close()


async def test_the_visitors_address_and_scheme_arrive_and_no_word_of_its_own(house: House) -> None:
    """Limits count the address that nginx sees, whatever the visitor claims; and cookies are for https alone."""
    codes: list[int] = []
    for address in (*["127.0.0.2"] * (SESSIONS + 1), "127.0.0.3"):
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=house.context())
        claim = {"Origin": house.url, "X-Forwarded-For": f"10.0.0.{len(codes)}"}
        async with httpx.AsyncClient(base_url=house.url, transport=transport, headers=claim) as browser:
            answer = await browser.post("/api/session", json={"name": "Cat"})
        codes.append(answer.status_code)
    assert codes == [201] * SESSIONS + [429, 201]
    assert "; secure" in answer.headers["set-cookie"].lower()
    async with httpx.AsyncClient(base_url=house.url, verify=house.context()) as browser:
        assert (await browser.get("/metrics")).status_code == 404
        assert (await browser.get("/readyz")).status_code == 200


def test_no_line_is_cut_between_two_pings() -> None:
    """The proxy waits longer than a few heartbeats, for an answer as well as for somebody who reads slowly."""
    waits = dict(re.findall(r"proxy_(read|send)_timeout (\d+)s;", SITE.read_text()))
    assert set(waits) == {"read", "send"}
    assert all(int(seconds) > 4 * PING_SECONDS for seconds in waits.values())


async def test_nobody_is_sent_to_a_node_that_takes_nobody_in(house: House) -> None:
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


async def test_when_a_node_is_killed_its_people_go_on_through_the_other(house: House) -> None:
    """Whoever is cut off comes back at the first try, to the same position, and the game goes on to its end."""
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
