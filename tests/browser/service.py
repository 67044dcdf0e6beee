"""The service as a process of its own, with its embedded Redis, as people run it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from partie.cli.serve import Started
from tests.browser.serve import CHANCE
from tests.fixtures.ports import free_port

TOY = "tests.engines.toys:toy"
ROOT = Path(__file__).parent.parent.parent

ENVIRONMENT = {
    "PARTIE_SESSIONS_PER_HOUR": "0",  # all who come here come from one address
    "PARTIE_ADDRESS_FACTOR": "0",
    "PARTIE_BOT_PAUSE": "0.05,0.1",
}


NOWHERE = "smtp://127.0.0.1:9"
"""A server of emails that takes none, for pages that offer them."""

Settings = Callable[[str], dict[str, str]]


class Service:
    """``partie serve`` with the toy game next to the installed ones.

    Tables with the same ``chance`` and the same moves run alike.
    """

    def __init__(
        self,
        data: Path,
        host: str = "127.0.0.1",
        *,
        root: Path = ROOT,
        chance: str = "",
        emails: str = "",
        settings: Settings | None = None,
    ) -> None:
        self.data = data
        self.chance = chance
        self.emails = emails
        """The server of emails; without one none are sent."""
        self.settings = settings
        """Further variables, for the address under which it is reached."""
        self.host = host
        self._root = root
        self.port = free_port()
        self.network: tuple[str, ...] = ()
        """Addresses under which others on the network reach it."""
        self.redis = ""
        """The address of its Redis, for tables that are written and not played."""
        self._process: subprocess.Popen[bytes] | None = None
        self._log = data.with_suffix(".log")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        command: list[str | Path] = [
            sys.executable,
            "-P",  # the folder that it starts in is not where its code comes from
            "-m",
            "tests.browser.serve",
            "serve",
            "--host",
            self.host,
            "--port",
            str(self.port),
            "--data-dir",
            self.data,
        ]
        # The toy game is no installed package.
        own = {"PYTHONPATH": f"{self._root}{os.pathsep}{ROOT}", CHANCE: self.chance}
        if self.emails:
            own |= {"PARTIE_SMTP_URL": self.emails, "PARTIE_PUBLIC_URL": self.url}
        if self.settings is not None:
            own |= self.settings(self.url)
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--engines", TOY, "--json"],
                cwd=ROOT,
                env=os.environ | ENVIRONMENT | own,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        said = b""
        for line in self._process.stdout:
            said += line
            if line == b"}\n":
                break
        else:
            self.stop()
            raise AssertionError(f"the service ended before it had started:\n{self._log.read_text()}")
        started = msgspec.json.decode(said, type=Started)
        self.network, self.redis = started.network, started.redis

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ctrl-C. Does nothing when it has ended already."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate()
            self._process = None
