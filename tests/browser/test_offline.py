"""Without a network the page starts with what this device saw last, and goes on when there is one again."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.browser.conftest import Come, Join, StartService
from tests.browser.people import BACK
from tests.browser.toy import toy_table

KEPT = "() => performance.getEntriesByName('partie.kept').length > 0"
"""Whether the page would start without a network."""

LIST_KEPT = """() => new Promise((done) => {
  const look = (kept) => {
    const found = kept.transaction('kept').objectStore('kept').count('lobby')
    found.onsuccess = () => (found.result === 1 ? done() : setTimeout(look, 50, kept))
  }
  const opened = indexedDB.open('partie')
  opened.onsuccess = () => look(opened.result)
})"""
"""Comes back when the list of tables would be on it."""


async def test_a_page_opens_without_a_network_as_it_was_last_seen_and_goes_on_with_one(
    join: Join, come: Come, start_service: StartService
) -> None:
    """The list of tables and the last table are there to read, with the time; nothing can be done until then."""
    service = start_service()
    table = await toy_table(join, service.url)
    await table.bid()
    playing, _ = await table.on_turn()
    player = await table.show(come, playing, workers=True)
    page, words = player.page, player.words
    await page.wait_for_function(KEPT)
    position = await player.position()
    await page.get_by_role("link", name=words("brand")).click()
    own = page.get_by_role("region", name=words("lobby.your_turn"))
    await expect(own).to_be_visible()
    await page.evaluate(LIST_KEPT)
    # Only the page is set offline, not its worker.
    service.kill()
    await page.context.set_offline(True)

    await page.goto(service.url)
    offline = page.get_by_text(words("kept.offline"))
    await expect(offline).to_be_visible()
    # What would be done to another position by the time there is a network is refused, and not sent then.
    await page.get_by_role("button", name=words.like("play.now.game")).first.click()
    await expect(page.get_by_text(words("kept.refused"))).to_be_visible()
    await own.get_by_role("link").first.click()
    await player.reaches(position)
    await expect(offline).to_be_visible()
    await expect(player.moves).to_have_count(0)
    await page.goto(f"{service.url}/table/never-seen")
    await expect(page.get_by_text(words("kept.none"))).to_be_visible()

    await page.go_back()
    await player.reaches(position)
    await asyncio.to_thread(service.start)
    await page.context.set_offline(False)
    await expect(page.get_by_text(words("line.connected.short"), exact=True)).to_be_visible(timeout=BACK)
    await expect(offline).to_have_count(0)
    await player.move(words("toy:move.step", to=words("toy:names.to.field-1")))
    await player.reaches(position + 1)
