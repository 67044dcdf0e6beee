"""The browser client's files and its page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from hatch_build import compress
from partie.gateway.http.errors import HANDLERS
from partie.http import client
from tests.server.conftest import refusal

PAGE = "<!doctype html><title>Partie</title>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built client next to a file that is none of its own."""
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "index-C0FFEE.js").write_text("export {}")
    (folder / "robots.txt").write_text("User-agent: *")
    (folder / "service-worker.js").write_text("self.skipWaiting()")
    (folder / "manifest.en.webmanifest").write_text('{"name": "Partie"}')
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
async def browser(built: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser before a service with that client."""
    app = Starlette(routes=client.routes(built), exception_handlers=HANDLERS)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test") as browser:
        yield browser


@pytest.mark.parametrize("path", ["/", "/table/abcdefgh", "/table/abcdefgh?at=7", "/device", "/rules/glenmore", "/a/b"])
async def test_every_address_shows_the_page(browser: httpx.AsyncClient, path: str) -> None:
    """Its script knows what to show there. It is requested again each time, and sent only if it has changed."""
    answer = await browser.get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    again = await browser.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert (await browser.head(path)).status_code == 200


async def test_hashed_files_are_kept_for_ever_and_others_are_not(browser: httpx.AsyncClient) -> None:
    """A file whose name tells its content never changes."""
    asset = await browser.get("/assets/index-C0FFEE.js")
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["content-type"].startswith("text/javascript")
    plain = await browser.get("/robots.txt")
    assert (plain.text, plain.headers["cache-control"]) == ("User-agent: *", "no-cache")


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/service-worker.js", "text/javascript"), ("/manifest.en.webmanifest", "application/manifest+json")],
)
async def test_what_browsers_install_is_checked_for_changes_each_time(
    browser: httpx.AsyncClient, built: Path, path: str, kind: str
) -> None:
    """An installed page would otherwise keep its worker and its icons for as long as a cache does."""
    compress(built)
    for encoding in ("identity", "gzip"):
        answer = await browser.get(path, headers={"Accept-Encoding": encoding})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].startswith(kind)


async def test_files_with_a_compressed_twin_are_sent_compressed_to_who_can_read_it(
    browser: httpx.AsyncClient, built: Path
) -> None:
    """The same content under the same type; caches learn that there are two, and none is sent again unchanged."""
    compress(built)
    for path, text, kind in (("/assets/index-C0FFEE.js", "export {}", "text/javascript"), ("/a/b", PAGE, "text/html")):
        small = await browser.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert (small.headers["content-encoding"], small.text) == ("gzip", text)
        plain = await browser.get(path, headers={"Accept-Encoding": "identity"})
        assert ("content-encoding" not in plain.headers, plain.text) == (True, text)
        for answer in (small, plain):
            assert answer.headers["content-type"].startswith(kind)
            assert answer.headers["vary"] == "Accept-Encoding"
        assert small.headers["etag"] != plain.headers["etag"]
        again = {"Accept-Encoding": "gzip", "If-None-Match": small.headers["etag"]}
        assert (await browser.get(path, headers=again)).status_code == 304


@pytest.mark.parametrize("path", ["/assets/index-0LD.js", "/favicon.ico", "/api", "/api/nothing", "/ws", "/table/a.b"])
async def test_a_file_that_is_not_there_is_not_the_page(browser: httpx.AsyncClient, path: str) -> None:
    """A browser that asks for an old script must not get a page in its place, nor keep the refusal."""
    answer = await browser.get(path)
    assert refusal(answer) == (404, "not_found")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd", "/assets/..%2f..%2fsecret.txt"]
)
async def test_nothing_outside_of_the_client_is_served(browser: httpx.AsyncClient, path: str) -> None:
    """Whatever the address says."""
    answer = await browser.get(path)
    assert "secret" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize("path", ["/%00", "/a%00b.js", "/" + "x" * 5000, "/%ff"])
async def test_addresses_that_no_file_can_have_are_no_mistake_of_ours(browser: httpx.AsyncClient, path: str) -> None:
    """They are refused, or shown as the page, like any other."""
    assert (await browser.get(path)).status_code in (200, 404)


async def test_a_client_that_is_not_built_says_so(tmp_path: Path) -> None:
    """With what to do, and not as if it were the client."""
    app = Starlette(routes=client.routes(tmp_path), exception_handlers=HANDLERS)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://partie.test") as browser:
        answer = await browser.get("/table/abcdefgh")
    assert answer.status_code == 503
    assert "make client" in answer.text
    assert answer.headers["cache-control"] == "no-store"
