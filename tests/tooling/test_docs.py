"""The documentation is built, whole, and as the service needs it; no page of it asks another server for anything."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import httpx
import pytest
import typer
from starlette.applications import Starlette

import hatch_build
from partie.cli._support.app import app as partie
from partie.config import Settings, variable
from partie.gateway.http.errors import HANDLERS
from partie.http import docs
from partie.kit.conformance import LAWS
from partie.wire import schema
from tests.engines.toys.broken import TWINS

GAMES = Path(__file__).parents[2] / "engines" / "partie" / "games"


class Page(HTMLParser):
    """What a page leads to, what it loads, which places in it can be led to, and what in it is inline."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.places: set[str] = set()
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if place := given.get("id"):
            self.places.add(place)
        if tag == "a" and (href := given.get("href")):
            self.links.add(href)
        if tag == "link" and given.get("rel") != "canonical":
            self.loads.add(given["href"] or "")
        if source := given.get("src"):
            self.loads.add(source)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


@pytest.fixture(scope="module")
def site() -> Path:
    """The site, built of the checkout unless it is up to date."""
    return hatch_build.build_docs()


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """All pages by their files."""
    return {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


@pytest.fixture
async def browser(site: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser before a service with that site."""
    app = Starlette(routes=docs.routes(site), exception_handlers=HANDLERS)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test") as browser:
        yield browser


def inside(page: Path, link: str) -> tuple[Path, str] | None:
    """The file and the place in it to which a link leads; nothing if it leads out of the site."""
    if urlsplit(link).scheme:
        return None
    path, place = urlsplit(link).path, unquote(urldefrag(link).fragment)
    return (page.parent / unquote(path)).resolve() if path else page, place


def test_every_internal_link_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    """To a file of the site, and to a place that the page has."""
    assert len(pages) > 10
    broken = []
    for path, page in pages.items():
        for link in page.links | page.loads:
            target = inside(path, link)
            if target is None:
                continue
            file, place = target
            known = pages[file].places if file in pages else set()
            if not (file.is_relative_to(site) and file.is_file()) or (place and place not in known):
                broken.append((str(path.relative_to(site)), link))
    assert broken == []


def test_no_page_loads_from_another_server_or_has_anything_inline(site: Path, pages: dict[Path, Page]) -> None:
    """So it works without a network and needs no exception from the service's Content-Security-Policy."""
    assert {path.name: page.inline for path, page in pages.items() if page.inline} == {}
    loads = {load for page in pages.values() for load in page.loads}
    assert loads
    assert [load for load in loads if urlsplit(load).scheme or load.startswith("//")] == []
    for sheet in site.rglob("*.css"):
        for url in re.findall(r"""(?:@import|url\()\s*["']?([^"')]+)""", sheet.read_text("utf-8")):
            assert not urlsplit(url).scheme, (sheet.name, url)
            assert (sheet.parent / urldefrag(url)[0]).is_file(), (sheet.name, url)


async def test_the_service_shows_every_page(browser: httpx.AsyncClient, site: Path, pages: dict[Path, Page]) -> None:
    """Under its path, compressed for browsers that can read that."""
    for path in pages:
        answer = await browser.get(f"/docs/{path.relative_to(site)}")
        assert answer.status_code == 200
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.text == path.read_text("utf-8")


async def test_the_site_can_be_searched(browser: httpx.AsyncClient) -> None:
    """The search page loads an index, in which words of the pages stand."""
    page = Page((await browser.get("/docs/search.html")).text)
    assert "searchindex.js" in page.loads
    index = await browser.get("/docs/searchindex.js")
    assert index.headers["content-type"].startswith("text/javascript")
    for word in ("redi", "spectat", "backup"):
        assert f'"{word}"' in index.text


def test_the_settings_page_has_every_setting(site: Path) -> None:
    """With its flag, its default and what it allows; the table is made from the code."""
    html = (site / "hosting" / "settings.html").read_text("utf-8")
    rows = re.findall(r"<tr.*?</tr>", html, re.DOTALL)
    named = {
        name: row for row in rows for name in re.findall(r"\b(?:PARTIE_[A-Z_]+|REDIS_URL)\b", row.partition("</td>")[0])
    }
    assert named.keys() == {variable(name) for name in Settings.__struct_fields__}
    assert "--port" in named["PARTIE_PORT"]
    assert "8000" in named["PARTIE_PORT"]
    assert "65535" in named["PARTIE_PORT"]


def test_the_protocol_page_has_every_message(pages: dict[Path, Page], site: Path) -> None:
    """In both directions, with a place of its own to link to."""
    places = pages[site / "protocol" / "messages.html"].places
    assert {f"type-{name.lower()}" for name in schema.asyncapi("")["components"]["messages"]} <= places


def test_the_page_of_commands_has_every_command(site: Path) -> None:
    """Also those below another one."""
    text = re.sub("<[^>]+>", "", (site / "hosting" / "commands.html").read_text("utf-8"))
    group: Any = typer.main.get_command(partie)
    for name, command in group.commands.items():
        for inner in getattr(command, "commands", {"": None}):
            assert f"partie {name} {inner}".strip() in text


def test_the_page_of_laws_has_every_law_with_its_reason_and_its_twins(site: Path) -> None:
    """Each in a section of its own, made from the suite."""
    html = (site / "developing" / "laws.html").read_text("utf-8")
    sections = dict(
        re.findall(r'<h3><code[^>]*><span class="pre">(\w+)</span></code>.*?</h3>(.*?)</section>', html, re.DOTALL)
    )
    assert list(sections) == [law.__name__ for law in LAWS]
    for name, section in sections.items():
        text = unescape(re.sub("<[^>]+>", "", section))
        assert "Reason: " in text, name
        twins = [type(twin.engine).__name__ for twin in TWINS if twin.law == name]
        assert twins
        assert [twin for twin in twins if twin not in text] == []


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
def test_each_game_has_a_page_and_its_rules_in_both_languages(site: Path, game: str) -> None:
    """The rules are those next to the engine, number by number."""
    assert (site / "playing" / f"{game}.html").is_file()
    for language in ("en", "de"):
        rules = (GAMES / game / f"rules.{language}.md").read_text("utf-8")
        html = (site / "playing" / "rules" / f"{game}.{language}.html").read_text("utf-8")
        numbers = re.findall(r"^### (\S+) ", rules, re.MULTILINE)
        assert numbers
        assert [number for number in numbers if f"<h3>{number} " not in html] == []
