"""`partie dev`: a game is played by all its seats in one window, and the page follows the files as they are saved."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FrameLocator, Locator, Page, expect

from partie.cli.new_game import write
from tests.browser.conftest import Come
from tests.browser.service import ROOT
from tests.browser.words import Words
from tests.server.cli.script import PARTIE

pytestmark = pytest.mark.xdist_group("strangers")

WORDS = json.loads((ROOT / "server" / "partie" / "cli" / "_dev" / "page" / "words.en.json").read_text())

UNKNOWN = "NameError: name 'nothing' is not defined"
LACKING = "the de messages lack ['view.left']"
"""What an engine and its words say that lack something."""


class Written:
    """A game that is being written, and its `partie dev`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "partie_hop"
        write("hop", "Hop Over", folder)
        with (folder / "said.txt").open("w") as said:
            self.process = subprocess.Popen(
                [PARTIE, "dev", folder, "--port", "0", "--json"],
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )
        self.url: str = self._started()["url"]

    def _started(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line == "}\n":
                break
        started: dict[str, Any] = json.loads("".join(lines))
        return started

    def change(self, name: str, before: str, after: str) -> None:
        """Change a file of the package, as an editor does."""
        path = self.package / name
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after))


@pytest.fixture
def written(client: Path, tmp_path: Path) -> Iterator[Written]:
    written = Written(tmp_path / "partie-hop")
    yield written
    written.process.send_signal(signal.SIGINT)
    written.process.communicate(timeout=30)
    assert written.process.returncode == 0, (written.folder / "said.txt").read_text()


def seat(page: Page, number: int) -> FrameLocator:
    """The frame of a seat, once its page is there."""
    return page.frame_locator(f"iframe[title='{WORDS['seat']} {number}'][aria-busy='false']")


def left(frame: FrameLocator, count: int) -> Locator:
    """So many matches on the board."""
    return frame.get_by_role("img", name=str(count), exact=True)


async def take(frame: FrameLocator, count: int) -> None:
    """Take matches on the board, and confirm it."""
    await frame.get_by_role("button", name=f"Take {count}", exact=True).first.click()
    await frame.get_by_role("region", name=Words("en")("rail.label")).locator(".btn.main").click()


async def with_another_engine(page: Page, written: Written, before: str, after: str) -> None:
    """Change the engine, and wait until the seats are loaded again with it, which they are some time after the file."""
    frame = page.get_by_title(f"{WORDS['seat']} 1", exact=True)
    shown = await frame.get_attribute("src")
    assert shown is not None
    written.change("__init__.py", before, after)
    await expect(frame).not_to_have_attribute("src", shown)


async def test_a_game_is_written_and_played_in_one_window(come: Come, written: Written) -> None:
    """Both seats move; a saved board and saved words are there at once, and with a saved engine the table goes on."""
    person = await come("Ann", url=written.url, sign_in=False)
    page = person.page
    await page.goto(written.url)
    await page.get_by_label("Matches").fill("10")
    await page.get_by_role("button", name=WORDS["new"]).click()
    first, second = seat(page, 1), seat(page, 2)
    await take(first, 3)
    await take(second, 2)
    for frame in (first, second):
        await expect(left(frame, 5)).to_be_visible()

    written.change("board/board.js", "matches.className = 'matches'", "matches.className = 'matches saved'")
    for frame in (first, second):
        await expect(frame.locator(".matches.saved")).to_be_visible()
    written.change("words.en.json", "Take {count}", "Grab {count}")
    await expect(first.get_by_role("button", name="Grab 1", exact=True).first).to_be_visible()
    written.change("words.en.json", "Grab {count}", "Take {count}")
    await expect(first.get_by_role("button", name="Take 1", exact=True).first).to_be_visible()

    written.change("__init__.py", "MOST = 3", "MOST = 4")
    await take(first, 4)
    for frame in (first, second):
        await expect(left(frame, 1)).to_be_visible()
    person.errors.clear()


async def test_faults_are_shown_where_the_game_is_played(come: Come, written: Written) -> None:
    """In plain words and with their place, until the file is mended."""
    person = await come("Ann", url=written.url, sign_in=False)
    page = person.page
    await page.goto(written.url)
    faults = page.get_by_role("alert")
    await expect(page.get_by_text(WORDS["phase.empty"])).to_be_visible()
    written.change("__init__.py", "MOST = 3", "MOST = nothing")
    await expect(faults).to_contain_text(f"{WORDS['fault.load']} {UNKNOWN}")
    await expect(faults).to_contain_text("__init__.py")
    written.change("__init__.py", "MOST = nothing", "MOST = 3")
    await expect(faults).to_be_empty()

    written.change("words.de.json", '"view.left": "Übrig",', "")
    await expect(faults).to_contain_text(LACKING)
    written.change("words.de.json", '"name"', '"view.left": "Übrig", "name"')
    await expect(faults).to_be_empty()

    await page.get_by_role("button", name=WORDS["new"]).click()
    written.change("board/board.js", "  show()\n", "  throw new Error('no matches')\n")
    await expect(faults).to_contain_text("Error: no matches")
    written.change("board/board.js", "  throw new Error('no matches')\n", "  show()\n")
    await expect(faults).to_be_empty()

    await with_another_engine(page, written, "left = state.left - move.count\n", "left = state.left // 0\n")
    await take(seat(page, 1), 1)
    await expect(faults).to_contain_text(f"{WORDS['fault.play']} ZeroDivisionError")
    written.change("__init__.py", "state.left // 0", "state.left - move.count")
    await expect(faults).to_be_empty()
    await take(seat(page, 1), 1)
    await expect(left(seat(page, 2), 14)).to_be_visible()
    written.change("__init__.py", "left = state.left - move.count\n", "left = state.left - move.count - 1\n")
    await expect(faults).to_contain_text(WORDS["fault.table"])
    await page.get_by_role("button", name=WORDS["same"]).click()
    await expect(left(seat(page, 1), 15)).to_be_visible()
    await expect(faults).not_to_contain_text(WORDS["fault.table"])
    person.errors.clear()
