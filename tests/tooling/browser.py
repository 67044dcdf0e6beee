"""The browser that the browser tests drive: where it is, and how it gets there.

``python -m tests.tooling.browser`` makes sure that there is one. As root on Debian it installs Debian's Chromium;
elsewhere it takes what Playwright has, and if that is nothing it says what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


class NoBrowser(RuntimeError):
    """There is no browser to test with; says what to install."""


def find() -> Path | None:
    """A Chromium of the machine, else the one Playwright has downloaded, else None."""
    for name in NAMES:
        if path := shutil.which(name):
            return Path(path)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.is_file() else None


def install() -> Path:
    """The browser, installed if that can be done. Raises :class:`NoBrowser`."""
    if found := find():
        return found
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        raise NoBrowser(
            "The browser tests need Chromium. On Debian or Ubuntu: sudo apt install chromium. "
            "Elsewhere: .venv/bin/playwright install chromium."
        )
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([apt, "update"], env=environment, check=True, stdin=subprocess.DEVNULL)
    subprocess.run(
        [apt, "install", "--yes", "--no-install-recommends", "chromium"],
        env=environment,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    if found := find():
        return found
    raise NoBrowser("apt installed the package chromium, but there is still no browser on PATH")


if __name__ == "__main__":
    try:
        print(f"Browser: {install()}")
    except (NoBrowser, subprocess.CalledProcessError) as problem:
        sys.exit(str(problem))
