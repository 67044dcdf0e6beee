"""The Caddyfile in deploy/, run for real in front of two nodes, as it is: its variables name the ports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from partie.redis.embedded import Embedded
from tests.fixtures.ports import free_port
from tests.fixtures.redis import until
from tests.server.cli.script import Service
from tests.tooling import behind
from tests.tooling.apt import program
from tests.tooling.behind import SESSIONS, House, proxying, two_nodes

SITE = Path(__file__).parents[2] / "deploy" / "Caddyfile"


@pytest.fixture(scope="module")
def nodes(shared_redis: Embedded) -> Iterator[list[Service]]:
    """They believe Caddy and a proxy before it, as in the compose files."""
    with two_nodes(shared_redis, PARTIE_TRUSTED_PROXIES="private", PARTIE_PROXY_HOPS="2") as nodes:
        yield nodes


@pytest.fixture(scope="module")
def house(nodes: list[Service], shared_redis: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Caddy as the first that visitors reach."""
    with caddy(tmp_path_factory.mktemp("caddy"), nodes) as url:
        yield House(url, shared_redis.url, nodes)


@contextmanager
def caddy(folder: Path, nodes: list[Service], trusted: str = "") -> Iterator[str]:
    """Caddy with plain http, for which it needs no certificate. Its address, once it knows that the nodes are there."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "SITE": url,
        "NODES": " ".join(node.url.removeprefix("http://") for node in nodes),
        "TRUSTED": trusted,
        "CADDY_ADMIN": f"unix/{folder}/admin",
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    with proxying([program("caddy"), "run", "--config", SITE], folder, port, environment):
        until(lambda: httpx.get(f"{url}/readyz").status_code == 200, "Caddy to find a node")
        yield url


async def test_a_game_is_played_through_the_proxy_on_both_nodes(house: House) -> None:
    """The upgrade is passed on, and players on different nodes reach the end together."""
    await behind.plays_on_both_nodes(house)


async def test_the_visitors_address_arrives_and_no_word_of_its_own(house: House) -> None:
    """Limits count the address that Caddy sees, whatever the visitor claims, and the scheme is the one it came by."""
    sources = [*["127.0.0.2"] * (SESSIONS + 1), "127.0.0.3"]
    answers = await behind.new_sessions(house, sources, [f"10.0.0.{number}" for number in range(len(sources))])
    assert [answer.status_code for answer in answers] == [201] * SESSIONS + [429, 201]
    assert "; secure" not in answers[-1].headers["set-cookie"].lower()
    await behind.shows_no_figures(house)


async def test_a_proxy_before_it_is_believed_if_it_is_named(house: House, tmp_path: Path) -> None:
    """Limits count the address that the other proxy tells, and cookies are for https alone if people came by that."""
    with caddy(tmp_path, house.nodes, "127.0.0.4/32") as url:
        sources = ["127.0.0.4"] * (SESSIONS + 2)
        # The other proxy appended its visitor's address to what that claimed.
        visitors = [*["10.0.1.1"] * (SESSIONS + 1), "10.0.1.2"]
        claims = [f"198.51.100.{number}, {visitor}" for number, visitor in enumerate(visitors)]
        behind_both = House(url, house.redis_url, house.nodes)
        answers = await behind.new_sessions(behind_both, sources, claims)
    assert [answer.status_code for answer in answers] == [201] * SESSIONS + [429, 201]
    assert "; secure" in answers[-1].headers["set-cookie"].lower()


async def test_nobody_is_sent_to_a_node_that_takes_nobody_in(house: House) -> None:
    """While a node is drained everybody who comes lands on the other one, at the first try."""
    await behind.sends_nobody_to_a_drained_node(house)


async def test_when_a_node_is_killed_its_people_go_on_through_the_other(house: House) -> None:
    """Disconnected players come back at the first attempt, to the same position, and the game goes on to its end."""
    await behind.goes_on_when_a_node_is_killed(house)
