"""What is measured of the page: bytes that it loads, how soon an update is on screen, and what shifts.

Used by the browser tests, which judge it, and by the bench, which reports it.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Page, Response, async_playwright

from partie.bench.rows import percentile
from partie.client.client import Client
from tests.browser.connection import PATIENCE
from tests.browser.service import ROOT
from tests.tooling import browser as tooling

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What the browser is started with."""

UNDRAWN = (*ARGUMENTS, "--force-gpu-mem-available-mb=1")
"""A browser whose pictures nobody looks at: it has memory for a few tiles of a page, and leaves out the others.

Layout, styles, events and frames are as ever. Drawing takes an eighth of the work of a page that loads, and a third
where much travels.
"""


@asynccontextmanager
async def running_browser(arguments: Sequence[str] = ARGUMENTS) -> AsyncIterator[Browser]:
    """Start the browser, and close it at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=tooling.install(), args=arguments)
        yield browser
        await browser.close()


NAMES = ("Ann", "Bob", "Cleo")
"""The players; the pages are the first one's."""

SEED = 1
"""What the moves are chosen with."""

ALL = 1_000
"""More moves than any game has."""

THROTTLE = 4
"""How much slower than this machine the processor of the measured page is."""

FLOOR = 20
"""How many times a page makes the least change there can be; their median is what its updates are compared with."""

WATCH = """
// Notes, before any script of the page runs, when messages arrive and when what they changed is on screen.
(() => {
  const seen = { position: 0, updates: [], shifts: [], open: null }
  window.__seen = seen
  const text = new TextDecoder('latin1')
  // A small integer of MessagePack.
  const number = (bytes, at) =>
    bytes[at] === 0xcd ? 256 * bytes[at + 1] + bytes[at + 2] : bytes[at] === 0xcc ? bytes[at + 1] : bytes[at]
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given)
      // Heard first: the page sets its own listener later.
      this.addEventListener('message', (event) => {
        const bytes = new Uint8Array(event.data)
        const head = text.decode(bytes.subarray(0, 200))
        if (!head.includes('\\xa6update')) return
        const position = number(bytes, head.indexOf('\\xa3seq') + 4)
        const note = { position, arrived: event.timeStamp, mutated: 0, painted: 0, whole: 0, missed: 0, line: false }
        seen.open = note
        performance.mark(`arrived ${position}`)
        // Frames that show the old state still.
        const count = () => {
          if (note.mutated > 0 || note.missed > 100) return
          note.missed += 1
          requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      })
    }
  }
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => then(performance.now())
    port2.postMessage(0)
  })
  // An update has come whole when some frames, and then an idle moment, change nothing any more.
  let changes = 0
  const frames = (count, then) => (count === 0 ? then() : requestAnimationFrame(() => frames(count - 1, then)))
  const rested = (note) => {
    const before = changes
    frames(3, () =>
      requestIdleCallback(
        () =>
          painted(() => {
            if (changes !== before) return rested(note)
            seen.position = Math.max(seen.position, note.position)
            seen.updates.push(note)
            if (seen.open === note) seen.open = null
          }),
        { timeout: 1_000 },
      ),
    )
  }
  const LINES = '[data-anchor=history], [aria-live]'
  const inLines = ({ target }) => (target.nodeType === 1 ? target : target.parentElement)?.closest(LINES)
  new MutationObserver((records) => {
    changes += 1
    const note = seen.open
    if (note === null) return
    painted((at) => (note.whole = at))
    if (note.mutated > 0) return
    note.mutated = performance.now()
    note.line = records.every(inLines)
    performance.mark(`changed ${note.position}`)
    painted((at) => {
      note.painted = at
      performance.mark(`painted ${note.position}`)
      rested(note)
    })
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.shifts.push({
        value: entry.value,
        input: entry.hadRecentInput,
        at: entry.startTime,
        what: entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node?.nodeType === 1 ? node : node?.parentElement
          const name = element ? `${element.localName}.${element.getAttribute('class') ?? ''}` : '?'
          const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
          return `${name.replaceAll(/ svelte-\\w+/g, '')} ${box(from)} -> ${box(to)}`
        }),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  // The machine's own floor: the least change there can be, from a message to the frame that shows it.
  let floors = 0
  window.__floor = (rounds) => new Promise((done) => {
    const dot = document.createElement('i')
    dot.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px'
    document.body.append(dot)
    const times = []
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event) => {
      const number = floors++
      performance.mark(`began ${number}`)
      dot.style.background = times.length % 2 ? '#000' : '#fff'
      painted((at) => {
        performance.mark(`done ${number}`)
        times.push(at - event.timeStamp)
        if (times.length < rounds) port2.postMessage(0)
        else {
          dot.remove()
          done(times)
        }
      })
    }
    port2.postMessage(0)
  })
})()
"""


