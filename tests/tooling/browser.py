"""The browser that the browser tests drive: where it is, and how it gets there.

As root on Debian it installs Chromium's headless shell; elsewhere it takes what the machine or Playwright has, and if
that is nothing it says what to install.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.tooling import apt

SHELL = "chromium-headless-shell"
"""Chromium without windows of its own: a new profile costs a seventh of the processor time that Chromium takes."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGES = (SHELL, "chromium")


class NoBrowser(RuntimeError):
    """There is no browser to test with; says what to install."""


def find() -> Path | None:
    """A Chromium of the machine, else the one Playwright has downloaded, else None."""
    for name in NAMES:
        if path := shutil.which(name):
            return Path(path)
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    # Playwright downloads the shell of the same build as well, and doesn't tell where.
    build = own.parents[1].name.replace("chromium-", "chromium_headless_shell-")
    shells = own.parents[2].glob(f"{build}/*/*headless*shell")
    return next(shells, own if own.is_file() else None)


def install() -> Path:
    """The browser, installed if that can be done. Raises :class:`NoBrowser`."""
    if found := find():
        return found
    if apt.installer() is None:
        raise NoBrowser(
            "The browser tests need Chromium. On Debian or Ubuntu: sudo apt install chromium. "
            "Elsewhere: .venv/bin/playwright install chromium."
        )
    apt.update()
    # Not every release has the shell.
    if not any(apt.add(package) for package in PACKAGES):
        raise NoBrowser(f"apt could install none of the packages {', '.join(PACKAGES)}; its words above say why")
    if found := find():
        return found
    raise NoBrowser("apt installed a browser, but there is still none on PATH")


def install_quick() -> Path:
    """The quickest browser that can be had: one that is there already does, where the shell cannot be installed."""
    found = install()
    if "headless" in found.name or apt.installer() is None or not apt.known(SHELL):
        return found
    return install() if apt.add(SHELL) else found
