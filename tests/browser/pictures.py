"""Pictures of all pages and states on eight screens in both lights, to be looked at.

``python -m tests.browser.pictures [--out FOLDER] [--only WORD ...] [--widths 390 1440] [--safe]`` writes them to
``tests/.artifacts/pictures`` as ``<scene>-<width>-<light>.png``, and next to them ``contact.html``, which shows all of
them. Each width stands for a screen of one height. The tables stand at the same positions every time. With ``--safe``
they have the colours for people who see few of them. It fails if a page breaks a word in the middle.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from msgspec import Struct
from playwright.async_api import Browser, BrowserContext, Locator, Page
from playwright.async_api import Error as BrowserError

from hatch_build import build_client
from partie.client.client import Client
from partie.features.ratings.outcome import Outcome, RatedSeat
from partie.features.ratings.ratings import Ratings
from partie.redis import store
from partie.redis.connect import connect
from tests.browser import contact
from tests.browser.broken import broken_words
from tests.browser.connection import PATIENCE
from tests.browser.evenings import play_evenings
from tests.browser.gallery import SECTIONS, shown_gallery
from tests.browser.matters import page_scenes, table_scenes
from tests.browser.measure import COMPLETE, FONTS, running_browser
from tests.browser.positions import Holds, at_sea, empire, in_europe, in_hand, lay_out, left, stage
from tests.browser.profiles import OUTSIDE
from tests.browser.scene import WORDS, Action, Scene, come, first_choice, named_tab, past, phone, scoring, watch
from tests.browser.service import NOWHERE, ROOT, Service

OUT = ROOT / "tests" / ".artifacts" / "pictures"
HEIGHTS = {390: 844, 844: 390, 820: 1180, 1024: 768, 1280: 720, 1366: 768, 1440: 900, 2560: 1440}
"""The height of the screen of each width: phones upright and lying, tablets, laptops and a large screen."""
LYING = 844
"""The width of a phone that lies on its side."""
LIGHTS = ("light", "dark")
AT_ONCE = 3
NAMES = ("Annika", "Henrik", "Marlene", "Torf")


class Reader(Struct, frozen=True):
    """The viewer and the screen."""

    width: int
    light: str
    language: str
    cookie: str
    first: bool


async def _press(page: Page, *keys: str) -> None:
    for key in keys:
        await page.keyboard.press(key)


async def _panel(page: Page) -> None:
    await _ask(page, page.locator("[data-anchor^='tile:']:visible").first)


async def _ask(page: Page, thing: Locator) -> None:
    """Point at it, or let a finger rest on it."""
    box = await thing.bounding_box()
    assert box is not None
    if not phone(page):
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return
    session = await page.context.new_cdp_session(page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    await page.get_by_role("dialog").wait_for()
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


WAKE = """() => {
  const { now } = Date
  Date.now = () => now() + 60_000
  dispatchEvent(new Event('pageshow'))
  Date.now = now
}"""
"""The page wakes from a sleep, and so looks at once whether its connection still stands."""


async def _offline(page: Page) -> None:
    await page.context.set_offline(True)
    await page.evaluate(WAKE)
    await (
        page.get_by_text(WORDS.like("line.offline", "line.lost", "line.poor.short"))
        .filter(visible=True)
        .first.wait_for()
    )


async def _result(page: Page) -> None:
    """The positions that tell how the points went come last."""
    await page.get_by_role("region", name=WORDS.only("result.title")).locator("figure svg").scroll_into_view_if_needed()


async def _rules(page: Page) -> None:
    await (
        page.get_by_role("button", name=WORDS.only("nav.rules"))
        .or_(page.get_by_role("link", name=WORDS.only("nav.rules")))
        .first.click()
    )


async def _overview(page: Page) -> None:
    await page.keyboard.press("o")
    await page.get_by_role("dialog").locator("table, details").first.wait_for()


async def _preferences(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.only("prefs.title", "nav.menu")).first.click()


def _tab(number: int) -> Action:
    async def action(page: Page) -> None:
        tabs = page.get_by_role("navigation").last.get_by_role("button")
        if phone(page):
            await tabs.nth(number).click()

    return action


async def _hover_crew(page: Page) -> None:
    await page.locator("[data-anchor='row:captain']").hover()


async def _sail_far(page: Page) -> None:
    """Choose the most expensive space in reach, without sailing there."""
    await page.locator("[data-can][data-anchor^='field:']:visible").first.wait_for()
    spaces = await page.locator("[data-can][data-anchor^='field:']:visible").all()
    labels = [(await space.inner_text(), space) for space in spaces]
    expensive = [space for label, space in labels if "gold" in label.lower()]
    await (expensive or spaces)[-1].click()


async def _pick_up(page: Page) -> None:
    await page.locator("[data-anchor^='hand:']:visible").first.click()


async def _the_day(page: Page) -> None:
    """Look up the day with its discovery card and, for two players, the compass."""
    await page.locator(".day-button").click()
    await page.get_by_role("group", name=WORDS.only("nereus:day.title")).wait_for()


async def _lose(page: Page) -> None:
    """Try to end the turn with treasures in hand."""
    await page.locator(".action-bar").get_by_role("button", name=WORDS.like("nereus:move.end_turn")).click()
    await page.get_by_role("dialog").wait_for()


async def _sail_past(page: Page) -> None:
    """Choose a space to which several ways lead, so that one may pay a toll in place of a bend."""
    await page.locator("[data-can][data-anchor^='field:']:visible").first.wait_for()
    for space in await page.locator("[data-can][data-anchor^='field:']:visible").all():
        await space.click()
        ways = page.get_by_role("group", name=WORDS.only("nereus:region.choices")).get_by_role("button")
        if await ways.count() > 1:
            await ways.last.click()
            return


async def _other_cabin(page: Page) -> None:
    if phone(page):
        await page.get_by_role("navigation").last.get_by_role("button").nth(3).click()
    await page.locator("[data-anchor='plate:1'] button.map:visible").first.click()


async def _create(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.like("lobby.set_up")).first.click()
    await page.get_by_role("dialog", name=WORDS.only("create.title")).wait_for()


async def _spoken(page: Page) -> None:
    await page.evaluate("localStorage.setItem('partie.spoken', 'yes')")
    await page.reload()
    await page.locator(".spoken.sheet").wait_for()


async def _rated(service: Service, persons: Sequence[str]) -> None:
    """Ratings of all of them, as if they had accounts and had played some evenings."""

    async def everybody(asked: Iterable[str]) -> set[str]:
        return set(asked)

    redis = connect(service.redis)
    ratings = Ratings(redis, everybody)
    for evening in range(9):
        order = sorted(persons, key=lambda person: (persons.index(person) * 7 + evening * evening) % 11)
        seats = tuple(RatedSeat(seat, person, seat + 1) for seat, person in enumerate(order))
        ended = 1_750_000_000_000 + evening * 86_400_000
        await ratings.put(Outcome(f"evening-{persons[0]}-{evening}", "glenmore", ended, 9, "00", seats))
    await store.close(redis)


async def scenes(service: Service, players: Sequence[Client], prefix: str = "pictures") -> list[Scene]:
    """All scenes; their tables, named so, are made here."""
    persons = [player.person for player in players]
    guests = await _guests(service)
    people = [*persons, *(guest.person for guest in guests)]
    await _rated(service, people)
    await play_evenings(service, people)
    opened = await players[0].create("glenmore", 4)
    await players[0].enter(opened)
    for seat, player in enumerate(players[:3]):
        await player.enter(opened)
        await player.do({"type": "sit", "seat": seat})
    await players[1].ready()
    for game, seats in (("glenmore", 2), ("glenmore", 5), ("toy", 3)):
        await players[1].create(game, seats)
    tables = {}

    async def lay(name: str, seated: Sequence[str], wanted: Holds) -> str:
        await lay_out(service.redis, f"{prefix}-{name}", seated, wanted, chance=name)
        return f"/table/{prefix}-{name}"

    for step in ("take", "pay", "place", "activate", "collect", "move", "over"):
        more = (lambda game: len(game["players"]["0"]["land"]) >= 7) if step in ("take", "place") else None
        tables[step] = await lay(step, persons, stage(step, more=more))
    other = await lay("other", persons, stage("take", seat=2))
    two = await lay("two", persons[:2], stage("take"))
    five = await lay("five", people[:5], stage("place", round_=3))
    begin = await lay("begin", persons, stage("take", round_=1))
    nereus = await _nereus_scenes(service, persons, prefix)
    vinci = await _vinci_scenes(service, people, prefix)
    wikinger = await _wikinger_scenes(service, persons, prefix)
    pages = await page_scenes(service, players[1], prefix)
    matters = await table_scenes(service, players, opened, tables["take"], tables["over"], prefix)
    return [
        Scene("start", "/", guest=True, whole=True),
        Scene("start-de", "/", guest=True, whole=True, language="de"),
        Scene("lobby", "/", whole=True),
        Scene("lobby-de", "/", whole=True, language="de"),
        Scene("create", "/", action=_create),
        Scene("device", "/device", whole=True),
        Scene("device-de", "/device", whole=True, language="de"),
        Scene("account", "/account", whole=True),
        Scene("account-de", "/account", whole=True, language="de"),
        Scene("account-sign-in", "/account", guest=True, whole=True),
        Scene("account-reset", "/account#ABCD-EFGH-JKMN", guest=True, whole=True),
        Scene("account-forgotten", "/account#forgotten", guest=True, whole=True),
        Scene("account-forgotten-de", "/account#forgotten", guest=True, whole=True, language="de"),
        Scene("account-confirm", "/account#confirm.no.good", guest=True, whole=True),
        Scene("account-link", "/account#reset.no.good", guest=True, whole=True),
        Scene("person", f"/people/{persons[0]}", whole=True),
        Scene("person-de", f"/people/{persons[0]}", whole=True, language="de"),
        Scene("game", "/games/glenmore", whole=True),
        Scene("game-de", "/games/vinci", whole=True, language="de"),
        Scene("ladder", "/ladder/glenmore", whole=True),
        Scene("ladder-de", "/ladder/glenmore", whole=True, language="de"),
        Scene("about", "/about", whole=True),
        Scene("about-de", "/about", whole=True, language="de"),
        Scene("rules", "/rules/glenmore"),
        Scene("rules-de", "/rules/glenmore", language="de"),
        Scene("nowhere", "/nowhere"),
        Scene("open", f"/table/{opened}", whole=True),
        Scene("begin", begin),
        Scene("tour", begin, first=True),
        Scene("tour-de", begin, first=True, language="de"),
        Scene("take", tables["take"]),
        Scene("take-de", tables["take"], language="de"),
        Scene("take-page", tables["take"], whole=True),
        Scene("take-two", two),
        Scene("five", five),
        Scene("five-placing", five, action=first_choice, whole=True),
        Scene("chosen", tables["take"], action=first_choice),
        Scene("panel", tables["take"], action=_panel),
        Scene("pay", tables["pay"]),
        Scene("place", tables["place"]),
        Scene("placing", tables["place"], action=first_choice),
        Scene("activate", tables["activate"]),
        Scene("collect", tables["collect"]),
        Scene("move", tables["move"]),
        Scene("other", other),
        Scene("watching", tables["take"], action=watch, guest=True),
        Scene("past", tables["activate"], action=past),
        Scene("past-de", tables["activate"], action=past, language="de"),
        Scene("result", tables["over"]),
        Scene("result-de", tables["over"], language="de"),
        Scene("result-page", tables["over"], action=_result, whole=True),
        Scene("rules-drawer", tables["take"], action=_rules),
        Scene("overview", tables["take"], action=_overview),
        Scene("overview-de", tables["take"], action=_overview, language="de"),
        Scene("preferences", tables["take"], action=_preferences),
        Scene("offline", tables["take"], action=_offline),
        Scene("in-words", tables["take"], action=_spoken, whole=True),
        *(Scene(f"surface-{number}", tables["take"], action=_tab(number)) for number in range(4)),
        *(Scene(f"rules-{game}", f"/rules/{game}") for game in ("nereus", "wikinger", "vinci")),
        Scene("scoring", tables["over"], action=scoring),
        *pages,
        *matters,
        *nereus,
        *vinci,
        *wikinger,
    ]


def gallery_scenes(gallery: str) -> list[Scene]:
    """Every section of the gallery, which is shown at an address of its own."""
    names = sorted(path.stem for path in SECTIONS.glob("*.svelte"))
    return [Scene(f"gallery-{name}", f"{gallery}/#{name}", whole=True, waits=False) for name in names]


async def _nereus_scenes(service: Service, persons: Sequence[str], prefix: str) -> list[Scene]:
    """The scenes of Waters of Nereus."""

    async def lay(name: str, wanted: Holds, seats: int = 4) -> str:
        table = f"{prefix}-nereus-{name}"
        await lay_out(service.redis, table, persons[:seats], wanted, chance="nereus", game="nereus")
        return f"/table/{table}"

    def sent(crew: str) -> Holds:
        return at_sea("ready", day=2, more=lambda game: game["turn"]["crew"] == crew)

    keep = await lay("keep", at_sea("keep", seat=None))
    crew = await lay("crew", at_sea("crew", seat=None, day=3, more=_undecided))
    marker = await lay("marker", at_sea("marker", day=3))
    pilot = await lay("pilot", sent("pilot"))
    boatswain = await lay("boatswain", sent("boatswain"))
    explorer = await lay("explorer", sent("explorer"))
    hand = await lay("hand", at_sea("ready", "block", "free", day=2, more=lambda game: in_hand(game, 0) > 1))
    offer = await lay("offer", at_sea("offer"))
    other = await lay("other", at_sea("block", "free", seat=2, day=3, more=lambda game: in_hand(game, 2) > 0))
    toll = await lay("around", at_sea("ready", more=_beside_another))
    two = await lay("two", at_sea("ready", day=2, more=lambda game: game["turn"]["crew"] == "captain"), 2)
    over = await lay("over", at_sea("over", seat=None))
    return [
        Scene("nereus-tour-de", keep, first=True, language="de"),
        Scene("nereus-corner", await lay("corner", at_sea("corner"))),
        Scene("nereus-keep", keep),
        Scene("nereus-crew", crew),
        Scene("nereus-crew-de", crew, language="de"),
        Scene("nereus-crew-page", crew, whole=True),
        Scene("nereus-hover", crew, action=_hover_crew),
        Scene("nereus-chosen", crew, action=first_choice),
        Scene("nereus-marker", marker),
        Scene("nereus-marker-de", marker, language="de"),
        Scene("nereus-sail", pilot),
        Scene("nereus-sailing", pilot, action=named_tab("nereus:surface.sea", _sail_far)),
        Scene("nereus-sailing-de", pilot, action=named_tab("nereus:surface.sea"), language="de"),
        Scene("nereus-toll", toll, action=named_tab("nereus:surface.sea", _sail_past)),
        Scene("nereus-boatswain", boatswain),
        Scene("nereus-explorer", explorer),
        Scene("nereus-hand", hand, action=named_tab("nereus:surface.cabin", _pick_up)),
        Scene("nereus-hand-de", hand, action=named_tab("nereus:surface.cabin", _pick_up), language="de"),
        Scene("nereus-hand-page", hand, action=named_tab("nereus:surface.cabin", _pick_up), whole=True),
        Scene("nereus-lose", hand, action=_lose),
        Scene("nereus-offer", offer),
        Scene("nereus-overview", hand, action=_overview),
        Scene("nereus-overview-de", hand, action=_overview, language="de"),
        Scene("nereus-other", other),
        Scene("nereus-looking", other, action=_other_cabin),
        Scene("nereus-watching", other, action=watch, guest=True),
        Scene("nereus-two", two),
        Scene("nereus-day", marker, action=_the_day),
        Scene("nereus-day-two", two, action=_the_day),
        Scene("nereus-result", over, action=_result),
        Scene("nereus-result-page", over, whole=True),
        Scene("nereus-scoring", over, action=scoring),
        Scene("nereus-past", marker, action=past),
        *(Scene(f"nereus-surface-{number}", marker, action=_tab(number)) for number in range(5)),
    ]


async def _guests(service: Service) -> list[Client]:
    """Two more people, for larger tables."""
    guests = [await Client.join(service.url, name) for name in ("Ines", "Bartholomäus")]
    for guest in guests:
        await guest.close()
    return guests


async def _vinci_scenes(service: Service, people: Sequence[str], prefix: str) -> list[Scene]:
    """The scenes of Vinci."""

    async def lay(name: str, wanted: Holds, seats: int = 4) -> str:
        table = f"{prefix}-vinci-{name}"
        await lay_out(service.redis, table, people[:seats], wanted, chance="vinci", game="vinci")
        return f"/table/{table}"

    def fresh(game: dict[str, Any]) -> bool:
        return not game["turn"]["acted"] and len(empire(game, 0)) > 3

    def strong(game: dict[str, Any]) -> bool:
        return bool(game["turn"].get("conquests") == 1 and game["players"]["0"]["hand"] > 3)

    def placed(left: str) -> Holds:
        return in_europe("regroup", more=lambda game: not game["players"]["0"]["hand"] and bool(game["turn"].get(left)))

    def treating(game: dict[str, Any]) -> bool:
        return bool(game["turn"].get("treaties")) and not game["turn"].get("conquests") and len(empire(game, 0)) > 1

    def spying(game: dict[str, Any]) -> bool:
        return bool(game["turn"].get("spies") and game["turn"].get("conquests") and game["players"]["0"]["hand"] > 3)

    begin = await lay("begin", in_europe("choose", round_=0))
    spy = await lay("spy", in_europe("expand", round_=1, more=spying))
    start = await lay("start", in_europe("expand", more=fresh))
    going = await lay("going", in_europe("expand", more=lambda game: game["turn"].get("conquests", 0) == 1))
    regroup = await lay("regroup", in_europe("regroup", more=lambda game: game["players"]["0"]["hand"] > 1))
    survive = await lay("survive", in_europe("survive"))
    other = await lay("other", in_europe("expand", seat=2, more=lambda game: bool(empire(game, 0))))
    waiting = await lay("waiting", in_europe("survive", seat=1, more=lambda game: game["turn"]["seat"] == 0))
    six = await lay("six", in_europe("expand", round_=3, more=strong), 6)
    over = await lay("over", in_europe("over"))
    return [
        Scene("vinci-begin", begin),
        Scene("vinci-tour-de", begin, first=True, language="de"),
        Scene("vinci-pair", begin, action=named_tab("vinci:surface.peoples", _press_pair)),
        Scene("vinci-enter", await lay("enter", in_europe("expand", round_=1))),
        Scene("vinci-start", start),
        Scene("vinci-aim", going, action=_aim),
        Scene("vinci-aim-de", going, action=_aim, language="de"),
        Scene("vinci-keep", await lay("keep", in_europe("keep"))),
        Scene("vinci-regroup", regroup),
        Scene("vinci-regroup-de", regroup, language="de"),
        Scene("vinci-fort", await lay("fort", placed("forts"))),
        Scene("vinci-treaty", await lay("treaty", in_europe("expand", more=treating))),
        Scene("vinci-spy", spy, action=_aim),
        Scene("vinci-spy-de", spy, action=_aim, language="de"),
        Scene("vinci-rebirth", await lay("rebirth", in_europe("rebirth"))),
        Scene("vinci-survive", survive),
        Scene("vinci-survive-de", survive, language="de"),
        Scene("vinci-waiting", waiting),
        Scene("vinci-decline", start, action=_decline),
        Scene("vinci-decline-de", start, action=_decline, language="de"),
        Scene(
            "vinci-choose",
            await lay("choose", in_europe("choose", round_=2)),
            action=named_tab("vinci:surface.peoples", _press_pair),
        ),
        Scene("vinci-six", six, action=_aim),
        Scene("vinci-overview", going, action=_overview),
        Scene("vinci-overview-de", going, action=_overview, language="de"),
        Scene("vinci-other", other),
        Scene("vinci-watching", other, action=watch, guest=True),
        Scene("vinci-past", going, action=past),
        Scene("vinci-result", over, action=_result),
        Scene("vinci-page", going, whole=True),
        *(Scene(f"vinci-surface-{number}", going, action=_tab(number)) for number in range(4)),
    ]


async def _wikinger_scenes(service: Service, persons: Sequence[str], prefix: str) -> list[Scene]:
    """The scenes of Wikinger, basic and advanced."""

    async def lay(name: str, wanted: Holds, seats: int = 3, **options: str) -> str:
        table = f"{prefix}-wikinger-{name}"
        chosen = options or {"game": "basic"}
        people = persons[:seats]
        await lay_out(service.redis, table, people, wanted, chance="wikinger", game="wikinger", options=chosen)
        return f"/table/{table}"

    def many(game: dict[str, Any]) -> bool:
        return len(game["players"]["0"]["land"]) > 8

    buy = await lay("buy", stage("buy", round_=4, more=lambda game: many(game) and left(game) > 6))
    bid = await lay("bid", stage("bid", round_=3, more=lambda game: bool(game["auction"]["coins"])), game="advanced")
    stands = await lay("place", stage("place", round_=3, more=many))
    ferry = await lay("ferry", stage("ferry", round_=4), 4)
    other = await lay("other", stage("buy", seat=2, round_=4))
    over = await lay("over", stage("over", seat=0))
    four = await lay("four", stage("buy", round_=5, more=lambda game: many(game) and left(game) > 5), 4)
    begin = await lay("begin", stage("buy", round_=1), 2)
    remove = await lay("remove", stage("remove"), game="advanced")
    special = await lay("special", stage("special", round_=3), game="advanced")
    return [
        Scene("wikinger-begin", begin),
        Scene("wikinger-tour-de", begin, first=True, language="de"),
        Scene("wikinger-start", await lay("start", stage("start", round_=1), 2)),
        Scene("wikinger-buy", buy),
        Scene("wikinger-buy-de", buy, language="de"),
        Scene("wikinger-chosen", buy, action=first_choice),
        Scene("wikinger-place", stands, action=first_choice),
        Scene("wikinger-place-de", stands, action=first_choice, language="de"),
        Scene("wikinger-ferry", ferry),
        Scene("wikinger-ferry-de", ferry, language="de"),
        Scene("wikinger-bid", bid),
        Scene("wikinger-bid-de", bid, language="de"),
        Scene("wikinger-remove", remove),
        Scene("wikinger-remove-de", remove, language="de"),
        Scene("wikinger-colour", await lay("colour", stage("colour"), game="advanced"), action=first_choice),
        Scene("wikinger-special", special),
        Scene("wikinger-special-de", special, language="de"),
        Scene("wikinger-other", other),
        Scene("wikinger-watching", other, action=watch, guest=True),
        Scene("wikinger-past", buy, action=past),
        Scene("wikinger-four", four),
        Scene("wikinger-scoring", four, action=scoring),
        Scene("wikinger-scoring-de", four, action=scoring, language="de"),
        Scene("wikinger-right", four, action=_wheel_right),
        Scene("wikinger-large", buy, action=named_tab("wikinger:surface.own", _enlarge)),
        Scene("wikinger-large-place", stands, action=_enlarge_chosen),
        Scene("wikinger-asked", buy, action=_locked_field),
        Scene("wikinger-preferences", buy, action=_preferences),
        Scene("wikinger-overview", buy, action=_overview),
        Scene("wikinger-overview-de", special, action=_overview, language="de"),
        Scene("wikinger-final", over, action=scoring),
        Scene("wikinger-final-de", over, action=scoring, language="de"),
        Scene("wikinger-in-words-de", ferry, action=_spoken, language="de", whole=True),
        Scene("wikinger-result", over, action=_result),
        Scene("wikinger-page", buy, whole=True),
        *(Scene(f"wikinger-surface-{number}", buy, action=_tab(number)) for number in range(4)),
    ]


async def _locked_field(page: Page) -> None:
    await _ask(page, page.locator("button[data-anchor^='field:'].locked:visible").first)


async def _enlarge(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.only("wikinger:large.on")).click()


async def _enlarge_chosen(page: Page) -> None:
    await _enlarge(page)
    await page.locator("dialog [data-can]").first.click()


async def _wheel_right(page: Page) -> None:
    await page.evaluate("localStorage.setItem('partie.wikinger.wheel', 'right')")
    await page.reload()
    await come(page)


async def _aim(page: Page) -> None:
    """Choose the first province in reach, without conquering it; from the keyboard, as no province is a box."""
    reach = page.locator("[data-province][data-can][role=button]").first
    await reach.focus()
    await reach.press("Enter")


async def _press_pair(page: Page) -> None:
    await page.locator("[data-anchor='pair:3'] button:visible, button.move:visible").first.click()


async def _decline(page: Page) -> None:
    await page.get_by_role(
        "button", name=WORDS.like("vinci:deed.decline", "vinci:gather.decline", "vinci:move.decline")
    ).first.click()


def _undecided(game: dict[str, Any]) -> bool:
    """Some have chosen, but not the first seat."""
    players = game["players"]
    return not players["0"].get("chosen") and sum(bool(each.get("chosen")) for each in players.values()) > 1


def _beside_another(game: dict[str, Any]) -> bool:
    """The first seat's pilot has gold for bends or a toll, and can sail around the ship in his way."""
    turn, ships = game["turn"], dict(game["ships"])
    if turn["crew"] != "pilot" or game["players"]["0"]["gold"] < 3:
        return False
    space = game["board"]["spaces"][turn["space"]]
    column, row = ord(ships["0"][0]), int(ships["0"][1])
    near = [(ord(ship[0]) - column, int(ship[1]) - row) for owner, ship in ships.items() if owner != "0"]
    return bool(space["far"] > 3) and any(
        (dx, dy) in near and f"{chr(column + 2 * dx)}{row + 2 * dy}" in set(game["sea"]) - set(ships.values())
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )


FOLLOW = """path => {
  const link = document.createElement('a')
  link.href = path
  document.body.append(link)
  link.click()
  link.remove()
  return new Promise(requestAnimationFrame)
}"""
"""Goes to another page of the client, as a link does: nothing is loaded again."""

MISSING = "/nowhere"
"""Where nothing of a table is left on the page."""

REMEMBERED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, navigator.onLine])"

WHOLE = """mark =>
  performance.getEntriesByName(mark).length > 0 || document.querySelector('[data-anchor=action-bar]') === null
"""
"""Whether a table has fetched all that it fetches by itself, or there is none."""


class Looker:
    """Opens scenes, so many at once. A page that was looked at serves again, with nothing left of what was done in it.

    A profile and a page of its own for every scene would take as long as the scene itself. With ``follow`` a page goes
    from one table to the next as by a link, unless it remembers what was done: to load it takes twice as long.
    ``scale``: pixels of a picture for one of the page. ``safe``: in colours that all eyes tell apart.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        cookie: str,
        *,
        follow: bool = False,
        scale: float = 1,
        safe: bool = False,
    ) -> None:
        self._browser = browser
        self._url = url
        self._cookie = cookie
        self._follow = follow
        self._scale = scale
        self._safe = safe
        self._room = asyncio.Semaphore(AT_ONCE)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """For each scene that says whose it is: what one person does in two tabs, as to look for a table, may clash."""
        self._free: list[tuple[Reader, Page]] = []
        self._ready: set[Page] = set()
        """The free ones that can go to a table as by a link."""

    @asynccontextmanager
    async def look(self, scene: Scene, width: int, light: str) -> AsyncIterator[Page]:
        """The page of a scene as one wants to see it."""
        async with self._turns[scene.cookie] if scene.cookie else nullcontext(), self._room:
            cookie = "" if scene.guest else scene.cookie or self._cookie
            reader = Reader(width, light, scene.language, cookie, scene.first)
            page = await self._page(reader)
            try:
                await self._open(page, scene)
                remembered = await page.evaluate(REMEMBERED)
                if scene.action is not None:
                    await scene.action(page)
                if scene.waits and scene.action is not None:
                    await come(page)
                yield page
                await self._give_back(reader, page, scene, remembered)
            except BaseException:
                await page.context.close()
                raise

    async def close(self) -> None:
        """Close the pages that were looked at."""
        for _, page in self._free:
            await page.context.close()

    async def _open(self, page: Page, scene: Scene) -> None:
        if page in self._ready and of_table(scene):
            await page.evaluate(FOLLOW, scene.path)
            await come(page)
            await page.wait_for_function(WHOLE, arg=COMPLETE)
        else:
            # From another address, as the gallery's pages differ in their fragment alone.
            await page.goto("about:blank")
            await page.goto(urljoin(self._url, scene.path))
            await page.wait_for_load_state("networkidle")
            await page.evaluate("document.fonts.ready.then(() => true)")
            if scene.waits:
                await come(page)
        self._ready.discard(page)

    async def _page(self, reader: Reader) -> Page:
        for at, (known, page) in enumerate(self._free):
            if known == reader:
                del self._free[at]
                return page
        context = await self._context(reader)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    async def _give_back(self, reader: Reader, page: Page, scene: Scene, remembered: str) -> None:
        """Forget what was done: where the mouse is, what the page remembers, and that it had no network."""
        if not reader.cookie or reader.first:
            await page.context.close()
            return
        await page.mouse.move(*OUTSIDE)
        await page.unroute_all()
        if self._follow and of_table(scene) and await page.evaluate(REMEMBERED) == remembered:
            await page.evaluate(FOLLOW, MISSING)
            await page.get_by_role("heading", name=WORDS.only("missing.title")).wait_for()
            await page.evaluate("mark => performance.clearMarks(mark)", COMPLETE)
            self._ready.add(page)
        else:
            await page.context.set_offline(False)
            await page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self._free.append((reader, page))
        if len(self._free) > AT_ONCE:
            _, longest = self._free.pop(0)
            self._ready.discard(longest)
            await longest.context.close()

    async def _context(self, reader: Reader) -> BrowserContext:
        context = await self._browser.new_context(
            service_workers="block",
            locale="de-DE" if reader.language == "de" else "en-GB",
            viewport={"width": reader.width, "height": HEIGHTS.get(reader.width, 1080)},
            has_touch=reader.width < 600 or reader.width == LYING,
            device_scale_factor=self._scale,
            reduced_motion="reduce",
        )
        if reader.cookie:
            name, value = reader.cookie.split("=", 1)
            await context.add_cookies([{"name": name, "value": value, "url": self._url}])
        games = () if reader.first else ("glenmore", "nereus", "vinci", "wikinger")
        shown = " ".join(f"localStorage.setItem('partie.tour.{game}', 'shown');" for game in games)
        theme = f"localStorage.setItem('partie.theme', '{reader.light}');"
        if self._safe:
            theme += " localStorage.setItem('partie.safe', 'yes');"
        # An empty page remembers nothing.
        await context.add_init_script(f"if (location.protocol !== 'about:') {{ {theme} {shown} }}")
        await context.add_init_script(FONTS)
        return context


def of_table(scene: Scene) -> bool:
    """Whether it is seen at a table."""
    return scene.path.startswith("/table/")


def fits(scene: Scene, width: int) -> bool:
    """Surfaces are looked at one by one on phones only."""
    return width in (390, LYING) or "surface" not in scene.name


async def take_all(
    out: Path, only: Sequence[str], widths: Sequence[int], *, scale: float = 1, safe: bool = False
) -> list[str]:
    """Take all pictures, or those of scenes whose names hold one of some words; what went wrong.

    ``scale``: pixels of the picture for one of the page. ``safe``: in colours that all eyes tell apart.
    """
    troubles: list[str] = []

    async def take(looker: Looker, scene: Scene, width: int, light: str) -> None:
        name = f"{scene.name}-{width}-{light}"
        try:
            async with looker.look(scene, width, light) as page:
                path = out / f"{name}.png"
                await page.screenshot(path=path, full_page=scene.whole, animations="disabled")
                troubles.extend(f"{name}: broken word {each}" for each in await broken_words(page))
        except (BrowserError, AssertionError) as trouble:
            troubles.append(f"{name}: {str(trouble).splitlines()[0]}")

    with tempfile.TemporaryDirectory(prefix="partie-pictures-") as folder, shown_gallery() as gallery:
        service = Service(Path(folder) / "data", emails=NOWHERE)
        service.start()
        try:
            players = [await Client.join(service.url, name) for name in NAMES]
            found = [*await scenes(service, players), *gallery_scenes(gallery)]
            wanted = [scene for scene in found if not only or any(word in scene.name for word in only)]
            async with running_browser() as browser:
                looker = Looker(browser, service.url, players[0].cookie, scale=scale, safe=safe)
                await asyncio.gather(
                    *(
                        take(looker, scene, width, light)
                        for scene in wanted
                        for width in widths
                        for light in LIGHTS
                        if fits(scene, width)
                    )
                )
            for player in players:
                await player.close()
        finally:
            service.stop()
    return troubles


def main() -> int:
    """The script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--widths", nargs="*", type=int, default=tuple(HEIGHTS))
    parser.add_argument("--safe", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    build_client()
    begin = time.monotonic()
    troubles = asyncio.run(take_all(given.out, given.only, given.widths, safe=given.safe))
    sheet = contact.write(given.out, HEIGHTS)
    taken = len(list(given.out.glob("*.png")))
    print(*troubles, sep="\n", file=sys.stderr)
    print(f"{taken} pictures in {sheet}, {time.monotonic() - begin:.0f} s")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