class Update(Struct, frozen=True):
    """One update: milliseconds from its message to the changed document and to the screen, and frames without it."""

    mutated: float
    painted: float
    missed: int
    """0: the first frame after its arrival shows it."""
    whole: float
    """Milliseconds until all that follows from it is on screen: what can be done, the plates, the history's line."""
    line: bool
    """It changes nothing but the history, whose line comes a frame later than all else would."""


class Shift(Struct, frozen=True):
    """Something moved: how much, and what, from where to where."""

    value: float
    at: float
    own: bool
    """It came with the viewer's move."""
    what: tuple[str, ...]


class Loads:
    """What a page loads, by address: its bytes, gzipped as a web server would send them."""

    def __init__(self, page: Page) -> None:
        self._responses: list[Response] = []
        page.on("response", self._note)

    def _note(self, response: Response) -> None:
        self._responses.append(response)

    async def bytes(self) -> dict[str, int]:
        """Bytes by path, without fonts."""
        found: dict[str, int] = {}
        for response in self._responses:
            path = urlsplit(response.url).path
            if response.request.resource_type == "font" or response.status != 200 or path in found:
                continue
            found[path] = len(gzip.compress(await response.body(), 6))
        return found


class Sizes(Struct, frozen=True):
    """Gzipped bytes without fonts: of the first load of three pages, and of each game's own files."""

    start: int
    """The start page of a newcomer, and below that of somebody with a session; without the pictures of boards."""
    lobby: int
    pictures: int
    """The pictures of boards on the start page, for which nothing waits."""
    table: int
    """The largest table until it stands, without the game's own files."""
    later: int
    """What a table that stands fetches while it has nothing else to do: nobody waits for it."""
    games: dict[str, int]
    """All files of a game's own that come with its table, sooner or later."""


async def table_of(players: Sequence[Client], game: str) -> str:
    """A table of a game that has begun, everybody having a seat; the mover knows that it is their turn."""
    table = await players[0].create(game, len(players))
    for seat, player in enumerate(players):
        await player.enter(table)
        await player.do({"type": "sit", "seat": seat})
    for player in players:
        await player.ready()
    for player in players:
        await player.until(lambda player=player: player.turn is not None)  # type: ignore[misc]
    return table


FONTS = "if (location.protocol !== 'about:') localStorage.setItem('partie.fonts', 'here')"
"""A browser that has loaded the page's fonts shows them from the beginning, so that none come later."""

SWIFT = 4
"""How many times as fast as ever all flies on a page that is only waited for."""

SWIFT_TIMERS = f"""(() => {{
  const {{ setTimeout }} = window
  // What takes longer, such as a sign of life of the connection, is no part of a flight.
  window.setTimeout = (then, ms = 0, ...given) => setTimeout(then, ms < 5_000 ? ms / {SWIFT} : ms, ...given)
}})()"""


async def admit(context: BrowserContext, url: str, cookie: str) -> None:
    """Give a profile the session of a cookie, or none, and have it remember that all tours were shown."""
    if cookie:
        name, value = cookie.split("=", 1)
        await context.add_cookies([{"name": name, "value": value, "url": url}])
    for game in boards():
        await context.add_init_script(f"localStorage.setItem('partie.tour.{game}', 'shown')")


