"""The service as a process of its own, with its embedded Redis, as people run it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from pathlib import Path

import msgspec

from server.cli.serve import Started

TOY = "tests.engines.toys:toy"
ROOT = Path(__file__).parent.parent.parent
PARTIE = Path(sys.executable).parent / "partie"


def free_port() -> int:
    """A port that nobody listens on now, to come back to after a restart."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """``partie serve`` with the toy game beside the installed ones."""

    def __init__(self, data: Path, host: str) -> None:
        self.data = data
        self.host = host
        self.port = free_port()
        self.network: tuple[str, ...] = ()
        """Addresses under which others on the network reach it."""
        self._process: asyncio.subprocess.Process | None = None
        self._log = data.with_suffix(".log")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it and wait until it takes connections."""
        arguments = ["--host", self.host, "--port", str(self.port), "--data-dir", str(self.data)]
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                PARTIE,
                "serve",
                *arguments,
                "--engines",
                TOY,
                "--json",
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        said = await self._process.stdout.readuntil(b"\n}\n")
        self.network = msgspec.json.decode(said, type=Started).network

    async def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._ended()

    async def stop(self) -> None:
        """Ctrl-C."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        await self._ended()

    async def _ended(self) -> None:
        assert self._process is not None
        await self._process.communicate()
        self._process = None
