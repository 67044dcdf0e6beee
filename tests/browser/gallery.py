"""The gallery, which is built apart from the client, at an address of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from tests.fixtures.client_builds import CLIENT, build

SECTIONS = CLIENT / "gallery" / "sections"
BUILT = CLIENT / "dist" / "gallery"


class _Files(SimpleHTTPRequestHandler):
    """The files of a folder, without a word on the terminal about each."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


@contextlib.contextmanager
def shown_gallery() -> Iterator[str]:
    """Show the gallery; its address."""
    files = build("gallery", BUILT)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(files))) as server:
        thread = Thread(target=partial(server.serve_forever, poll_interval=0.05))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
