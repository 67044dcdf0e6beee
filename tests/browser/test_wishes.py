"""What a reader can wish for: to be notified, turns that end by themselves, moves at one click."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.people import Person
from tests.browser.toy import bid, on_turn, running_toy

NOTICES = """
  const notices = []
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() { return (Notification.permission = 'granted') }
    constructor(title, { body }) { notices.push(this.said = `${title}: ${body}`) }
    close() { notices.push(`away: ${this.said}`) }
  }
  let hidden = false
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
  window.__notices = notices
  window.__hide = (to) => { hidden = to; document.dispatchEvent(new Event('visibilitychange')) }
"""
"""A browser whose notifications are written down, and whose page goes out of sight when it is told to."""

DENIED = """
  Notification.requestPermission = async () => {
    window.__asked += 1
    return (Notification.permission = 'denied')
  }
  window.__asked = 0
"""
"""Its reader says no."""


STOPPED = """() => {
  const at = performance.now()
  const { now } = Performance.prototype
  performance.now = () => at
  window.__go = () => {
    performance.now = now
  }
}"""
"""The clock by which the page counts down stands still until it is told to go."""


async def wish(person: Person, name: str) -> None:
    """Turn a switch of the preferences."""
    await person.button("Preferences").click()
    await person.page.get_by_role("checkbox", name=name).or_(person.page.get_by_role("switch", name=name)).click()
    await person.page.keyboard.press("Escape")


async def shows_icon(person: Person, *, lit: bool) -> None:
    """The tab's icon becomes the lit or the calm one: it follows a turn that stays."""
    name = re.compile("/icon-turn-" if lit else "/icon-(?!turn)")
    await expect(person.page.locator("link[rel~=icon]")).to_have_attribute("href", name)


async def test_the_lobby_notifies_of_the_table_that_waits_by_title_and_icon(come: Come) -> None:
    """As the table itself does; who has nothing to decide is not notified."""
    ann, bob, _ = await running_toy(come)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    for person in (mover, other):
        await person.page.goto(person.url)
        await expect(person.page.get_by_role("heading", name="Set up a table")).to_be_visible()
    await expect(mover.page).to_have_title(re.compile("^● Your turn · .+ · Partie$"))
    await shows_icon(mover, lit=True)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await shows_icon(other, lit=False)


async def test_a_page_out_of_sight_notifies_its_reader_by_title_icon_and_one_notification(come: Come) -> None:
    """It is notified once for a turn of several moves, and what is seen is taken away again."""
    ann, bob, _ = await running_toy(come)
    for person in (ann, bob):
        await person.page.evaluate(NOTICES)
        await wish(person, "Call me")
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await expect(mover.page).to_have_title(re.compile("^● Your turn"))
    await shows_icon(mover, lit=True)
    await shows_icon(other, lit=False)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await other.page.evaluate("__hide(true)")
    await mover.move("Walk to field 2")
    await mover.move("End the turn")
    await expect(other.page).to_have_title(re.compile("^● Your turn"))
    await other.page.wait_for_function("() => __notices.length === 1")
    assert re.match("Your turn: Toy", (await other.page.evaluate("__notices"))[0])
    await other.page.evaluate("__hide(false)")
    await other.page.wait_for_function("() => __notices.length === 2 && __notices[1].startsWith('away: ')")
    await other.move("Walk to field 2")
    assert await other.page.evaluate("__notices.length") == 2
    await other.move("End the turn")
    await expect(other.page).to_have_title(re.compile("^● Your turn"))
    await bid(other)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await shows_icon(other, lit=False)


async def test_the_browser_asks_only_when_notifying_is_wished_and_a_no_is_said_in_words(come: Come) -> None:
    """Opening the preferences asks nothing; turning the switch does, once, and then it stands off and says why."""
    ann = await come("Ann")
    await ann.set_up("Toy", 2)
    await ann.page.evaluate(NOTICES)
    await ann.page.evaluate(DENIED)
    await ann.button("Preferences").click()
    switch = ann.page.get_by_role("switch", name="Call me")
    await expect(switch).to_be_enabled()
    assert await ann.page.evaluate("__asked") == 0
    await switch.click()
    await expect(ann.page.get_by_text("This browser does not allow it for this page.")).to_be_visible()
    await expect(switch).to_be_disabled()
    await expect(switch).not_to_be_checked()
    assert await ann.page.evaluate("__asked") == 1


async def test_a_turn_ends_by_itself_when_nothing_is_left_to_decide_unless_one_objects(come: Come) -> None:
    """Three seconds are left for an objection, which holds for this turn."""
    ann, bob, _ = await running_toy(come)
    for person in (ann, bob):
        await wish(person, "End my turn")
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.page.evaluate(STOPPED)
    await walk_all(mover)
    await mover.button("Wait").click()
    await expect(mover.action_bar.get_by_text("ends by itself")).to_have_count(0)
    await mover.page.evaluate("__go()")
    await mover.move("End the turn")
    await other.my_turn()
    await other.page.evaluate(STOPPED)
    await walk_all(other)
    await expect(other.action_bar.get_by_text("ends by itself")).to_be_visible()
    await expect(mover.history.get_by_text(f"{other.name} ends the turn")).to_have_count(0)
    await other.page.evaluate("__go()")
    await expect(mover.history.get_by_text(f"{other.name} ends the turn")).to_be_visible()


async def walk_all(person: Person) -> None:
    """Make every step that there is energy for."""
    for field in ("field 2", "field 3", "field 4"):
        if await person.moves.filter(has_text=field).count():
            await person.move(f"Walk to {field}")


async def test_one_click_makes_a_move_where_that_is_wished(come: Come) -> None:
    """Otherwise the first one only chooses."""
    ann, bob, _ = await running_toy(come)
    await bid(ann, bob)
    mover, _ = await on_turn(ann, bob)
    await mover.moves.filter(has_text="Walk to field 2").click()
    await expect(mover.main).to_have_text(re.compile("Walk to field 2"))
    await expect(mover.history.get_by_text("walks to field 2")).to_have_count(0)
    await mover.button("Preferences").click()
    await mover.page.get_by_text("at once", exact=True).click()
    await mover.page.keyboard.press("Escape")
    await mover.moves.filter(has_text="Walk to field 3").click()
    await expect(mover.history.get_by_text("walks to field 3")).to_be_visible()
