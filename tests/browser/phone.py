"""How soon pages stand on a slow phone that was never here: ``python -m tests.browser.phone``.

It prints, for the start page, the lobby and a table of each game, the medians of some visits: when the largest thing is
painted, when a table's board is drawn with its decision below it, and how long the longest task held up the page until
then. ``--waterfall`` adds what the last visit of each page loaded. Times depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct
from playwright.async_api import Browser

from hatch_build import build_client
from partie.client.client import Client
from tests.browser import measure
from tests.browser.service import Service

VISITS = 5
PATIENCE_MS = 60_000

SCREEN = {"width": 390, "height": 844}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""1.6 Mbit/s and 150 ms, as on a slow mobile network; in bytes a second."""

OBSERVED = """(() => {
  const seen = { largest: 0, first: 0, drawn: 0, tasks: [], what: '' }
  window.__phone = seen
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime
  })
  observe('largest-contentful-paint', ({ startTime, element }) => {
    seen.largest = startTime
    seen.what = `${element?.localName}: ${element?.textContent.trim().slice(0, 40)}`
  })
  observe('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]))
  const look = () => {
    const board = document.querySelector('.middle .board')?.querySelector('svg, button, img, canvas')
    if (!board || !document.querySelector('.foot')?.textContent.trim()) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    // After the frame that has it.
    port1.onmessage = () => (seen.drawn = performance.now())
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
})()"""

LOADED = """() =>
  [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((each) =>
    [each.startTime, each.responseStart, each.responseEnd, each.transferSize, new URL(each.name).pathname])"""

COME = "() => !document.documentElement.hasAttribute('data-plain')"
"""Whether the page has loaded its fonts, which come last."""


class Seen(Struct, frozen=True):
    """What one visit saw; times are milliseconds from the beginning of the navigation."""

    first: float
    """The first paint."""
    largest: float
    what: str
    """What was painted then."""
    drawn: float
    """A table's board is on screen; 0: it is no table."""
    tasks: list[tuple[float, float]]
    """When each long task began, and how long it took."""


class Visit(Struct, frozen=True):
    """One visit of a page, with what it loaded."""

    seen: Seen
    loaded: list[tuple[float, float, float, int, str]]
    """When each file was asked for, when its answer began and ended, its bytes, its path."""

    @property
    def longest(self) -> float:
        """Milliseconds of the longest task until the page stood."""
        until = max(self.seen.drawn, self.seen.largest)
        return max((took for at, took in self.seen.tasks if at < until), default=0)


async def visit(browser: Browser, url: str, path: str, cookie: str) -> Visit:
    """Come to a page for the first time; without a cookie as nobody."""
    context = await browser.new_context(
        service_workers="block",
        locale="en-GB",
        viewport={"width": SCREEN["width"], "height": SCREEN["height"]},
        device_scale_factor=3,
        is_mobile=True,
        has_touch=True,
    )
    await measure.admit(context, url, cookie)
    await context.add_init_script(OBSERVED)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", NETWORK)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": measure.THROTTLE})
    await page.goto(url + path)
    if path.startswith("/table"):
        await page.wait_for_function("() => __phone.drawn > 0")
    await page.wait_for_function(COME)
    await page.wait_for_load_state("networkidle")
    seen, loaded = await page.evaluate("__phone"), await page.evaluate(LOADED)
    await context.close()
    tasks = [(at, took) for at, took in seen["tasks"]]
    return Visit(Seen(seen["first"], seen["largest"], seen["what"], seen["drawn"], tasks), loaded)


def told(name: str, visits: Sequence[Visit]) -> str:
    """The medians in words."""
    first, largest, drawn = (
        median([getattr(each.seen, what) for each in visits]) for what in ("first", "largest", "drawn")
    )
    board = f", board drawn {drawn:.0f}" if drawn else ""
    longest = median(each.longest for each in visits)
    return (
        f"{name}: first paint {first:.0f}, largest {largest:.0f}{board}, longest task {longest:.0f} ms "
        f"({visits[-1].seen.what})"
    )


def waterfall(visit: Visit) -> str:
    """What was loaded, one file a line, and the long tasks."""
    lines = [
        f"{begun:6.0f} {answered:6.0f} {ended:6.0f} {size:7} {path}"
        for begun, answered, ended, size, path in visit.loaded
    ]
    return "\n".join([*lines, "long tasks: " + ", ".join(f"{at:.0f}+{took:.0f}" for at, took in visit.seen.tasks)])


async def main(visits: int, only: Sequence[str], *, falls: bool) -> None:
    """Visit the pages and print what they took."""
    build_client()
    with tempfile.TemporaryDirectory(prefix="partie-phone-") as folder:
        service = Service(Path(folder) / "data")
        service.start()
        try:
            async with measure.running_browser() as browser:
                players = [await Client.join(service.url, name) for name in measure.NAMES]
                pages = {"start": ("/", ""), "lobby": ("/", players[0].cookie)}
                for game, table in (await measure.tables(service.url, players)).items():
                    pages[game] = (f"/table/{table}", players[0].cookie)
                for name, (path, cookie) in pages.items():
                    if only and name not in only:
                        continue
                    seen = [await visit(browser, service.url, path, cookie) for _ in range(visits)]
                    print(told(name, seen), flush=True)
                    if falls:
                        print(waterfall(seen[-1]), flush=True)
                for player in players:
                    await player.close()
        finally:
            service.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=VISITS)
    parser.add_argument("--only", nargs="*", default=[], help="start, lobby, or games")
    parser.add_argument("--waterfall", action="store_true")
    given = parser.parse_args()
    asyncio.run(main(given.visits, given.only, falls=given.waterfall))