async def visit(
    browser: Browser,
    url: str,
    cookie: str = "",
    *,
    width: int = 1440,
    still: bool = False,
    quick: bool = False,
    language: str = "en-GB",
) -> Page:
    """A page in a fresh profile, of somebody who has a session if a cookie is given; ``still``: nothing travels.

    ``quick``: it is laid out as ever, and what travels does so fast.
    """
    phone = width < 600
    context = await browser.new_context(
        service_workers="block",
        locale=language,
        viewport={"width": width, "height": 844 if phone else 900},
        has_touch=phone,
        reduced_motion="reduce" if still else "no-preference",
    )
    await admit(context, url, cookie)
    await context.add_init_script(FONTS)
    await context.add_init_script(WATCH)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    if quick:
        session = await context.new_cdp_session(page)
        await session.send("Animation.enable")
        await session.send("Animation.setPlaybackRate", {"playbackRate": SWIFT})
        await page.add_init_script(SWIFT_TIMERS)
    return page


STANDS, COMPLETE = "partie.stands", "partie.complete"
"""The marks that a page makes when it stands, so that what it fetches after that is for later, and when it has that."""


class Loaded(Struct, frozen=True):
    """Gzipped bytes by path: those without which a page does not stand, and those that it fetches after that."""

    first: dict[str, int]
    later: dict[str, int]


PATIENT = """(() => {
  const { setTimeout } = window
  window.setTimeout = (then, ms, ...given) => setTimeout(then, ms > 1_000 ? 1_000_000 : ms, ...given)
})()"""
"""What a page fetches some seconds after it has come is no part of its coming, however slow the machine is at that."""


async def _loaded(
    browser: Browser, url: str, path: str, cookie: str = "", *, language: str, standing: bool = False
) -> Loaded:
    """What a page loads; ``standing``: it marks when it stands."""
    page = await visit(browser, url, cookie, language=language)
    await page.add_init_script(PATIENT)
    loads = Loads(page)
    await page.goto(url + path)
    if standing:
        await complete(page)
    await page.wait_for_load_state("networkidle")
    late: list[str] = await page.evaluate(LATE, STANDS)
    found = await loads.bytes()
    await page.context.close()
    later = {urlsplit(address).path for address in late}
    return Loaded(
        {path: size for path, size in found.items() if path not in later},
        {path: size for path, size in found.items() if path in later},
    )


async def complete(page: Page) -> None:
    """Wait until a table has fetched all that it fetches by itself."""
    await page.wait_for_function("mark => performance.getEntriesByName(mark).length > 0", arg=COMPLETE)


UNNAMED = """(mark) => {
  const at = performance.getEntriesByName(mark)[0]?.startTime ?? Infinity
  return performance.getEntriesByType('resource')
    .filter((each) => each.startTime < at && !/\\.woff2$/.test(each.name)).map((each) => new URL(each.name).pathname)
}
"""
"""The paths of all but fonts that were asked for before a mark."""

ADDRESS = re.compile(r"<([^>]+)>|(?:src|href)=\"(/[^\"]+)\"")
"""An address in a page or in its ``Link`` header."""


async def unnamed(browser: Browser, url: str, game: str) -> tuple[set[str], set[str]]:
    """What the lobby and a table of a game need that neither the page names nor its headers.

    A script or a style sheet asks for it in the end, a round trip later at least.
    """
    players = [await Client.join(url, name) for name in NAMES]
    path = f"/table/{(await tables(url, players))[game]}"
    found = []
    for address in ("/", path):
        page = await visit(browser, url, players[0].cookie)
        await page.add_init_script(PATIENT)
        answer = await page.goto(url + address)
        assert answer is not None
        if address == path:
            await complete(page)
        await page.wait_for_load_state("networkidle")
        text = f"{(await answer.all_headers()).get('link', '')} {await answer.text()}"
        named = {link or reference for link, reference in ADDRESS.findall(text)}
        found.append(set(await page.evaluate(UNNAMED, STANDS)) - named)
        await page.context.close()
    for player in players:
        await player.close()
    return found[0], found[1]


LATE = """(mark) => {
  const at = performance.getEntriesByName(mark)[0]?.startTime ?? Infinity
  return performance.getEntriesByType('resource').filter((each) => each.startTime >= at).map((each) => each.name)
}
"""
"""The addresses that were asked for after a mark."""


def boards() -> list[str]:
    """The games that have a board of their own."""
    return sorted(path.parent.name for path in (ROOT / "client-web" / "src" / "games").glob("*/index.ts"))


def _least_seats(url: str) -> dict[str, int]:
    """How many play each game at least."""
    with urllib.request.urlopen(f"{url}/api/games") as response:
        return {game["key"]: game["seats"][0] for game in json.load(response)}


