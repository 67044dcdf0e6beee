"""The pictures in the README, one table of each game, and those of the start page, a part of each board; all in WebP.

``python -m tests.browser.showcase`` takes them and writes them to ``docs/pictures`` and next to the boards. Run it
when a board or its words have changed.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Page

from hatch_build import build_client
from tests.browser.measure import running_browser
from tests.browser.pictures import HEIGHTS, take_all
from tests.browser.service import ROOT

FOLDER = ROOT / "docs" / "pictures"
GAMES = ROOT / "client-web" / "src" / "games"
SCENES = {"five": "glenmore", "nereus-crew": "nereus", "vinci-aim": "vinci", "wikinger-four": "wikinger"}
"""The scenes of ``tests.browser.pictures`` that show most of a game, and their games."""
WIDTH = 1440
HEIGHT = HEIGHTS[WIDTH]
SCALE = 2
MOST_BYTES = 150_000

CARD = (560, 297)
"""Pixels of a picture of the start page, which shows it half as large."""
CARD_BYTES = 30_000
CARDS = {"glenmore": (628, 402, 456), "nereus": (16, 214, 468), "vinci": (640, 172, 440), "wikinger": (70, 190, 396)}
"""The part of the table's page that stands for the game: left, top and width."""

QUALITIES = (0.8, 0.7, 0.6, 0.5, 0.4)

_ENCODE = """async ([png, quality, [left, top, wide, high], [width, height]]) => {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, wide, high, 0, 0, width, height)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""


async def _shrink(page: Page, png: bytes, part: Sequence[int], size: tuple[int, int], most: int) -> bytes:
    """A part of a picture as WebP of that size, in the best quality that fits into ``most`` bytes."""
    encoded = base64.b64encode(png).decode()
    for quality in QUALITIES:
        small = base64.b64decode(await page.evaluate(_ENCODE, [encoded, quality, part, size]))
        if len(small) <= most:
            return small
    raise ValueError(f"even the worst quality takes {len(small)} bytes; choose another scene")


async def _write(pictures: Mapping[str, bytes]) -> None:
    whole, height = (0, 0, WIDTH * SCALE, HEIGHT * SCALE), CARD[1] / CARD[0]
    async with running_browser() as browser:
        page = await browser.new_page()
        for game, png in pictures.items():
            left, top, width = CARDS[game]
            part = [round(SCALE * each) for each in (left, top, width, width * height)]
            for target, small in (
                (FOLDER / f"{game}.webp", await _shrink(page, png, whole, (WIDTH, HEIGHT), MOST_BYTES)),
                (GAMES / game / "picture.webp", await _shrink(page, png, part, CARD, CARD_BYTES)),
            ):
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(small)
                print(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes")


async def _take() -> int:
    with tempfile.TemporaryDirectory(prefix="partie-showcase-") as folder:
        troubles = await take_all(Path(folder), tuple(SCENES), (WIDTH,), scale=SCALE)
        print(*troubles, sep="\n", file=sys.stderr)
        found = {game: Path(folder, f"{scene}-{WIDTH}-light.png") for scene, game in SCENES.items()}
        missing = [str(path.name) for path in found.values() if not path.is_file()]
        if missing:
            print(f"These pictures could not be taken: {', '.join(missing)}", file=sys.stderr)
            return 1
        await _write({game: path.read_bytes() for game, path in found.items()})
    return 0


if __name__ == "__main__":
    build_client()
    sys.exit(asyncio.run(_take()))
