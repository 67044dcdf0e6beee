"""The seats of ``partie dev``: each has a port of its own, and all that comes to the port comes from the seat's person.

So two seats can be open side by side in one window. Cookies could not tell them apart: a browser sends those of a host
to all of its ports, and those of another host not at all to a frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from partie.http.boards import Boards
from partie.people.sessions import COOKIE

SCRIPT: Final = "/dev/report.js"
"""The script that tells the desk what goes wrong in a page."""

_PAGE: Final = Path(__file__).parent / "page"


class Seats:
    """A layer around the service that lets the port of a seat stand for its session, and the desk show its pages.

    ``cookies`` are the sessions by port, ``desk`` is the origin of the desk. Boards are read again whenever a page asks
    for the games.
    """

    def __init__(self, app: ASGIApp, cookies: Mapping[int, str], desk: str, boards: Boards) -> None:
        self._app = app
        self._cookies = cookies
        self._desk = desk
        self._boards = boards

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (cookie := self._cookies.get(scope["server"][1])) is None:
            await self._app(scope, receive, send)
            return
        # An encoding would hide the page, which gets a script.
        left_out = (b"cookie", b"accept-encoding")
        headers = [header for header in scope["headers"] if header[0] not in left_out]
        scope = {**scope, "headers": [*headers, (b"cookie", f"{COOKIE}={cookie}".encode())]}
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["path"] == SCRIPT:
            script = (_PAGE / "report.js").read_text("utf-8")
            await Response(script, media_type="text/javascript")(scope, receive, send)
        else:
            if scope["path"] == "/api/games":
                self._boards.read()
            await self._app(scope, receive, _Framed(send, self._desk))


class _Framed:
    """Sends an answer on in a form that the desk can show in a frame."""

    def __init__(self, send: Send, desk: str) -> None:
        self._send = send
        self._desk = desk
        self._start: Message | None = None
        """The beginning of a page, until its script has been added."""
        self._page = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name in ("set-cookie", "x-frame-options"):
                del headers[name]
            policy = headers.get("content-security-policy", "")
            headers["content-security-policy"] = policy.replace(
                "frame-ancestors 'none'", f"frame-ancestors {self._desk}"
            )
            if headers.get("content-type", "").startswith("text/html"):
                self._start = message
                return
        elif self._start is not None:
            self._page += message.get("body", b"")
            if message.get("more_body", False):
                return
            await self._send_page(self._start)
            return
        await self._send(message)

    async def _send_page(self, start: Message) -> None:
        script = f'<script src="{SCRIPT}" data-desk="{self._desk}"></script></head>'
        page = self._page.replace(b"</head>", script.encode(), 1)
        headers = MutableHeaders(scope=start)
        if "content-length" in headers and page:
            headers["content-length"] = str(len(page))
        headers["cache-control"] = "no-store"
        del headers["etag"]
        await self._send(start)
        await self._send({"type": "http.response.body", "body": page})


def named(count: int) -> Sequence[str]:
    """Return the names of the people in so many seats."""
    return _NAMES[:count]


_NAMES: Final = (
    "Anna",
    "Ben",
    "Clara",
    "David",
    "Emma",
    "Felix",
    "Greta",
    "Hugo",
    "Ida",
    "Jonas",
    "Klara",
    "Leo",
    "Mia",
    "Noah",
    "Olga",
    "Paul",
)
