"""Browser profiles: one that a test is done with serves the next test, emptied of what its person left."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Page

from tests.browser.measure import FONTS


class Device(Struct, frozen=True):
    """What a person reads on, and in which language."""

    locale: str
    width: int
    touch: bool
    still: bool
    """Nothing moves on it."""
    driven: bool = False
    """The test moves its clock, which can’t be taken out of a profile again: nobody else is given that one."""
    workers: bool = False
    """It installs the service's worker. While one runs, the browser can’t forget the site: nobody else is given it."""

    @property
    def settings(self) -> dict[str, Any]:
        """The options of its browser context."""
        return {
            "locale": self.locale,
            "viewport": {"width": self.width, "height": 844 if self.touch else 900},
            "has_touch": self.touch,
            "is_mobile": self.touch,
            "reduced_motion": "reduce" if self.still else "no-preference",
            "service_workers": "allow" if self.workers else "block",
        }


class Profiles:
    """Hands out pages of empty profiles. One that was used before keeps the files that the browser has loaded.

    Otherwise every page of every person would fetch the whole client again, which is a fifth of all work.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[Device, list[BrowserContext]] = defaultdict(list)
        self._visited: dict[BrowserContext, set[str]] = defaultdict(set)

    @property
    def free(self) -> list[BrowserContext]:
        """Those that nobody has."""
        return [context for each in self._free.values() for context in each]

    async def page(self, device: Device, url: str) -> Page:
        """A page of an empty profile, for a service at this address."""
        free = self._free[device]
        context = free.pop() if free else await self._new(device)
        page = await context.new_page()
        await self._empty(context, page)
        self._visited[context].add(_origin(url))
        return page

    async def give_back(self, device: Device, context: BrowserContext) -> None:
        """Take the profile of somebody who goes."""
        for page in context.pages:
            self._visited[context].add(_origin(page.url))
            await page.close()
        if device.workers:
            await context.close()
        else:
            self._free[device].append(context)

    async def _new(self, device: Device) -> BrowserContext:
        context = await self._browser.new_context(**device.settings)
        await context.add_init_script(FONTS)
        if device.driven:
            await context.clock.install()
        return context

    async def _empty(self, context: BrowserContext, page: Page) -> None:
        """Forget everything but what the browser has loaded."""
        await context.clear_cookies()
        await context.clear_permissions()
        await context.set_offline(False)
        if visited := self._visited.pop(context, None):
            session = await context.new_cdp_session(page)
            for origin in visited:
                await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            await session.detach()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
