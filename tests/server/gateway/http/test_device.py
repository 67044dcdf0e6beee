"""Which device a request comes from, in words that its person knows it by."""

from __future__ import annotations

import pytest

from partie.gateway.http.device import device
from tests.server.gateway.http.requests import request

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/139.0 Safari/537.36", "Chrome, Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/139.0 Safari/537.36 Edg/139.0", "Edge, Windows"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/139.0 Safari/537.36", "Chrome, ChromeOS"),
        (f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {WEBKIT} Chrome/139.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) FxiOS/140.0 Mobile Safari/605.1.15", "Firefox, iPad"),
        ("curl/8.14", ""),
        ("something on Linux", "Linux"),
    ],
)
def test_browser_and_system_are_known_by_what_the_browser_says(agent: str, words: str) -> None:
    """Most name others as well, to be taken for them."""
    assert device(request(user_agent=agent)) == words


def test_who_says_nothing_is_not_guessed_at() -> None:
    """Nor does it fail."""
    assert device(request()) == ""