async def tables(url: str, players: Sequence[Client]) -> dict[str, str]:
    """A table of each game with a board of its own, at which as many play as it needs at least."""
    least = await asyncio.to_thread(_least_seats, url)
    return {game: await table_of(players[: least[game]], game) for game in boards()}


async def sizes(browser: Browser, url: str, language: str = "de-DE") -> Sizes:
    """What a browser that was never here loads, in the language with more words unless another is named.

    The service has the toy game, which shows what a table needs anyway.
    """
    players = [await Client.join(url, name) for name in NAMES]
    cookie = players[0].cookie
    least = await asyncio.to_thread(_least_seats, url)

    async def table(game: str) -> Loaded:
        path = f"/table/{await table_of(players[: least[game]], game)}"
        return await _loaded(browser, url, path, cookie, language=language, standing=True)

    toy = await table("toy")
    tables = {game: await table(game) for game in boards()}
    start, lobby = await asyncio.gather(
        _loaded(browser, url, "/", language=language), _loaded(browser, url, "/", cookie, language=language)
    )
    for player in players:
        await player.close()
    shared = {*toy.first, *toy.later, *start.first, *lobby.first}
    frames, laters, games = [sum(toy.first.values())], [sum(toy.later.values())], {}
    for game, found in tables.items():
        own = {path for path in {*found.first, *found.later} if path.startswith("/assets/")} - shared
        frames.append(sum(size for path, size in found.first.items() if path not in own))
        laters.append(sum(size for path, size in found.later.items() if path not in own))
        games[game] = sum({**found.first, **found.later}[path] for path in own)
    pictures = {path: size for path, size in start.first.items() if path.endswith(".webp")}
    newcomer, known = (
        sum(size for path, size in each.first.items() if path not in pictures) for each in (start, lobby)
    )
    return Sizes(newcomer, known, sum(pictures.values()), max(frames), max(laters), games)


class Evening(Struct, frozen=True):
    """What one page showed of a game at the throttled pace."""

    game: str
    width: int
    updates: list[Update]
    floor: list[float]
    """Milliseconds that the least possible change took to the same screen."""
    shifts: list[Shift]
    """What moved: while the page came, with what the other one did, and with its owner's own moves."""


def moved(shifts: Sequence[Shift]) -> str:
    """How much moved with the viewer's moves and otherwise, and what moved most."""
    own, others = (sum(each.value for each in shifts if each.own is own) for own in (True, False))
    most = sorted(shifts, key=lambda each: -each.value)[:4]
    return f"own moves {own:.4f}, otherwise {others:.4f}: {most}"


def told(shown: Evening) -> str:
    """The figures of an evening in words."""
    took = [each.painted for each in shown.updates]
    script = [each.mutated for each in shown.updates]
    whole = [each.whole for each in shown.updates]
    least = percentile(shown.floor, 0.5)
    return (
        f"{shown.game}, {shown.width} px, {len(took)} updates: on screen after {percentile(took, 0.5):.0f} ms (median) "
        f"and {percentile(took, 0.95):.0f} ms (p95), of which {percentile(script, 0.5):.0f} ms (median) until the "
        f"document has changed, and whole after {percentile(whole, 0.5):.0f} and {percentile(whole, 0.95):.0f} ms; "
        f"the least change takes {least:.0f} ms, ratio {percentile(took, 0.5) / least:.1f}"
    )


async def evening(browser: Browser, url: str, width: int, *, game: str = "glenmore", moves: int = ALL) -> Evening:
    """A game, up to so many moves, on the screen of one of its players: what a slow machine showed of it."""
    (shown,) = await evenings(browser, url, [width], game=game, moves=moves)
    return shown


async def evenings(
    browser: Browser, url: str, widths: Sequence[int], *, game: str = "glenmore", moves: int = ALL
) -> list[Evening]:
    """A game, up to so many moves, on screens of so many widths, all of the same player: what slow machines showed.

    Nothing travels, so that a change is on screen as soon as it can be.
    """
    async with _table(url, game) as (players, path):
        pages = [await visit(browser, url, players[0].cookie, width=width, still=True) for width in widths]
        for page in pages:
            # A forecast comes by itself once a position has rested, maybe between the next update and its line.
            await page.add_init_script("localStorage.setItem('partie.forecast', 'no')")
            await _come(page, url, path)
        for page in pages:
            await _throttle(page)
        own = await _play(players, pages, random.Random(SEED), moves)  # chooses moves, no secrets
        shown = [
            Evening(
                game, width, await _updates(page), await page.evaluate(f"__floor({FLOOR})"), await _shifts(page, own)
            )
            for width, page in zip(widths, pages, strict=True)
        ]
        for page in pages:
            await page.context.close()
    return shown


