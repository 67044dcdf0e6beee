"""The nginx configuration in deploy/, run for real in front of two nodes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from partie.node import PING_SECONDS
from partie.redis.embedded import Embedded
from tests.fixtures.ports import free_port
from tests.tooling import behind
from tests.tooling.apt import program
from tests.tooling.behind import SESSIONS, House, proxying, two_nodes

SITE = Path(__file__).parents[2] / "deploy" / "nginx.conf"

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


@pytest.fixture(scope="module")
def house(shared_redis: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The file as it is in deploy/, but for name, ports and certificate."""
    folder = tmp_path_factory.mktemp("nginx")
    with two_nodes(shared_redis) as nodes:
        port = free_port()
        certificate = certified(folder)
        text = SITE.read_text()
        for old, new in (
            ("127.0.0.1:8000", nodes[0].url.removeprefix("http://")),
            ("127.0.0.1:8001", nodes[1].url.removeprefix("http://")),
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
            ("/etc/letsencrypt/live/games.example.org/fullchain.pem", str(certificate)),
            ("/etc/letsencrypt/live/games.example.org/privkey.pem", str(folder / "key.pem")),
        ):
            assert text.count(old) == 1, f"nginx.conf says {old} {text.count(old)} times"
            text = text.replace(old, new)
        (folder / "site.conf").write_text(text)
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
        with proxying([program("nginx"), "-p", folder, "-c", folder / "nginx.conf"], folder, port):
            yield House(f"https://127.0.0.1:{port}", shared_redis.url, nodes, certificate)


@pytest.fixture(autouse=True)
def _trusted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(house.certificate))


def certified(folder: Path) -> Path:
    """A certificate for this machine alone, signed by itself."""
    certificate = folder / "certificate.pem"
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", str(folder / "key.pem"), "-out", str(certificate))
    command = [str(program("openssl")), "req", "-x509", *curve, "-nodes", "-days", "2", *names, *files]
    subprocess.run(command, check=True, capture_output=True)
    return certificate


async def test_a_game_is_played_through_the_proxy_on_both_nodes(house: House) -> None:
    """The upgrade is passed on, and players on different nodes reach the end together."""
    await behind.plays_on_both_nodes(house)


async def test_the_visitors_address_and_scheme_arrive_and_no_word_of_its_own(house: House) -> None:
    """Limits count the address that nginx sees, whatever the visitor claims; and cookies are for https alone."""
    sources = [*["127.0.0.2"] * (SESSIONS + 1), "127.0.0.3"]
    answers = await behind.new_sessions(house, sources, [f"10.0.0.{number}" for number in range(len(sources))])
    assert [answer.status_code for answer in answers] == [201] * SESSIONS + [429, 201]
    assert "; secure" in answers[-1].headers["set-cookie"].lower()
    await behind.shows_no_figures(house)


def test_no_line_is_cut_between_two_pings() -> None:
    """The proxy waits longer than a few heartbeats, for an answer as well as for somebody who reads slowly."""
    waits = dict(re.findall(r"proxy_(read|send)_timeout (\d+)s;", SITE.read_text()))
    assert set(waits) == {"read", "send"}
    assert all(int(seconds) > 4 * PING_SECONDS for seconds in waits.values())


async def test_nobody_is_sent_to_a_node_that_takes_nobody_in(house: House) -> None:
    """While a node is drained everybody who comes lands on the other one, at the first try."""
    await behind.sends_nobody_to_a_drained_node(house)


async def test_when_a_node_is_killed_its_people_go_on_through_the_other(house: House) -> None:
    """Disconnected players come back at the first attempt, to the same position, and the game goes on to its end."""
    await behind.goes_on_when_a_node_is_killed(house)
