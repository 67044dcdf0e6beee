"""Browser profiles: one that a test is done with serves the next test, emptied of what its person left."""

from __future__ import annotations

from collections import defaultdict
from contextlib import AsyncExitStack
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.measure import FONTS

OUTSIDE: Final = (-1, -1)
"""Where a mouse points at nothing."""

BLANK: Final = "about:blank"

UNDONE: Final = ("add_init_script", "expose_binding", "expose_function", "route")
"""Methods of a page whose effect outlives what it shows, and can be taken back."""

LASTING: Final = ("add_locator_handler", "emulate_media", "once", "route_web_socket", "set_extra_http_headers")
"""Methods of a page whose effect can't: a page on which one was called is closed."""


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
    def size(self) -> ViewportSize:
        """That of its window."""
        return {"width": self.width, "height": 844 if self.touch else 900}

    @property
    def settings(self) -> dict[str, Any]:
        """The options of its browser context."""
        return {
            "locale": self.locale,
            "viewport": self.size,
            "has_touch": self.touch,
            "is_mobile": self.touch,
            "reduced_motion": "reduce" if self.still else "no-preference",
            "service_workers": "allow" if self.workers else "block",
        }


class Profile:
    """A browser context, and the page that its person comes to.

    The page serves the next person, too, unless something was done to it that cannot be taken back: in a new one all
    that is shown takes half as long again.
    """

    def __init__(self, device: Device, context: BrowserContext) -> None:
        self.device = device
        self.context = context
        self.page: Page
        self._visited: set[str] = set()
        self._undo = AsyncExitStack()
        self._spoilt = True
        self._debug = context.new_cdp_session
        self._note(context, "new_cdp_session")

    async def open(self, url: str) -> None:
        """Have an empty page, for a service at this address."""
        if self._spoilt:
            self.page = await self.context.new_page()
            self._spoilt = False
            self._take_back_listeners()
            for name in UNDONE:
                self._take_back(name)
            for name in LASTING:
                self._note(self.page, name)
        await self._empty()
        self._visited = {_origin(url)}

    async def leave(self) -> None:
        """Take back what was done to the page, or close it; all others are closed."""
        await self._undo.aclose()
        pages = self.context.pages
        # A page stores some things for itself, which only a page of the same address can delete.
        stays = self.page in pages and _origin(self.page.url) in self._visited
        self._spoilt |= self.device.driven or not stays
        self._visited |= {_origin(page.url) for page in pages}
        if not self._spoilt:
            await self.page.evaluate("sessionStorage.clear()")
            await self.page.mouse.move(*OUTSIDE)
            await self.page.goto(BLANK)
            if self.page.viewport_size != self.device.size:
                await self.page.set_viewport_size(self.device.size)
        for page in pages:
            if self._spoilt or page != self.page:
                await page.close()

    async def _empty(self) -> None:
        """Forget everything but what the browser has loaded."""
        await self.context.clear_cookies()
        await self.context.clear_permissions()
        await self.context.set_offline(False)
        session = await self._debug(self.page)
        for origin in self._visited:
            await session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        await session.send("Page.resetNavigationHistory")
        await session.detach()

    def _note(self, on: Page | BrowserContext, name: str) -> None:
        """Have a method say that the page cannot serve anybody else."""
        method = getattr(on, name)

        @wraps(method)
        def noted(*arguments: Any, **named: Any) -> Any:
            self._spoilt = True
            return method(*arguments, **named)

        setattr(on, name, noted)

    def _take_back(self, name: str) -> None:
        """Have a method of the page keep how its effect is taken back."""
        method = getattr(self.page, name)

        @wraps(method)
        async def kept(*arguments: Any, **named: Any) -> Any:
            return await self._undo.enter_async_context(await method(*arguments, **named))

        setattr(self.page, name, kept)

    def _take_back_listeners(self) -> None:
        page, listen = self.page, self.page.on

        def kept(event: Any, f: Any) -> None:
            listen(event, f)
            self._undo.callback(page.remove_listener, event, f)

        page.on = kept  # type: ignore[method-assign]


class Profiles:
    """Hands out empty profiles. One that was used before keeps the files that the browser has loaded.

    Otherwise every page of every person would fetch the whole client again, which is a fifth of all work.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[Device, list[Profile]] = defaultdict(list)

    @property
    def free(self) -> list[BrowserContext]:
        """The contexts that nobody has."""
        return [profile.context for each in self._free.values() for profile in each]

    async def take(self, device: Device, url: str) -> Profile:
        """An empty profile, with a page for a service at this address."""
        free = self._free[device]
        profile = free.pop() if free else Profile(device, await self._new(device))
        await profile.open(url)
        return profile

    async def give_back(self, profile: Profile) -> None:
        """Take the profile of somebody who goes."""
        if profile.device.workers:
            await profile.context.close()
        else:
            await profile.leave()
            self._free[profile.device].append(profile)

    async def _new(self, device: Device) -> BrowserContext:
        context = await self._browser.new_context(**device.settings)
        await context.add_init_script(FONTS)
        if device.driven:
            await context.clock.install()
        return context


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
