"""The device that a request comes from, in words that its owner recognises."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}
"""Tokens in a user agent, and what they mean. The first match wins, because most browsers name others as well."""


def device(request: Request) -> str:
    """Browser and system, like "Firefox, Linux"; empty if the user agent names neither."""
    agent = request.headers.get("user-agent", "")
    found = [next((name for sign, name in known.items() if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found))
