"""Clocks at the seats: they run, they are seen by both, and a flag falls."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from partie.client.client import Client
from tests.browser.conftest import Come, Join
from tests.browser.people import Person, start

NOTE = """() => {
  window.clock = []
  const note = () => {
    const clocks = [...document.querySelectorAll("[data-clock='1'].runs")]
    const shown = clocks.find((each) => each.getClientRects().length > 0)
    if (shown !== undefined) clock.push([shown.textContent, shown.getBoundingClientRect().width])
  }
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""
"""Notes what the running clock of the second seat shows, and how much room it takes."""


def clock(person: Person, seat: int) -> Locator:
    """The clock of a seat."""
    return person.page.locator(f"[data-clock='{seat}'] >> visible=true")


async def test_a_clock_runs_for_who_has_not_chosen_and_its_flag_falls(come: Come) -> None:
    """The clock of the player who has chosen stands; the other's last seconds pass, and a bot sits in."""
    ann = await come("Ann")
    host = await Client.join(ann.url, "Host")
    table = await host.create("toy", 2, pace={"kind": "live", "game": 8, "turn": 60})
    await host.close()
    await ann.page.goto(f"{ann.url}/table/{table}")
    bob = await come("Bob", f"/table/{table}")
    await ann.sit()
    await bob.sit()
    await ann.ready()
    await ann.page.evaluate(NOTE)
    # Not through the page, as eight seconds are no time on a busy machine.
    quick = await ann.client()
    await quick.enter(table)
    await bob.ready()
    turn = await quick.my_turn()
    assert turn is not None
    await quick.move(turn["legal"][0])
    stands = clock(ann, 0)
    await expect(stands).to_have_text(re.compile(r"1:0\d"))
    for person in (ann, bob):
        await expect(person.history.get_by_text(person.words.like("history.flagged_bot"))).to_be_visible()
        await expect(person.plates.filter(has_text=person.words.like("bot"))).to_have_count(1)
    await expect(stands).to_have_count(1)
    await quick.close()
    shown = [(text, room) for text, room in await ann.page.evaluate("clock") if re.fullmatch(r"!?\d\.\d", text)]
    assert any(re.fullmatch(r"!?[0-4]\.\d", text) for text, _ in shown)
    assert len({room for _, room in shown}) == 1


async def test_a_host_sets_a_time_control_of_own_values(come: Come) -> None:
    """Behind a line to press; what lies beyond the bounds does not count."""
    ann = await come("Ann")
    await ann.create_form()
    await ann.choose("timecontrol:pace", ann.words("timecontrol:pace.live"))
    await ann.page.get_by_text(ann.words("timecontrol:own")).click()
    minutes = ann.page.get_by_label(ann.words("timecontrol:own.game"))
    await minutes.fill("20")
    await minutes.fill("2000")
    await minutes.blur()
    await expect(minutes).to_have_value("20")
    await ann.set_up("toy", 2)
    time_control = ann.words("timecontrol:live", game=20, turn=15)
    await expect(ann.page.get_by_text(time_control)).to_be_visible()
    assert ann.errors == []


async def days_at_glen_more(join: Join, come: Come) -> Person:
    """Somebody who waits for the other one at a game of Glen More over days."""
    players = {name: await join(name) for name in ("Ann", "Bob")}
    table = await start("glenmore", list(players.values()), pace={"kind": "days", "days": 2})
    for player in players.values():
        await player.until(lambda player=player: player.turn is not None)  # type: ignore[misc]
    (name,) = [name for name, player in players.items() if player.turn is not None and not player.turn["must"]]
    waits = await come(name, sign_in=False)
    await waits.continue_as(players[name])
    await waits.come_to(table, "glenmore")
    await expect(waits.action_bar.get_by_text(waits.words.like("rail.acting", count=1))).to_be_visible()
    return waits


async def test_a_deadline_leaves_the_name_at_its_seat_whole(join: Join, come: Come) -> None:
    """Next to a map, where there is little room; on a phone it stands there whatever surface is shown."""
    waits = await days_at_glen_more(join, come)
    plate, until = waits.plates.first, waits.words.only("timecontrol:clock.until")
    await expect(plate.get_by_text(until)).to_have_count(1)
    assert await plate.locator("b[title]").evaluate("name => name.scrollWidth <= name.clientWidth")
    await waits.page.set_viewport_size({"width": 390, "height": 844})
    await waits.page.reload()
    strip = waits.page.get_by_role("navigation", name=waits.words("seats"))
    await expect(strip.get_by_text(until)).to_have_count(1)
    assert await strip.evaluate("strip => strip.scrollWidth <= strip.clientWidth")
    assert waits.errors == []


async def test_on_a_phone_the_clocks_of_four_seats_stand_in_their_places(come: Come) -> None:
    """None reaches into the next seat, whatever surface is shown."""
    ann = await come("Ann")
    others = [await Client.join(ann.url, name) for name in ("Ben", "Cora", "Dan")]
    table = await others[0].create("glenmore", 4, pace={"kind": "live", "game": 900})
    await ann.page.set_viewport_size({"width": 390, "height": 844})
    await ann.come_to(table, "glenmore")
    await ann.sit()
    for seat, other in enumerate(others, 1):
        await other.enter(table)
        await other.do({"type": "sit", "seat": seat})
        await other.ready()
    await ann.ready()
    seats = ann.page.get_by_role("navigation", name=ann.words("seats")).get_by_role("button")
    await expect(seats.locator("[data-clock]")).to_have_count(4)
    wide = "seats => seats.filter(seat => seat.scrollWidth > seat.clientWidth).length"
    assert await seats.evaluate_all(wide) == 0
    for other in others:
        await other.close()
    assert ann.errors == []
