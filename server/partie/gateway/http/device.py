"""Which device a request comes from, in words that its person knows it by."""

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
"""What a browser says of itself, and what that means; the first that is found counts, for most name others as well."""


def device(request: Request) -> str:
    """Browser and system, "Firefox, Linux"; empty where the browser does not say."""
    agent = request.headers.get("user-agent", "")
    found = [next((name for sign, name in known.items() if sign in agent), "") for known in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found))
