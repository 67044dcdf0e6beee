"""The documentation under ``/docs``."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from hatch_build import compress
from partie.gateway.http.errors import HANDLERS
from partie.http import client, docs

PAGE = "<!doctype html><title>Documentation</title>"


def browsing(site: Path, built: Path) -> httpx.AsyncClient:
    """A browser before a service with that documentation and that client."""
    app = Starlette(routes=[*docs.routes(site), *client.routes(built)], exception_handlers=HANDLERS)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A client, whose page is there for every address that nothing else answers."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Partie</title>")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A documentation of two pages, next to a file that isn't part of it."""
    folder = tmp_path / "site"
    (folder / "hosting").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "hosting" / "index.html").write_text(PAGE + "Hosting")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
async def browser(site: Path, built: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser before a service with both."""
    async with browsing(site, built) as browser:
        yield browser


async def test_the_address_without_a_slash_leads_to_the_start(browser: httpx.AsyncClient) -> None:
    """The pages link to each other from where they are, which only works below the slash."""
    answer = await browser.get("/docs")
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/")
    start = await browser.get("/docs/")
    assert (start.status_code, start.text, start.headers["cache-control"]) == (200, PAGE, "no-cache")


async def test_a_page_is_sent_again_only_if_it_has_changed(browser: httpx.AsyncClient, site: Path) -> None:
    """Compressed for browsers that can read that, plain for the others."""
    compress(site)
    for accepts, encoding in (("gzip", "gzip"), ("identity", None)):
        answer = await browser.get("/docs/hosting/index.html", headers={"Accept-Encoding": accepts})
        assert (answer.text, answer.headers.get("content-encoding")) == (PAGE + "Hosting", encoding)
        again = {"Accept-Encoding": accepts, "If-None-Match": answer.headers["etag"]}
        assert (await browser.get("/docs/hosting/index.html", headers=again)).status_code == 304


@pytest.mark.parametrize("path", ["/docs/nothing.html", "/docs/hosting", "/docs/..%2fsecret.txt", "/docs/%00"])
async def test_a_page_that_is_not_there_says_so_and_leads_back(browser: httpx.AsyncClient, path: str) -> None:
    """It isn't the client's page, and nothing outside of the site is served."""
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert 'href="/docs/"' in answer.text
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/docs/", "/docs/hosting/index.html"])
async def test_a_service_without_documentation_says_how_to_build_it(tmp_path: Path, built: Path, path: str) -> None:
    """The service runs all the same."""
    async with browsing(tmp_path / "none", built) as browser:
        answer = await browser.get(path)
        assert (await browser.get("/")).status_code == 200
    assert answer.status_code == 404
    assert "make docs" in answer.text
    assert answer.headers["cache-control"] == "no-store"


async def test_documentation_that_is_built_meanwhile_is_shown_at_once(tmp_path: Path, built: Path) -> None:
    """The service needs no restart for it."""
    site = tmp_path / "none"
    async with browsing(site, built) as browser:
        assert (await browser.get("/docs/")).status_code == 404
        site.mkdir()
        (site / "index.html").write_text(PAGE)
        assert (await browser.get("/docs/")).text == PAGE
