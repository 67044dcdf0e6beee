"""Programs that tests run and that no package of Python brings: Debian's installer gets them where it may."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

PROGRAMS: Final = {"caddy": "caddy", "nginx": "nginx", "openssl": "openssl"}
"""Programs apart from the browser, and the package that brings each."""

_ELSEWHERE: Final = ("/usr/sbin", "/sbin", "/usr/local/sbin")
"""Where programs are that not everybody has on PATH."""


class Missing(RuntimeError):
    """A program is not there and cannot be installed from here; says what to install."""


def program(name: str) -> Path:
    """Where a program is, installed if that can be done. Raises :class:`Missing`."""
    if found := _find(name):
        return found
    package = PROGRAMS[name]
    if installer() is None:
        raise Missing(
            f"The tests of the files in deploy/ need {name}. On Debian or Ubuntu: sudo apt install {package}. "
            f"Elsewhere: install it so that it is on PATH."
        )
    update()
    if not add(package):
        raise Missing(f"apt could not install the package {package}; its words above say why")
    if found := _find(name):
        return found
    raise Missing(f"apt installed the package {package}, but there is still no {name} on PATH")


def installer() -> str | None:
    """Debian's installer, where one may use it."""
    return shutil.which("apt-get") if os.geteuid() == 0 else None


def known(package: str) -> bool:
    """Whether apt has heard of a package. On a new machine it has heard of none before it has asked."""
    # Without a network it still knows what it knew.
    with suppress(subprocess.CalledProcessError):
        update()
    return subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode == 0


@cache
def update() -> None:
    """Let apt learn what there is, once."""
    subprocess.run([installer() or "apt-get", "update"], check=True, stdin=subprocess.DEVNULL)


def add(package: str) -> bool:
    """Install a package; whether that went well."""
    command = [installer() or "apt-get", "install", "--yes", "--no-install-recommends", package]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False, stdin=subprocess.DEVNULL).returncode == 0


def _find(name: str) -> Path | None:
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(_ELSEWHERE))
    return Path(found) if found else None
