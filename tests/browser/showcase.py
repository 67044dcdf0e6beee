"""The pictures in the README: one table of each game, as small WebP files.

``python -m tests.browser.showcase`` takes them and writes them to ``docs/pictures``. Run it when a board or its words
have changed.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.async_api import Page, async_playwright

from hatch_build import build_client
from tests.browser.measure import ARGUMENTS
from tests.browser.pictures import take_all
from tests.browser.service import ROOT
from tests.tooling import browser as tooling

FOLDER = ROOT / "docs" / "pictures"
SCENES = {"five": "glenmore", "nereus-crew": "nereus", "vinci-aim": "vinci", "wikinger-four": "wikinger"}
"""The scenes of ``tests.browser.pictures`` that show most of a game, and their games."""
WIDTH = 1440
MOST_BYTES = 150_000
QUALITIES = (0.8, 0.7, 0.6, 0.5)

_ENCODE = """async ([png, quality]) => {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""


async def _shrink(page: Page, png: bytes) -> bytes:
    """The picture as WebP, in the best quality that is small enough."""
    for quality in QUALITIES:
        small = base64.b64decode(await page.evaluate(_ENCODE, [base64.b64encode(png).decode(), quality]))
        if len(small) <= MOST_BYTES:
            return small
    raise ValueError(f"even the worst quality takes {len(small)} bytes; choose another scene")


async def _write(pictures: Mapping[str, bytes]) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=tooling.install(), args=ARGUMENTS)
        page = await browser.new_page()
        for game, png in pictures.items():
            target = FOLDER / f"{game}.webp"
            target.write_bytes(await _shrink(page, png))
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")
        await browser.close()


async def _take() -> int:
    with tempfile.TemporaryDirectory(prefix="partie-showcase-") as folder:
        troubles = await take_all(Path(folder), tuple(SCENES), (WIDTH,))
        print(*troubles, sep="\n", file=sys.stderr)
        found = {game: Path(folder, f"{scene}-{WIDTH}-light.png") for scene, game in SCENES.items()}
        missing = [str(path.name) for path in found.values() if not path.is_file()]
        if missing:
            print(f"These pictures could not be taken: {', '.join(missing)}", file=sys.stderr)
            return 1
        FOLDER.mkdir(exist_ok=True)
        await _write({game: path.read_bytes() for game, path in found.items()})
    return 0


if __name__ == "__main__":
    build_client()
    sys.exit(asyncio.run(_take()))
