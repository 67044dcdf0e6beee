"""What a screen reader meets: landmarks that are told apart, one main part and heading, nothing without a name."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec import Struct
from playwright.async_api import Browser, Page

from partie.client.client import Client
from tests.browser.pictures import NAMES, Looker
from tests.browser.positions import Holds, at_sea, in_europe, lay_out, stage
from tests.browser.scene import Scene
from tests.browser.service import Service

LANDMARKS = {"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"}
GAMES: dict[str, Holds] = {
    "glenmore": stage("take"),
    "nereus": at_sea("crew", seat=None),
    "vinci": in_europe("expand"),
    "wikinger": stage("buy", round_=2),
}
"""A position of each game."""

NAMED = {"button", "checkbox", "combobox", "image", "link", "radio", "searchbox", "slider", "switch", "tab", "textbox"}


class Node(Struct, frozen=True):
    """Something in the accessibility tree."""

    role: str
    name: str
    level: int = 0
    """Of a heading."""
    within: tuple[str, ...] = ()
    """The roles of what it lies in, from the inside out."""


async def tree(page: Page) -> list[Node]:
    """The whole tree as the browser gives it to a screen reader, in the order of reading."""
    session = await page.context.new_cdp_session(page)
    found: dict[str, list[dict[str, Any]]] = await session.send("Accessibility.getFullAXTree")
    known = {each["nodeId"]: each for each in found["nodes"]}

    def within(node: dict[str, Any]) -> Iterator[str]:
        while (node := known.get(node.get("parentId", ""), {})) != {}:
            if not node["ignored"]:
                yield node["role"]["value"]

    return [
        Node(
            each["role"]["value"],
            str(each.get("name", {}).get("value", "")).strip(),
            next((of["value"]["value"] for of in each.get("properties", ()) if of["name"] == "level"), 0),
            tuple(within(each)),
        )
        for each in found["nodes"]
        if not each["ignored"]
    ]


def wrong(nodes: Sequence[Node]) -> list[str]:
    """What a reader would stumble over."""
    landmarks = Counter((each.role, each.name) for each in nodes if each.role in LANDMARKS)
    mains = sum(each.role == "main" for each in nodes)
    first = [each.name for each in nodes if each.role == "heading" and each.level == 1]
    return [
        *(f"{count} × {role} {name!r}" for (role, name), count in landmarks.items() if count > 1),
        *(f"{each.role} without a name" for each in nodes if each.role in NAMED and each.name == ""),
        *(f"{each.role} {each.name!r} in a heading" for each in nodes if _is_in_heading(each)),
        *(f"{each.role} {each.name!r}: a space too many" for each in nodes if _has_stray_space(each)),
        *([] if mains == 1 else [f"{mains} main parts"]),
        *([] if len(first) == 1 and first[0] != "" else [f"headings of the page: {first}"]),
    ]


def _is_in_heading(node: Node) -> bool:
    """A heading may be a link to itself; a button in it would be read as words of it."""
    return node.role == "button" and "heading" in node.within


def _has_stray_space(node: Node) -> bool:
    return node.role in NAMED and re.search(r"\s[:;,.!?](\s|$)", node.name) is not None


@pytest.mark.parametrize(
    ("width", "pages", "games"),
    [(1440, ["/", "/device", "/about", "/rules/glenmore", "/nowhere"], GAMES), (390, ["/"], ["glenmore"])],
)
async def test_a_screen_reader_finds_its_way(
    browser: Browser, service: Service, width: int, pages: Sequence[str], games: Sequence[str]
) -> None:
    """On all kinds of pages: each landmark has a name of its own, and everything that is used or seen has one."""
    players = [await Client.join(service.url, name) for name in NAMES[:3]]
    persons = [player.person for player in players]
    mark = secrets.token_hex(4)
    for game in games:
        await lay_out(service.redis, f"tree-{mark}-{game}", persons, GAMES[game], chance="tree", game=game)
    await lay_out(service.redis, f"tree-{mark}-over", persons, stage("over"), chance="tree")
    opened = await players[1].create("glenmore", 4)
    tables = [opened, *(f"tree-{mark}-{name}" for name in (*games, "over"))]
    paths = [*pages, *(f"/table/{table}" for table in tables)]
    looker = Looker(browser, service.url, players[0].cookie, follow=True)

    async def look(scene: Scene) -> list[str]:
        async with looker.look(scene, width, "light") as page:
            return [f"{scene.path}: {each}" for each in wrong(await tree(page))]

    looked = [Scene("start", "/", guest=True), *(Scene(path, path) for path in paths)]
    found = await asyncio.gather(*(look(scene) for scene in looked))
    for player in players:
        await player.close()
    assert [each for one in found for each in one] == []


async def test_a_page_on_which_a_screen_reader_gets_lost_is_found(browser: Browser) -> None:
    """Unnamed landmarks, picture and button, a button in a heading, a misspelt one, and no heading of the page."""
    page = await browser.new_page()
    await page.set_content(
        "<nav></nav><nav></nav><main><button></button><img src='x.png'>"
        "<h2>Left <button>Rule</button></h2><button><b>Play</b> : Habagat</button></main>"
    )
    assert wrong(await tree(page)) == [
        "2 × navigation ''",
        "button without a name",
        "image without a name",
        "button 'Rule' in a heading",
        "button 'Play : Habagat': a space too many",
        "headings of the page: []",
    ]
    await page.close()
