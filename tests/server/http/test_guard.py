"""What holds for every request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from unittest.mock import patch

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from partie.http.guard import MAX_BODY, REQUEST
from tests.fixtures.redis import OwnRedis
from tests.fixtures.service import NO_TLS, Running, StartNode
from tests.server.conftest import MakeBrowser, refusal

CHANGING = (
    ("POST", "/api/session"),
    ("PATCH", "/api/session"),
    ("DELETE", "/api/session"),
    ("POST", "/api/session/link"),
    ("POST", "/api/session/redeem"),
    ("POST", "/api/tables/abcdefgh/invitation"),
    ("DELETE", "/api/tables/abcdefgh/invitation"),
)


@pytest.mark.parametrize(("method", "path"), CHANGING)
async def test_another_pages_script_changes_nothing(browser: httpx.AsyncClient, method: str, path: str) -> None:
    """Whatever carries the origin of another page is refused before it is read."""
    await browser.post("/api/session", json={"name": "Ann"})
    for origin in ("http://evil.test", "null", "", "http://[", str(browser.base_url).replace("http:", "ftp:") + ":1"):
        answer = await browser.request(method, path, headers={"Origin": origin})
        assert refusal(answer) == (403, "foreign_origin")
    assert (await browser.get("/api/session")).json()["name"] == "Ann"


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("https://partie.test", "partie.test", True),
        ("https://partie.test", "partie.test:443", True),
        ("http://partie.test:80", "Partie.test", True),
        ("http://192.168.1.5:8000", "192.168.1.5:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://partie.test", "partie.test:80", False),
        ("http://partie.test:8000", "partie.test", False),
        ("http://partie.test.evil.test", "partie.test", False),
    ],
)
async def test_the_origin_is_compared_with_the_host_that_was_asked(
    start_node: StartNode, browser_of: MakeBrowser, origin: str, host: str, same: bool
) -> None:
    """A service may have several names; a scheme's own port may be said or not."""
    browser = browser_of(await start_node(hosts=("partie.test",)))
    answer = await browser.post("/api/session", json={"name": "Ann"}, headers={"Origin": origin, "Host": host})
    assert answer.status_code == (201 if same else 403)


async def test_programs_need_no_origin(node: Running) -> None:
    """They have nobody else's cookies to misuse."""
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url) as program:
        assert (await program.post("/api/session", json={"name": "Ann"})).status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/session", "/api/nothing", "/healthz", "/assets/none.js"])
async def test_every_answer_has_the_headers_that_protect_it(browser: httpx.AsyncClient, path: str) -> None:
    """Also refusals and pages that are not there."""
    headers = (await browser.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


async def test_a_body_has_a_limit(browser: httpx.AsyncClient) -> None:
    """It must say its length, and the length is bounded."""

    async def unsaid() -> AsyncIterator[bytes]:
        yield b"{}"

    json = {"Content-Type": "application/json"}
    big = await browser.post("/api/session", content=b" " * (MAX_BODY + 1), headers=json)
    assert refusal(big) == (413, "too_large")
    streamed = await browser.post("/api/session", content=unsaid(), headers=json)
    assert refusal(streamed) == (413, "too_large")
    longest = await browser.post("/api/session", json={"name": "Ann" + " " * (MAX_BODY - 20)})
    assert longest.status_code == 201


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b'{"name": "Ann"}', "text/plain", 415, "not_json"),
        (b'{"name": "Ann"}', "application/x-www-form-urlencoded", 415, "not_json"),
        (b'{"name":', "application/json", 422, "invalid"),
        (b"[" * 4000, "application/json", 422, "invalid"),
        (b"\xff", "application/json", 422, "invalid"),
        (b'{"name": "\xff"}', "application/json", 422, "invalid"),
        (b'{"name": 7}', "application/json", 422, "invalid"),
        (b'{"name": "Ann", "admin": true}', "application/json", 422, "invalid"),
        (b"", "application/json", 422, "invalid"),
    ],
)
async def test_a_body_that_is_not_what_is_asked_is_refused(
    browser: httpx.AsyncClient, content: bytes, kind: str, status: int, code: str
) -> None:
    """With what was wrong with it; nobody is signed in by it."""
    answer = await browser.post("/api/session", content=content, headers={"Content-Type": kind})
    assert refusal(answer) == (status, code)
    assert "set-cookie" not in answer.headers


async def test_what_is_not_there_is_refused_in_json(browser: httpx.AsyncClient) -> None:
    """Paths and methods alike."""
    assert refusal(await browser.get("/api/nothing")) == (404, "not_found")
    answer = await browser.put("/api/session", json={})
    assert refusal(answer) == (405, "method_not_allowed")
    assert refusal(await browser.post("/", json={})) == (405, "method_not_allowed")


