"""Scenes apart from the games: sessions, chat, requests, other people, clocks, and trouble."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from playwright.async_api import Page, expect

from partie.client.client import Client, Refused
from partie.features.moderation.acts import Act
from partie.features.moderation.moderation import Moderation
from partie.redis import store
from partie.redis.connect import connect
from tests.browser.accounts import PASSWORD
from tests.browser.scene import WORDS, Action, Scene, first_choice, history, named_tab, past, phone
from tests.browser.service import Service


async def page_scenes(service: Service, host: Client, prefix: str) -> list[Scene]:
    """The pages of somebody with an account who keeps order, of one who is kept out, and of one who is invited."""
    keeper, outcast, friend = [await Client.join(service.url, name) for name in ("Ottilie", "Ruben", "Swantje")]
    cookie = await _account(service, keeper, f"ottilie {prefix}")
    invited = await host.create("toy", 2, chat="shared")
    await host.enter(invited)
    await host.do({"type": "sit", "seat": 0})
    await host.send({"t": "invite", "id": secrets.token_hex(8), "table": invited, "person": friend.person})
    await host.say("players", "Come here, you lot!")
    await friend.enter(invited)
    await friend.send({"t": "chat"})
    await friend.send({"t": "report", "id": secrets.token_hex(8), "table": invited, "room": "players", "number": 1})
    # Once this is said, the report has been taken.
    await friend.say("spectators", "What a tone.")
    closed = await host.create("toy", 2)
    redis = connect(service.redis)
    for act in (
        Act("own", keeper.person),
        Act("ban", outcast.person, why="Insults at several tables"),
        Act("close", closed, why="A quarrel"),
    ):
        await Moderation(redis).do(act)
    await store.close(redis)
    for each in (keeper, outcast, friend):
        await each.close()
    return [
        Scene("moderation", "/moderation", action=_kept, cookie=cookie, whole=True),
        Scene("moderation-not-mine", "/moderation", whole=True),
        Scene("banned", "/", action=_banned, cookie=outcast.cookie),
        Scene("notifications-confirm", "/calls#confirm.no.good"),
        Scene("notifications-stop", "/calls#stop.nobody.nothing"),
        Scene("account-own", "/account", cookie=cookie, whole=True),
        Scene("account-token", "/account", action=_token, cookie=cookie, whole=True),
        Scene("account-proof", "/account", action=_proof, cookie=cookie, waits=False),
        Scene("account-erase", "/account", action=_erase, cookie=cookie),
        Scene("person-account", f"/people/{keeper.person}", whole=True),
        Scene("gone", "/table/nowhere"),
        Scene("closed", f"/table/{closed}"),
        Scene("invited", "/about", action=_invited, cookie=friend.cookie),
        Scene("quick-match", "/", action=_quick_match, cookie=friend.cookie),
        Scene("matchmaking", "/", action=_matchmaking, cookie=friend.cookie),
        Scene("matchmaking-elsewhere", "/", action=_matchmaking_elsewhere, cookie=friend.cookie),
        Scene("shortcuts", "/", action=_shortcuts),
        Scene("menu", "/about", action=_menu),
    ]


async def table_scenes(
    service: Service, players: Sequence[Client], opened: str, take: str, over: str, prefix: str
) -> list[Scene]:
    """What may come up at tables: the open one, one that runs and one that is over stand there already."""
    first, second = players[0], players[1]
    live = await _begun(first, second, "glenmore", pace={"kind": "live", "game": 5400, "turn": 30})
    days = await _begun(
        first, second, "glenmore", pace={"kind": "days", "days": 2, "opens": 540, "closes": 1320, "vacation": 5}
    )
    generic = await _begun(first, second, "toy", delay={"unit": "moves", "count": 2})
    await second.enter(take.rpartition("/")[2])
    await second.send({"t": "chat"})
    await second.say("players", "A fine evening to you all.")
    await second.say("players", phrase="hello")
    await first.enter(over.rpartition("/")[2])
    fork = {"type": "fork", "seq": 20, "seat": 0, "others": ["former", "former", "careful", "free"]}
    origin = (await first.do(fork))["table"]
    ask = _proposed(service, second, take.rpartition("/")[2])
    return [
        Scene("qr-code", f"/table/{opened}", action=_qr_code, whole=True),
        Scene("chat", take, action=_chat),
        Scene("chat-menu", take, action=_chat_menu),
        Scene("proposal", take, action=ask),
        Scene("reason", live, action=_reason),
        Scene("table-card", live, action=_card),
        Scene("table-card-time-control", live, action=_ask_time_control),
        Scene("live", live),
        Scene("days", days),
        Scene("generic", generic),
        Scene("generic-chosen", generic, action=first_choice),
        Scene("behind", generic, action=_behind, guest=True),
        Scene("over-past", over, action=past),
        Scene("play-on", over, action=_play_on),
        Scene("fork", f"/table/{origin}", whole=True),
    ]


# --- who there is and what there is beforehand -----------------------------------------------------------------------


async def _begun(one: Client, other: Client, game: str, **settings: Any) -> str:
    """A table for two that has begun."""
    table = await one.create(game, 2, **settings)
    for seat, player in enumerate((one, other)):
        await player.enter(table)
        await player.do({"type": "sit", "seat": seat})
        await player.ready()
    return f"/table/{table}"


async def _account(service: Service, client: Client, login: str) -> str:
    """Let a guest make an account that has a bot and an address; the session that it begins."""
    told = {"login": login, "password": PASSWORD, "mail": "ottilie@mail.example"}
    answer, cookie = await asyncio.to_thread(_post, service.url, "/api/account", client.cookie, told)
    assert answer, "no account was made"
    await asyncio.to_thread(_post, service.url, "/api/account/bots", cookie, {"name": "Robot"})
    return cookie


def _post(url: str, path: str, cookie: str, told: dict[str, str]) -> tuple[Any, str]:
    """What the service answers, and the session that goes on with it."""
    request = urllib.request.Request(  # a service of these tests
        url + path,
        json.dumps(told).encode(),
        {"Content-Type": "application/json", "Origin": url, "Cookie": cookie},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        begun = response.headers["Set-Cookie"]
        return json.loads(response.read()), begun.partition(";")[0] if begun else cookie


def _proposed(service: Service, asker: Client, table: str) -> Action:
    """Somebody else asks to end the game: it lapses, so it is requested when the scene is looked at."""

    async def action(page: Page) -> None:
        connection = await Client.join(service.url, cookie=asker.cookie)
        await connection.enter(table)
        # Or it was asked for when the scene was looked at in another light.
        with contextlib.suppress(Refused):
            await connection.do({"type": "propose", "what": "end"})
        await page.locator("#proposal").wait_for()
        await connection.close()

    return action


# --- what is done on pages -------------------------------------------------------------------------------------------


async def _until(page: Page, holds: Callable[[], Awaitable[bool]]) -> None:
    """What moderators do is heard of by and by."""
    while not await holds():
        await page.reload()
        await page.wait_for_load_state("networkidle")


async def _kept(page: Page) -> None:
    await _until(page, page.get_by_role("heading", name=WORDS.only("moderation:reports")).is_visible)


async def _banned(page: Page) -> None:
    await _until(page, page.get_by_role("heading", name=WORDS.only("banned.title")).is_visible)


async def _token(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.like("account:bots.renew.name", name="Robot")).first.click()
    token = page.get_by_role("group", name=WORDS.like("account:bots.token", name="Robot"))
    asked = page.get_by_role("dialog")
    await token.or_(asked).wait_for()
    if await asked.is_visible():
        # On a slow machine it was long ago that the password was shown.
        await asked.get_by_label(WORDS.only("account:password")).fill(PASSWORD)
        await asked.get_by_label(WORDS.only("account:password")).press("Enter")
        await token.wait_for()


async def _proof(page: Page) -> None:
    """Change the password when one has shown it long ago."""
    refusal = {"code": "not_proved", "message": ""}
    await page.route("**/api/account/password", lambda route: route.fulfill(status=403, json=refusal))
    # What a page requests right after that may pass by; from its next document on nothing does.
    await page.reload()
    await page.get_by_label(WORDS.only("account:password.new")).fill(PASSWORD)
    await page.get_by_label(WORDS.only("account:password.new")).press("Enter")
    await page.get_by_role("dialog").wait_for()


async def _erase(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.only("account:erase")).click()
    await page.get_by_role("dialog").wait_for()


async def _invited(page: Page) -> None:
    await page.get_by_text(WORDS.like("people:invited")).wait_for()


async def _quick_match(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.like("lobby.find")).first.click()
    await page.get_by_role("region", name=WORDS.only("people:quick.title")).wait_for()


async def _matchmaking(page: Page) -> None:
    await _quick_match(page)
    panel = page.get_by_role("region", name=WORDS.only("people:quick.title"))
    await panel.get_by_role("checkbox", name=WORDS.only("wikinger:name")).check()
    pace = panel.get_by_role("combobox", name=WORDS.only("people:quick.pace"))
    wanted = pace.locator("option").filter(has_text=WORDS.only("people:pace.days"))
    await pace.select_option(await wanted.get_attribute("value"))
    await panel.get_by_role("button", name=WORDS.only("people:quick.do")).click()
    await panel.get_by_role("button", name=WORDS.only("people:quick.cancel")).wait_for()


async def _matchmaking_elsewhere(page: Page) -> None:
    await _matchmaking(page)
    if (page.viewport_size or {"width": 0})["width"] < 600:
        await page.get_by_role("button", name=WORDS.only("nav.menu")).click()
    await page.get_by_role("link", name=WORDS.only("nav.about")).first.click()
    await page.get_by_role("heading", name=WORDS.only("about:title")).wait_for()
    await page.get_by_role("button", name=WORDS.only("people:quick.cancel")).wait_for()


async def _shortcuts(page: Page) -> None:
    await page.keyboard.press("?")
    await page.get_by_role("dialog").wait_for()


async def _menu(page: Page) -> None:
    """What stands in the bar where there is room, and behind one button where there is none."""
    if phone(page):
        await page.get_by_role("button", name=WORDS.only("nav.menu")).click()


# --- what is done at tables ------------------------------------------------------------------------------------------


async def _qr_code(page: Page) -> None:
    await page.get_by_role("button", name=WORDS.only("invite.code")).click()
    await page.get_by_role("img", name=WORDS.only("invite.code.label")).wait_for()


async def _chat(page: Page) -> None:
    await history(page)
    await page.get_by_role("button", name=WORDS.like("tab.chat")).first.click()
    await page.get_by_text("A fine evening to you all.").wait_for()


async def _chat_menu(page: Page) -> None:
    await _chat(page)
    await page.get_by_role("button", name=WORDS.like("chat:more")).first.click()
    await page.get_by_role("button", name=WORDS.only("chat:mute")).wait_for()


async def _reason(page: Page) -> None:
    """Ask why nothing can be taken back."""
    await page.locator("[data-anchor=undo][aria-disabled=true]:visible").first.click(force=True)
    await page.locator("[popover]:popover-open").wait_for()


async def _card(page: Page) -> None:
    if phone(page):
        await named_tab("tab.people")(page)
    else:
        await page.locator(".called-button").click()
    await page.get_by_role("heading", name=WORDS.only("card.title")).wait_for()


async def _ask_time_control(page: Page) -> None:
    await _card(page)
    await page.get_by_role("button", name=WORDS.only("timecontrol:change")).click()


async def _behind(page: Page) -> None:
    await page.get_by_text(WORDS.like("delay:behind")).wait_for()


async def _play_on(page: Page) -> None:
    await past(page)
    await history(page)
    await page.get_by_role("button", name=WORDS.like("rail.play_on")).click()
    await expect(page.get_by_role("dialog")).to_be_visible()