class Screen(Struct, frozen=True):
    """One of the screens on which the same player watches a game."""

    width: int
    still: bool = False
    """Nothing travels, so that a phone shows the surface of every decision at once."""


async def shifts(
    browser: Browser, url: str, game: str, screens: Sequence[Screen], *, moves: int, seed: int = SEED
) -> dict[Screen, list[Shift]]:
    """What moved on each screen while the same player watched so many moves."""
    async with _table(url, game) as (players, path):
        cookie = players[0].cookie
        pages = [
            await visit(browser, url, cookie, width=screen.width, still=screen.still, quick=True) for screen in screens
        ]
        for page in pages:
            await _come(page, url, path)
        own = await _play(players, pages, random.Random(seed), moves)  # chooses moves, no secrets
        found = {screen: await _shifts(page, own) for screen, page in zip(screens, pages, strict=True)}
        for page in pages:
            await page.context.close()
    return found


async def _come(page: Page, url: str, path: str) -> None:
    """Show a table whole, in a browser that has the fonts: those that come while the table does would move it."""
    await page.goto(f"{url}/about")
    await page.evaluate("document.fonts.ready.then(() => true)")
    await page.goto(url + path)
    # What comes before the board stands is not shown on it, and a part that comes late changes the page, too.
    await complete(page)


@asynccontextmanager
async def _table(url: str, game: str) -> AsyncIterator[tuple[list[Client], str]]:
    """As many players as a game needs at least, and the path of a table of theirs that has begun."""
    least = await asyncio.to_thread(_least_seats, url)
    players = [await Client.join(url, name) for name in NAMES[: least[game]]]
    try:
        yield players, f"/table/{await table_of(players, game)}"
    finally:
        for player in players:
            await player.close()


class Cost(Struct, frozen=True):
    """Milliseconds of processor time from an update's message to the changed document, and to the frame that shows it.

    The next decision and its offers may come before that frame, so only the first is judged.
    """

    changed: float
    shown: float


class Work(Struct, frozen=True):
    """What updates cost: milliseconds of processor time of the page's thread, from the message to the frame shown.

    Whatever else the machine does lengthens them little, so they tell a heavier page from a busier machine.
    """

    width: int
    own: list[Cost]
    """Updates by the viewer's moves: another decision follows."""
    others: list[Cost]
    least: list[float]
    """What the least possible change costs on the same screen, between one update and the next."""

    def changes(self, costs: Sequence[Cost]) -> float:
        """How many times the least change, shown, half of the updates cost at most until the document has changed."""
        return percentile([each.changed for each in costs], 0.5) / percentile(self.least, 0.5)


def worked(work: Work) -> str:
    """The figures in words."""

    def one(costs: Sequence[Cost]) -> str:
        changed, shown = [each.changed for each in costs], [each.shown for each in costs]
        return (
            f"{percentile(changed, 0.5):.1f} ms (median), {percentile(changed, 0.95):.1f} ms (p95) until the document "
            f"has changed, {work.changes(costs):.1f} times the least change, "
            f"and {percentile(shown, 0.5):.1f} and {percentile(shown, 0.95):.1f} ms until it is shown"
        )

    return f"{work.width} px, processor time: own moves {one(work.own)}; those of the others {one(work.others)}"


