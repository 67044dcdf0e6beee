"""What people do with the page, by what they see and read on it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from playwright.async_api import ConsoleMessage, Locator, Page, expect

from partie.client.client import Client, sign_in
from tests.browser.connection import PATIENCE, Connection
from tests.browser.words import Words

NOTICED = 60_000
"""Milliseconds in which a page notices at the latest that its connection is gone; it is trusted for ten seconds."""

BACK = 30_000 + PATIENCE
"""Milliseconds after which a page has its connection back at the latest: its tries lie up to half a minute apart."""

expect.set_options(timeout=PATIENCE)

NETWORK = re.compile(r"WebSocket|ERR_|Failed to load resource|Refused to apply style")
"""The browser's own words on a connection that is down, on a refused request, or on a file that is gone."""


ENGLISH = Words("en")


class Person:
    """Somebody with one page open, in the language that they read."""

    def __init__(self, name: str, page: Page, url: str, words: Words = ENGLISH) -> None:
        self.name = name
        self.words = words
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.connection = Connection(page)
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._read_console)

    def _read_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not NETWORK.search(message.text):
            self.errors.append(message.text)

    # --- finding things -------------------------------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        """A button by its words."""
        return self.page.get_by_role("button", name=name, exact=exact and isinstance(name, str))

    @property
    def action_bar(self) -> Locator:
        """The edge with the prompt and the main action."""
        return self.page.get_by_role("region", name=self.words("rail.label"))

    @property
    def main(self) -> Locator:
        """The one bright button."""
        return self.action_bar.locator(".btn.main")

    @property
    def history(self) -> Locator:
        """The lines of what happened."""
        return self.page.get_by_role("region", name=self.words("history.title")).last

    async def unfold(self) -> None:
        """Open every turn of the history."""
        await expect(self.history.locator("[data-turn]").first).to_be_visible()
        closed = self.history.locator("[data-turn][aria-expanded=false]")
        await closed.evaluate_all("turns => turns.forEach((turn) => turn.click())")
        await self.page.evaluate("new Promise(requestAnimationFrame)")

    async def reads(self, words: str | re.Pattern[str]) -> None:
        """Wait for a line of the history, in whatever turn: each folds when the next one begins."""
        line = self.history.get_by_text(words).first
        async with asyncio.timeout(PATIENCE / 1000):
            while not await line.is_visible():
                await self.unfold()

    @property
    def moves(self) -> Locator:
        """The buttons of legal moves."""
        return self.page.locator("button.move")

    @property
    def plates(self) -> Locator:
        """The seats of a running game."""
        return self.page.get_by_role("region", name=self.words("seats")).locator("article")

    @property
    def table(self) -> str:
        """The address of the table that is open."""
        return self.page.url.split("?")[0].split("#")[0]

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size, and wait until the page has drawn itself for that."""
        await self.page.set_viewport_size({"width": width, "height": height})
        # What the scripts of the page change for a size they have changed at the second frame.
        await self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    # --- coming in ------------------------------------------------------------------------------------------------

    async def arrive(self, path: str = "/") -> None:
        """Open a page for the first time, as a guest without a chosen name."""
        await self.page.goto(self.url + path)
        await expect(self.page.get_by_text(self.words("line.connected.short"), exact=True)).to_be_visible()

    async def give_name(self) -> None:
        """Answer the page that asks what one wants to be called."""
        sheet = self.page.get_by_role("dialog", name=self.words("name.title"))
        await sheet.get_by_label(self.words("name.label")).fill(self.name)
        await sheet.get_by_role("button", name=self.words("name.do")).click()
        await expect(sheet).to_have_count(0)

    async def come_in(self, path: str = "/") -> None:
        """Open a page with a name that was given before."""
        await self._begin_session()
        await self.page.goto(self.url + path)
        await expect(self.page.get_by_text(self.words("line.connected.short"), exact=True)).to_be_visible()

    async def _begin_session(self) -> None:
        await self._keep(await asyncio.to_thread(sign_in, self.url, self.name))

    async def _keep(self, cookie: str) -> None:
        name, value = cookie.split("=", 1)
        await self.page.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    async def continue_as(self, client: Client) -> None:
        """Have the session of a client that came without a page: it has one from here on."""
        await self._keep(client.cookie)

    async def known(self) -> str:
        """Have a name and a session before the first page is opened; the person."""
        await self._begin_session()
        session = await (await self.page.context.request.get(f"{self.url}/api/session")).json()
        return str(session["person"])

    async def client(self) -> Client:
        """A connection of the same person next to the page, for steps that the test is not about."""
        cookies = await self.page.context.cookies()
        return await Client.join(self.url, cookie="; ".join(f"{one['name']}={one['value']}" for one in cookies))

    async def come_to(self, table: str, game: str) -> None:
        """Show a table of a game whose tour the person has seen."""
        await self.was_shown(game)
        await self.page.goto(f"{self.url}/table/{table}")

    async def was_shown(self, game: str) -> None:
        """Have been shown around at tables of a game before the first page is opened."""
        # An empty page, which lies behind this one, remembers nothing.
        shown = f"localStorage.setItem('partie.tour.{game}', 'shown')"
        await self.page.add_init_script(f"if (location.protocol !== 'about:') {shown}")

    async def set_up(self, game: str, seats: int, choices: Mapping[str, str] = {}) -> str:
        """Create a table and take its first seat; the address of the table. Choices go by the key of their label."""
        form = await self.create_form(more=bool(choices))
        await form.get_by_role("radio", name=self.words(f"{game}:name")).check()
        await self.choose("create.seats", str(seats))
        for key, value in choices.items():
            await self.choose(key, value)
        await form.get_by_role("button", name=self.words("create.do")).click()
        await expect(self.page).to_have_url(re.compile("/table/"))
        # Where all others are bots, nobody has to be ready.
        if seats > 1 and "create.fill" not in choices:
            await expect(self.main).to_have_text(self.words.like("rail.ready"))
        return self.table

    async def create_form(self, *, more: bool = False) -> Locator:
        """The sheet in which a table is set up; with ``more`` all that it can be asked is in sight."""
        form = self.page.get_by_role("dialog", name=self.words("create.title"))
        if not await form.is_visible():
            await self.button(self.words("lobby.set_up")).first.click()
        if more and not await form.locator("details").evaluate("details => details.open"):
            await form.get_by_text(self.words("create.more")).click()
        return form

    async def choose(self, key: str, value: str) -> None:
        """Choose one of a strip of choices, or of a list, by the key of its label."""
        label = self.words(key)
        group = self.page.get_by_role("group", name=label, exact=True)
        listed = self.page.get_by_role("combobox", name=label, exact=True)
        await group.or_(listed).first.wait_for()
        if await listed.count():
            await listed.select_option(label=value)
        else:
            await group.get_by_role("radio", name=value, exact=True).check()

    async def sit(self) -> None:
        """Take the first free seat of the open table; the next one where somebody was quicker."""
        taken = True
        while taken:
            await expect(self.main).to_have_text(self.words.like("open.sit"))
            asked = self.connection.asked
            await self.main.click()
            taken = any(answer.get("code") == "seat_taken" for answer in await self.connection.answers(asked))
        await expect(self.main).to_have_text(self.words.like("rail.ready"))

    async def ready(self) -> None:
        """Say that one is ready; the last one to do so starts the game."""
        await expect(self.main).to_have_text(self.words.like("rail.ready"))
        await self.main.click()

    async def started(self) -> None:
        """Wait until the game has begun."""
        await expect(self.history.get_by_text(self.words("history.started"))).to_be_visible()

    # --- playing --------------------------------------------------------------------------------------------------

    async def my_turn(self) -> None:
        """Wait until it is one's turn."""
        await expect(self.action_bar.get_by_text(self.words("rail.your_turn"))).to_be_visible()

    async def move(self, name: str | re.Pattern[str], *, wait: bool = True) -> str:
        """Choose a move by its words and make it; what it said. Waits until the page has it, unless told not to."""
        # Until the decision after an event arrives, the moves are those before it.
        await expect(self.action_bar).not_to_have_attribute("aria-busy", "true")
        choice = self.moves.filter(has_text=name).first
        text = await choice.locator(".label").inner_text()
        if await choice.get_attribute("aria-pressed") != "true":
            await choice.click()
        await expect(self.main).to_have_text(re.compile(re.escape(text)))
        asked = self.connection.asked
        await self.main.click()
        if wait:
            # Others may act meanwhile: the next event need not be this person's.
            await self.reaches(await self.connection.accepted(asked))
            await expect(self.action_bar).not_to_have_attribute("aria-busy", "true")
        return text

    async def position(self) -> int:
        """The number of the newest event that the page knows."""
        return int(await self.history.get_attribute("data-newest") or 0)

    async def reaches(self, position: int) -> None:
        """Wait until the page knows of an event."""
        await self.page.wait_for_function(
            "position => Number(document.querySelector('[data-newest]')?.dataset.newest) >= position", arg=position
        )

    async def settled(self, position: int) -> None:
        """Wait until the page has shown an event with all that flies."""
        await self.reaches(position)
        await self.page.wait_for_function(
            "() => document.querySelector('[data-anchor=action-bar]').ariaBusy !== 'true'"
        )

    async def state(self) -> Literal["mine", "others", "over"]:
        """Whether it is one's turn, others are to move, or the game is over, at the newest known position."""
        await expect(self.action_bar).not_to_have_attribute("aria-busy", "true")
        text = await self.action_bar.inner_text()
        if self.words("rail.your_turn") in text:
            return "mine"
        return "over" if self.words("rail.play_again") in text else "others"


async def begin(
    game: str, players: Sequence[Person | Client], watching: Sequence[Person] = (), *, options: Mapping[str, int] = {}
) -> None:
    """Let people start a game, and show it to those with a page; the first one has the first seat.

    Those with a page have no name yet. A client is a player without a page.
    """
    people = [each for each in (*players, *watching) if isinstance(each, Person)]
    for person in people:
        await person.known()
    clients = [await each.client() if isinstance(each, Person) else each for each in players]
    table = await start(game, clients, options=options)
    await asyncio.gather(*(person.page.goto(f"{person.url}/table/{table}") for person in people))
    for person in people:
        await person.started()
    for client in clients:
        if client not in players:
            await client.close()


async def start(game: str, players: Sequence[Client], **settings: Any) -> str:
    """Let people without pages start a game, the first one at the first seat; the table."""
    # As the form in the lobby creates it.
    chosen = {"access": "open", "watch": "all", "chat": "private", **settings}
    table = await players[0].create(game, len(players), **chosen)
    for seat, player in enumerate(players):
        await player.enter(table)
        await player.do({"type": "sit", "seat": seat})
    for player in players:
        await player.ready()
    return table
