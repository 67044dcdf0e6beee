"""A seat whose owner does not come back: the others agree to free it, and somebody else plays on."""

from __future__ import annotations

import secrets
import time

from playwright.async_api import expect
from redis.asyncio import Redis

from partie.client.client import Client
from tests.browser.conftest import Come
from tests.browser.positions import lay_out, stage
from tests.browser.service import Service

LONG_AGO = 300_000
"""Milliseconds for which somebody has been away."""

ASKED = ("proposal.free_seat", "proposal.undo", "proposal.end")
"""What somebody may ask the others for."""

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


async def test_the_others_free_the_seat_of_one_who_is_gone_and_a_spectator_plays_on(
    come: Come, service: Service
) -> None:
    """The request is on his plate, granted on a phone; a spectator takes the seat; it was his turn, and is hers now."""
    ann, dora = [await come(name, sign_in=False) for name in ("Ann", "Dora")]
    bob = await come("Bob", width=390, touch=True, sign_in=False)
    await dora.known()
    cat = await Client.join(service.url, "Cat")
    await cat.close()
    table = f"seats-{secrets.token_hex(4)}"
    persons = [await ann.known(), await bob.known(), cat.person]
    await lay_out(service.redis, table, persons, stage("take", seat=2), chance="seats")
    async with Redis.from_url(service.redis) as store:
        await store.zadd(f"partie:{{{table}}}:seen", {cat.person: time.time() * 1000 - LONG_AGO})
    for each in (ann, bob, dora):
        await each.come_to(table, "glenmore")

    plate = ann.plates.filter(has_text="Cat")
    await expect(plate.get_by_text(ann.words.like("seat.away"))).to_be_visible()
    await ann.page.evaluate(LATER)
    await plate.get_by_role("button", name=ann.words("seat.free_it")).click()
    await expect(ann.button(ann.words("proposal.withdraw"))).to_be_visible()

    asked = bob.words("proposal.free_seat", name="Ann", other="Cat")
    await expect(bob.page.get_by_role("heading", name=asked)).to_be_visible()
    await bob.button(bob.words("proposal.grant")).click()
    await expect(bob.page.get_by_role("heading", name=bob.words.like(*ASKED, name="Ann"))).to_have_count(0)

    free = dora.plates.filter(has_text=dora.words("seat.freed"))
    await expect(free.get_by_role("button", name=dora.words("seat.take_over"))).to_be_visible()
    await expect(dora.main).to_have_text(dora.words.like("seat.take_over"))
    await dora.main.click()
    await expect(dora.action_bar.get_by_text(dora.words("glenmore:prompt.take"))).to_be_visible()
    await expect(ann.plates.filter(has_text="Dora")).to_be_visible()
    await expect(ann.history.get_by_text(ann.words("history.substituted", person="Dora"))).to_be_visible()
    await expect(ann.action_bar.get_by_text(ann.words("rail.acting", names="Dora", count=1))).to_be_visible()