async def test_invented_methods_make_no_metrics(browser: httpx.AsyncClient) -> None:
    """Labels cost memory, so what is no method of HTTP counts as one other."""
    await browser.request("FROBNICATE", "/api/games")
    metrics = (await browser.get("/metrics")).text
    assert "FROBNICATE" not in metrics
    assert 'method="other"' in metrics


async def test_while_redis_is_away_requests_say_so(
    own_redis: OwnRedis, start_node: StartNode, browser_of: MakeBrowser
) -> None:
    """What needs Redis is refused with its own code and comes back with it; the rest goes on."""
    node = await start_node(own_redis.url)
    browser = browser_of(node)
    await browser.post("/api/session", json={"name": "Ann"})
    own_redis.kill()
    assert refusal(await browser.get("/api/session")) == (503, "unavailable")
    assert refusal(await browser.post("/api/session", json={"name": "Bob"})) == (503, "unavailable")
    assert refusal(await browser.get("/readyz")) == (503, "unavailable")
    assert (await browser.get("/healthz")).status_code == 200
    assert (await browser.get("/api/games")).status_code == 200
    own_redis.restart()
    assert (await browser.get("/api/session")).json()["name"] == "Ann"
    assert (await browser.get("/readyz")).status_code == 200


async def test_a_mistake_of_the_service_tells_nothing_of_it(
    node: Running, browser: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is a refusal like others; what went wrong is in the log alone."""

    def fail() -> list[object]:
        raise LookupError("something secret")

    monkeypatch.setattr(node.core.registry, "games", fail)
    answer = await browser.get("/api/games")
    assert refusal(answer) == (500, "internal")
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/session", "/nowhere"])
async def test_every_answer_tells_browsers_to_keep_to_what_the_page_needs(
    start_node: StartNode, browser_of: MakeBrowser, path: str
) -> None:
    """Over https also never to come by http again; on plain http that would be a promise nobody can keep."""
    node = await start_node()
    plain = (await browser_of(node).get(path)).headers
    secure = (await browser_of(node, **{"X-Forwarded-Proto": "https"}).get(path)).headers
    for headers in (plain, secure):
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "server" not in headers
    only_secure = {"strict-transport-security", "cross-origin-opener-policy"}
    assert only_secure <= set(secure)
    assert only_secure.isdisjoint(plain)


async def test_under_a_name_of_somebody_else_nothing_is_served(start_node: StartNode) -> None:
    """Not to a page that pointed its name here, nor to its websocket; operators' programs may use any name."""
    node = await start_node(public_url="https://games.example.org")
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url, headers={"Host": "evil.example"}) as page:
        assert refusal(await page.get("/api/session")) == (421, "unknown_host")
        assert (await page.post("/api/session", json={"name": "Ann"})).status_code == 421
        assert (await page.get("/")).status_code == 421
        assert (await page.get("/healthz")).status_code == 200
        assert (await page.get("/api/session", headers={"Host": "games.example.org"})).status_code == 204
    with pytest.raises(InvalidStatus, match="403"):
        async with connect("ws://evil.example/ws", host="127.0.0.1", port=int(node.url.rpartition(":")[2])):
            pass


async def test_the_metrics_may_ask_for_a_token(start_node: StartNode) -> None:
    """Where no proxy keeps them from visitors."""
    node = await start_node(metrics_token="a-long-enough-token")
    async with httpx.AsyncClient(verify=NO_TLS, base_url=node.url) as program:
        for wrong in ({}, {"Authorization": "Bearer a-long-enough-tokem"}, {"Authorization": "a-long-enough-token"}):
            assert refusal(await program.get("/metrics", headers=wrong)) == (401, "no_token")
        right = await program.get("/metrics", headers={"Authorization": "Bearer a-long-enough-token"})
        assert "partie_connections" in right.text


@pytest.mark.parametrize(
    ("status", "method", "headers"),
    [
        (421, "GET", {"Host": "elsewhere.test"}),
        (403, "POST", {"Origin": "http://evil.test"}),
        (413, "POST", {"Transfer-Encoding": "chunked"}),
    ],
)
async def test_an_address_pays_for_requests_that_are_refused(
    node: Running, browser: httpx.AsyncClient, status: int, method: str, headers: dict[str, str]
) -> None:
    """Whatever the reason: no kind of request is free to ask for a thousand times a second."""
    with patch.object(node.core.limiter, "charge", wraps=node.core.limiter.charge) as charge:
        answer = await browser.request(method, "/api/session", headers=headers)
    assert answer.status_code == status
    charge.assert_any_call("", "127.0.0.1", REQUEST)