async def work(browser: Browser, url: str, width: int, *, moves: int = ALL) -> Work:
    """A game of two, up to so many moves, on one screen, at the machine's own pace: what each update costs."""
    async with _table(url, "glenmore") as (players, path):
        page = await visit(browser, url, players[0].cookie, width=width, still=True)
        await page.goto(url + path)
        await complete(page)
        await browser.start_tracing(page=page, categories=["blink.user_timing"])

        async def floor() -> None:
            # One at a time: like an update it comes after a rest, and a second one would come at half the cost.
            await page.evaluate("__floor(1)")

        # The floor is taken at the same moments: a machine that has more to do is slower at both.
        own = await _play(players, [page], random.Random(SEED), moves, floor)  # chooses moves, no secrets
        marks = _marks(await browser.stop_tracing())
        await page.context.close()
    changed, shown = _between(marks, "arrived", "changed"), _between(marks, "arrived", "painted")
    costs = {position: Cost(changed[position], each) for position, each in shown.items()}
    return Work(
        width,
        [each for position, each in costs.items() if position in own],
        [each for position, each in costs.items() if position not in own],
        list(_between(marks, "began", "done").values()),
    )


def _marks(trace: bytes) -> dict[str, float]:
    """When each mark was made, in milliseconds of processor time of the page's thread."""
    events: list[dict[str, Any]] = msgspec.json.decode(trace)["traceEvents"]
    return {each["name"]: each["tts"] / 1000 for each in events if "tts" in each and each["name"].count(" ") == 1}


def _between(marks: dict[str, float], begin: str, end: str) -> dict[int, float]:
    begun = {int(name.split()[1]): at for name, at in marks.items() if name.startswith(f"{begin} ")}
    return {number: marks[f"{end} {number}"] - at for number, at in begun.items() if f"{end} {number}" in marks}


async def _throttle(page: Page) -> None:
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


async def _updates(page: Page) -> list[Update]:
    found: list[dict[str, float]] = await page.evaluate("__seen.updates")
    return [
        Update(
            each["mutated"] - each["arrived"],
            each["painted"] - each["arrived"],
            int(each["missed"]),
            each["whole"] - each["arrived"],
            bool(each["line"]),
        )
        for each in found[1:]  # the first one is the whole table, while the page still loads
    ]


async def _shifts(page: Page, own: set[int]) -> list[Shift]:
    """All shifts. Nobody touches the page, so the browser takes none to be an answer to a touch or a key."""
    found: list[dict[str, Any]] = await page.evaluate("__seen.shifts")
    shown: list[dict[str, float]] = await page.evaluate("__seen.updates")
    seen = []
    for each in found:
        before = [note["position"] for note in shown if note["arrived"] <= each["at"]]
        mine = bool(before) and before[-1] in own
        seen.append(Shift(each["value"], each["at"], mine, tuple(each["what"])))
    return seen


async def _play(
    players: Sequence[Client],
    pages: Sequence[Page],
    rng: random.Random,
    most: int,
    between: Callable[[], Awaitable[None]] | None = None,
) -> set[int]:
    """Play up to so many moves, each once all pages show the one before and what is done between them is done.

    The first player's events.
    """
    own: set[int] = set()
    made: Counter[str] = Counter()
    for _ in range(most):
        await _seen(players, pages)
        if between is not None:
            await between()
        if players[0].over:
            return own
        mover = next(each for each in players if each.turn is not None and each.turn["must"])
        assert mover.turn is not None
        # Goods are seldom sold: random players would do little else.
        legal = [move for move in mover.turn["legal"] if move["type"] != "sell"] or mover.turn["legal"]
        # What was done least so far: a few rounds have what many have where all is left to chance.
        least = min(made[move["type"]] for move in legal)
        chosen = rng.choice([move for move in legal if made[move["type"]] == least])
        made[chosen["type"]] += 1
        accepted = await mover.move(chosen)
        if mover is players[0]:
            own.add(accepted["seq"])
        await mover.until(lambda mover=mover: mover.over or _has_turn(mover))  # type: ignore[misc]
    await _seen(players, pages)
    return own


async def _seen(players: Sequence[Client], pages: Sequence[Page]) -> None:
    """Wait until all players know of the newest event, and all pages show it."""
    newest = max(each.cursor[0] for each in players if each.cursor is not None)
    for each in players:
        await each.until(lambda each=each: _knows(each, newest))  # type: ignore[misc]
    for page in pages:
        await page.wait_for_function("position => __seen.position >= position", arg=newest)


def _has_turn(client: Client) -> bool:
    return client.turn is not None and client.cursor is not None and client.turn["seq"] >= client.cursor[0]


def _knows(client: Client, position: int) -> bool:
    return client.cursor is not None and client.cursor[0] >= position
