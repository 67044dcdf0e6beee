"""What browsers get to know of a page's files before its script has run."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from partie.http import client
from partie.http.boards import Boards
from partie.http.preloads import MOST_GAMES, Preloads, Shown, games_of, preferred
from partie.people.people import People
from partie.people.sessions import COOKIE
from partie.redis import store
from partie.registry import Registry
from tests.fixtures.service import Running
from tests.server.http.test_tables import as_client

LISTED = {
    "early": "/assets/early.js",
    "paper": "/assets/paper.svg",
    "lobby": {"files": ["/assets/lobby.js"], "de": ["/assets/de.js"], "en": ["/assets/en.js"]},
    "table": {"files": ["/assets/table.js", "/assets/table.css"], "de": [], "en": ["/assets/table.en.js"]},
    "games": {"vinci": {"files": [], "de": ["/assets/vinci.de.js"], "en": ["/assets/vinci.en.js"]}},
}
BOARDS = {"vinci": {"board": "/assets/vinci.js", "requires": ["/assets/table.js", "/assets/boards.js"]}}
VINCI = "/assets/vinci.js"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built client with the lists that the build leaves in it."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Partie</title>")
    (tmp_path / "preloads.json").write_bytes(msgspec.json.encode(LISTED))
    (tmp_path / "games.json").write_bytes(msgspec.json.encode(BOARDS))
    return tmp_path


@pytest.fixture
def pages(built: Path, node: Running) -> httpx.AsyncClient:
    """A browser before a node's pages with that client."""
    preloads = Preloads(built, Boards(Registry.load(()), built), games_of(node.core))
    app = Starlette(routes=client.routes(built, preloads.links))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test")


def named(answer: httpx.Response) -> list[str]:
    """The addresses in the headers of a page."""
    return re.findall(r"<([^>]+)>", answer.headers.get("link", ""))


async def test_the_lobby_names_its_files_and_the_games_in_the_readers_language(pages: httpx.AsyncClient) -> None:
    """Scripts as modules, data as what a script fetches, the words of few games."""
    answer = await pages.get("/", headers={"Accept-Language": "fr, de-AT;q=0.8, en;q=0.5"})
    assert named(answer)[:2] == ["/assets/early.js", "/assets/paper.svg"]
    assert named(answer)[2:6] == ["/assets/lobby.js", "/api/session", "/assets/de.js", "/api/games"]
    assert "/api/games/vinci/words.de.json" in named(answer)[6 : 6 + MOST_GAMES]
    assert "</assets/early.js>; rel=preload; as=script," in answer.headers["link"]
    assert "</assets/paper.svg>; rel=preload; as=image," in answer.headers["link"]
    assert "</assets/lobby.js>; rel=modulepreload; crossorigin" in answer.headers["link"]
    assert "</api/games>; rel=preload; as=fetch; crossorigin" in answer.headers["link"]
    assert answer.headers["cache-control"] == "no-cache"
    known = await pages.get("/", headers={"Cookie": f"{COOKIE}=secret"})
    assert named(known)[0] == "/assets/paper.svg"


async def test_other_pages_and_files_name_nothing(pages: httpx.AsyncClient, built: Path) -> None:
    """And neither does the page of a client whose build has left no list."""
    for path in ("/rules/vinci", "/about", "/table/abc", "/preloads.json"):
        assert named(await pages.get(path)) == []
    without = Preloads(built / "nowhere", Boards(Registry.load(()), built), games_of_nobody)
    app = Starlette(routes=client.routes(built, without.links))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test") as browser:
        assert named(await browser.get("/")) == []


async def games_of_nobody(_: object, __: str) -> Shown:
    """No table is known."""
    return Shown()


async def test_a_table_that_everybody_sees_names_the_board_of_its_game(node: Running, pages: httpx.AsyncClient) -> None:
    """What its game needs comes after what all tables need, and nothing twice."""
    host = await node.join("Ann")
    table = await host.create("vinci", 3)
    answer = await pages.get(f"/table/{table}")
    assert named(answer) == [
        "/assets/paper.svg",
        "/assets/table.js",
        "/assets/table.css",
        "/api/session",
        "/assets/table.en.js",
        "/api/games",
        "/assets/boards.js",
        VINCI,
        "/assets/vinci.en.js",
        "/api/games/vinci/words.en.json",
    ]
    assert "</assets/table.css>; rel=preload; as=style; crossorigin" in answer.headers["link"]


async def test_the_game_of_a_private_table_is_named_to_its_people_alone(
    node: Running, pages: httpx.AsyncClient
) -> None:
    """Others get what all tables need, as for a table that is not there; and no cache may keep it for others."""
    host, other = await node.join("Ann"), await node.join("Bob")
    table = await host.create("vinci", 3, access="invited", watch="invited")
    nobody, stranger = await pages.get(f"/table/{table}"), await as_client(pages, other).get(f"/table/{table}")
    unknown = await pages.get("/table/nosuchtable")
    assert VINCI not in named(nobody)
    assert named(nobody) == named(stranger) == named(unknown)
    own = await as_client(pages, host).get(f"/table/{table}")
    assert VINCI in named(own)
    assert {each.headers["cache-control"] for each in (stranger, unknown, own)} == {"private, no-cache"}


async def test_a_page_comes_without_redis(
    node: Running, pages: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can say then who sent the request, and the page names what all tables need."""

    async def fails(_: People, __: object) -> None:
        raise store.UNAVAILABLE[0]

    host = await node.join("Ann")
    table = await host.create("vinci", 3, access="invited", watch="invited")
    monkeypatch.setattr(People, "session", fails)
    answer = await as_client(pages, host).get(f"/table/{table}")
    assert (answer.status_code, "/assets/table.js" in named(answer), VINCI in named(answer)) == (200, True, False)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de", "de"), ("de-CH, en", "de"), ("fr, en-GB;q=0.7, de", "en"), ("fr", "en"), ("", "en"), ("DE;q=1", "de")],
)
def test_the_language_is_the_first_that_the_client_speaks(accepted: str, language: str) -> None:
    """As its script chooses it."""
    assert preferred(accepted) == language
