"""The documentation is built, whole, and as the service needs it; no page of it asks another server for anything."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import httpx
import pytest
from starlette.applications import Starlette

import hatch_build
from partie.gateway.http.errors import HANDLERS
from partie.http import docs


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
