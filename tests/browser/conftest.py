"""A real service, a real browser, and people with pages open in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from hatch_build import build_client
from partie.client.client import Client
from tests.browser.gallery import shown_gallery
from tests.browser.line import Line
from tests.browser.measure import UNDRAWN, running_browser
from tests.browser.people import Person
from tests.browser.profiles import Device, Profile, Profiles
from tests.browser.service import NOWHERE, Service, Settings
from tests.browser.words import Words

StartService = Callable[..., Service]
Come = Callable[..., Awaitable[Person]]
Join = Callable[..., Awaitable[Client]]


@pytest.fixture(scope="session")
def client() -> Path:
    """The browser client, built from the present sources."""
    return build_client()


@pytest.fixture(scope="session")
def service(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests share."""
    service = Service(tmp_path_factory.mktemp("service") / "data", emails=NOWHERE)
    service.start()
    yield service
    service.stop()


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """The address of the gallery."""
    with shown_gallery() as url:
        yield url


@pytest.fixture
def start_service(client: Path, tmp_path: Path) -> Iterator[StartService]:
    """Start a private service, to kill, to reach under another address, or to send emails."""
    services: list[Service] = []

    def start(
        host: str = "127.0.0.1", *, chance: str = "", emails: str = "", settings: Settings | None = None
    ) -> Service:
        data = tmp_path / f"data-{len(services)}"
        service = Service(data, host, chance=chance, emails=emails, settings=settings)
        services.append(service)
        service.start()
        return service

    yield start
    for service in services:
        service.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser lives in one event loop, so all tests that share it run in that one."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def line(service: Service) -> AsyncIterator[Line]:
    """A line to the shared service, for a page that loses its connection."""
    async with Line(service.url) as line:
        yield line


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser() -> AsyncIterator[Browser]:
    """Started once: that takes longer than many a test."""
    async with running_browser(UNDRAWN) as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def drawing_browser() -> AsyncIterator[Browser]:
    """A browser that draws whole pages, as people's browsers do."""
    async with running_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def profiles(shared_browser: Browser) -> Profiles:
    """Profiles for people, which all tests share one after the other."""
    return Profiles(shared_browser)


@pytest_asyncio.fixture(loop_scope="session")
async def browser(shared_browser: Browser, profiles: Profiles) -> AsyncIterator[Browser]:
    """A browser without a profile; what a test makes of its own in it ends with the test."""
    yield shared_browser
    for context in shared_browser.contexts:
        if context not in profiles.free:
            await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def come(browser: Browser, profiles: Profiles, request: pytest.FixtureRequest) -> AsyncIterator[Come]:
    """Let a person with a name open a page in an empty profile; of the shared service unless a URL is given.

    Without ``sign_in`` they have no name yet, and no page. With ``still`` there are no flights: whole games of many
    moves would mostly be waiting for them. With ``driven`` the test moves the clock of the page. With
    ``workers`` the page installs the service's worker.
    At the end nobody may have seen an error of the page's scripts.
    """
    people: list[tuple[Person, Profile]] = []

    async def come(
        name: str,
        path: str = "/",
        *,
        url: str = "",
        language: str = "en-GB",
        width: int = 1440,
        touch: bool = False,
        still: bool = False,
        driven: bool = False,
        workers: bool = False,
        sign_in: bool = True,
    ) -> Person:
        device = Device(language, width, touch, still, driven, workers)
        words = Words("de" if language.startswith("de") else "en")
        where = url or request.getfixturevalue("service").url
        profile = await profiles.take(device, where)
        person = Person(name, profile.page, where, words)
        people.append((person, profile))
        if sign_in:
            await person.come_in(path)
        return person

    yield come
    for person, profile in people:
        assert person.errors == [], f"{person.name} saw errors of the page"
        await profiles.give_back(profile)


@pytest_asyncio.fixture(loop_scope="session")
async def join(request: pytest.FixtureRequest) -> AsyncIterator[Join]:
    """Let a person with a name come without a page, whom nobody looks over the shoulder; of the shared service too."""
    clients: list[Client] = []

    async def join(name: str, *, url: str = "") -> Client:
        clients.append(await Client.join(url or request.getfixturevalue("service").url, name))
        return clients[-1]

    yield join
    for client in clients:
        await client.close()
