"""The start page that newcomers get ready to be read."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from partie.http import client
from partie.http.boards import Boards
from partie.http.start import Start
from partie.people.sessions import COOKIE
from partie.registry import Registry

PAGE = (
    '<!doctype html><html lang="en" data-plain><head><title>Partie</title></head>'
    "<body><div id=app><!-- first --><p>on its way</p><!-- /first --></div></body></html>"
)
CARD = "<article>__key__ __title__ __about__ __seats__ __facts__ __icon__</article>"
BOARDS = {"vinci": {"board": "/assets/vinci.js", "icon": "/assets/vinci.svg", "picture": "/assets/vinci.webp"}}
KINDS = [f"{main}{rest}" for main in ("", "main ") for rest in ("picture icon social", "social", "")]


def drawn(language: str) -> dict[str, object]:
    """A drawing that says of every card of which kind it is."""
    return {
        "page": f"<main>{language} __cards__</main>",
        "cards": {kind.strip(): CARD.replace("__icon__", f"__icon__ ({kind.strip()})") for kind in KINDS},
        "minutes": "<li>__minutes__ min</li>",
        "weights": [f"<li>weight {weight}</li>" for weight in range(1, 6)],
    }


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built client with the drawing that the build leaves in it."""
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "games.json").write_bytes(msgspec.json.encode(BOARDS))
    start = {"early": "/assets/early.js", "styles": ["/assets/lobby.css"], "de": drawn("de"), "en": drawn("en")}
    (tmp_path / "start.json").write_bytes(msgspec.json.encode(start))
    return tmp_path


def browser(built: Path) -> httpx.AsyncClient:
    """A browser before a service with that client."""
    registry = Registry.load(())
    start = Start(built, Boards(registry, built), registry)
    app = Starlette(routes=client.routes(built, ready=start.answer))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test")


async def test_newcomers_get_the_games_in_their_language(built: Path) -> None:
    """Each with what it says of itself, in the order of the lobby; the first one is the page's main action."""
    answer = await browser(built).get("/", headers={"Accept-Language": "de-AT, en;q=0.5"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="de" data-plain data-ready>' in answer.text
    assert '<link rel="stylesheet" crossorigin href="/assets/lobby.css"></head>' in answer.text
    assert '<head><script src="/assets/early.js"></script>' in answer.text
    assert "on its way" not in answer.text
    assert "__" not in answer.text
    cards = answer.text.split("<article>")[1:]
    keys = [engine.key for engine in Registry.load(()).games()]
    assert [card.split()[0] for card in cards] == keys
    vinci = cards[keys.index("vinci")]
    assert "Vinci" in vinci
    assert "1–6" in vinci
    assert "<li>75 min</li>" in vinci
    assert "/assets/vinci.svg (" in vinci
    assert ["(main" in card for card in cards] == [True] + [False] * (len(cards) - 1)
    assert "<main>en " in (await browser(built).get("/", headers={"Accept-Language": "fr"})).text


async def test_no_cache_gives_the_page_to_others(built: Path) -> None:
    """It is another page with a session or in another language; unchanged, it is not sent again."""
    pages = browser(built)
    answer = await pages.get("/")
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    known = {"If-None-Match": answer.headers["etag"]}
    assert (await pages.get("/", headers=known)).status_code == 304
    assert (await pages.get("/", headers=known | {"Accept-Language": "de"})).status_code == 200


@pytest.mark.parametrize(("path", "cookie"), [("/", f"{COOKIE}=secret"), ("/about", ""), ("/table/abcdefgh", "")])
async def test_others_get_the_plain_page(built: Path, path: str, cookie: str) -> None:
    """People with a session may have tables of their own, which the script loads."""
    answer = await browser(built).get(path, headers={"Cookie": cookie} if cookie else {})
    assert answer.text == PAGE


@pytest.mark.parametrize("missing", ["start.json", "index.html"])
async def test_a_client_without_a_drawing_serves_what_it_has(built: Path, missing: str) -> None:
    """As one that was built before there was any."""
    (built / missing).unlink()
    answer = await browser(built).get("/")
    assert "<article>" not in answer.text


async def test_what_a_game_says_of_itself_is_text(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in its words."""
    monkeypatch.setattr("partie.http.start._words", lambda *_: {"name": "<b>Chess & more</b>", "about": '"'})
    answer = await browser(built).get("/")
    assert "<b>" not in answer.text
    assert "&lt;b&gt;Chess &amp; more&lt;/b&gt; &quot;" in answer.text


async def test_a_client_that_is_built_meanwhile_is_shown_at_once(built: Path) -> None:
    """As in a checkout, where the files of the client before are gone by then."""
    pages = browser(built)
    assert "newly built" not in (await pages.get("/")).text
    start = msgspec.json.decode((built / "start.json").read_bytes())
    start["en"]["page"] = "<main>newly built __cards__</main>"
    (built / "start.json").write_bytes(msgspec.json.encode(start))
    os.utime(built / "start.json", ns=(0, 1))
    assert "newly built" in (await pages.get("/")).text


async def test_a_game_whose_words_cannot_be_read_takes_nothing_from_the_others(
    built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It stands there by its key."""
    (tmp_path / "words.en.json").write_text('{"name": 5}')
    vinci = next(engine for engine in Registry.load(()).games() if engine.key == "vinci")
    monkeypatch.setattr(type(vinci), "room", tmp_path)
    answer = await browser(built).get("/")
    assert answer.status_code == 200
    assert "<article>vinci vinci " in answer.text
    assert "Glen More" in answer.text
