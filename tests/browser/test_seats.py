"""A seat whose owner does not come back: the others agree to free it, and somebody else plays on."""

from __future__ import annotations

import re
import secrets
import time

from playwright.async_api import expect
from redis.asyncio import Redis

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.positions import lay_out, stage
from tests.browser.service import Service

LONG_AGO = 300_000
"""Milliseconds for which somebody has been away."""

LATER = """() => new Promise((done) => {
  const { now } = Date
  // The page looks every second at who is away: it has done so once more when this comes.
  const once = setInterval(() => {
    clearInterval(once)
    Date.now = () => now() + 100_000
    done()
  }, 1_000)
})"""
"""On the page's clock those who are away have been so for long."""


async def _person(each: Person) -> str:
    session: dict[str, str] = await each.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    return session["person"]


async def _sit_down(each: Person, table: str) -> None:
    await each.page.evaluate("localStorage.setItem('partie.tour.glenmore', 'shown')")
    await each.page.goto(f"{each.url}/table/{table}")


async def test_the_others_free_the_seat_of_one_who_is_gone_and_a_spectator_plays_on(
    come: Come, service: Service
) -> None:
    """It is asked for on his plate, granted on a phone, and taken by who watches; it was his turn, and is hers now."""
    ann, bob, dora = await come("Ann"), await come("Bob", width=390, touch=True), await come("Dora")
    cat = await Client.join(service.url, "Cat")
    await cat.close()
    table = f"seats-{secrets.token_hex(4)}"
    persons = [await _person(ann), await _person(bob), cat.person]
    await lay_out(service.redis, table, persons, stage("take", seat=2), chance="seats")
    async with Redis.from_url(service.redis) as store:
        await store.zadd(f"partie:{{{table}}}:seen", {cat.person: time.time() * 1000 - LONG_AGO})
    for each in (ann, bob, dora):
        await _sit_down(each, table)

    plate = ann.plates.filter(has_text="Cat")
    await expect(plate.get_by_text(re.compile("away"))).to_be_visible()
    await ann.page.evaluate(LATER)
    await plate.get_by_role("button", name="Free this seat?").click()
    await expect(ann.button("Withdraw the question")).to_be_visible()

    await expect(bob.page.get_by_role("heading", name="Ann asks to free the seat of Cat")).to_be_visible()
    await bob.button("Agree").click()
    await expect(bob.page.get_by_role("heading", name="Ann asks")).to_have_count(0)

    free = dora.plates.filter(has_text="free for somebody else")
    await expect(free.get_by_role("button", name="Take this seat")).to_be_visible()
    await expect(dora.main).to_have_text(re.compile("Take this seat"))
    await dora.main.click()
    await expect(dora.action_bar.get_by_text("Choose a tile")).to_be_visible()
    await expect(ann.plates.filter(has_text="Dora")).to_be_visible()
    await expect(ann.history.get_by_text("Dora takes the seat over.")).to_be_visible()
    await expect(ann.action_bar.get_by_text("Dora is choosing")).to_be_visible()
