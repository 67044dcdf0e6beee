"""What a reader can wish for: to be notified, turns that end by themselves, moves at one click."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come, Join
from tests.browser.people import Person
from tests.browser.toy import bid, on_turn, toy_for_two, toy_mover, toy_table, walk, walked

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
"""A browser whose notifications are written down, and whose page goes out of sight on command."""

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
"""The clock by which the page counts down stands still until the test moves it."""


async def wish(person: Person, key: str) -> None:
    """Turn a switch of the preferences, by the key of its words."""
    name = person.words(key)
    await person.button(person.words("prefs.title")).click()
    await person.page.get_by_role("checkbox", name=name).or_(person.page.get_by_role("switch", name=name)).click()
    await person.page.keyboard.press("Escape")


def notifying(person: Person, rest: str = "") -> re.Pattern[str]:
    """The title of a page that notifies its reader of a turn."""
    return re.compile(f"^● {re.escape(person.words('title.your_turn'))}{rest}")


async def shows_icon(person: Person, *, lit: bool) -> None:
    """The tab's icon becomes the lit or the calm one: it follows a turn that stays."""
    name = re.compile("/icon-turn-" if lit else "/icon-(?!turn)")
    await expect(person.page.locator("link[rel~=icon]")).to_have_attribute("href", name)


async def test_the_lobby_notifies_of_the_table_that_waits_by_title_and_icon(join: Join, come: Come) -> None:
    """As the table itself does; who has nothing to decide is not notified."""
    table = await toy_table(join)
    await table.bid()
    mover, other = [await table.show(come, player, "/") for player in await table.on_turn()]
    for person in (mover, other):
        await expect(person.page.get_by_role("heading", name=person.words("play.again"))).to_be_visible()
    await expect(mover.page).to_have_title(notifying(mover, " · .+ · Partie$"))
    await shows_icon(mover, lit=True)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await shows_icon(other, lit=False)


async def test_a_page_out_of_sight_notifies_its_reader_by_title_icon_and_one_notification(come: Come) -> None:
    """It is notified once for a turn of several moves, and what is seen is taken away again."""
    ann, bob = await toy_for_two(come)
    for person in (ann, bob):
        await person.page.evaluate(NOTICES)
        await wish(person, "prefs.notify")
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await expect(mover.page).to_have_title(notifying(mover))
    await shows_icon(mover, lit=True)
    await shows_icon(other, lit=False)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await other.page.evaluate("__hide(true)")
    await mover.move(walk(mover, 1))
    await mover.move(mover.words("toy:move.done"))
    await expect(other.page).to_have_title(notifying(other))
    await other.page.wait_for_function("() => __notices.length === 1")
    title, of = other.words("title.your_turn"), other.words("toy:name")
    told = f"{re.escape(title)}: {other.words.like('notice.body', game=of).pattern}"
    assert re.fullmatch(told, (await other.page.evaluate("__notices"))[0])
    await other.page.evaluate("__hide(false)")
    await other.page.wait_for_function("() => __notices.length === 2 && __notices[1].startsWith('away: ')")
    await other.move(walk(other, 1))
    assert await other.page.evaluate("__notices.length") == 2
    await other.move(other.words("toy:move.done"))
    await expect(other.page).to_have_title(notifying(other))
    await bid(other)
    await expect(other.page).to_have_title(re.compile("^(?!●)"))
    await shows_icon(other, lit=False)


async def test_the_browser_asks_only_when_notifying_is_wished_and_a_no_is_said_in_words(come: Come) -> None:
    """Opening the preferences asks nothing; turning the switch does, once, and then it stands off and says why."""
    ann = await come("Ann")
    await ann.set_up("toy", 2)
    await ann.page.evaluate(NOTICES)
    await ann.page.evaluate(DENIED)
    await ann.button(ann.words("prefs.title")).click()
    switch = ann.page.get_by_role("switch", name=ann.words("prefs.notify"))
    await expect(switch).to_be_enabled()
    assert await ann.page.evaluate("__asked") == 0
    await switch.click()
    await expect(ann.page.get_by_text(ann.words("prefs.notify.denied"))).to_be_visible()
    await expect(switch).to_be_disabled()
    await expect(switch).not_to_be_checked()
    assert await ann.page.evaluate("__asked") == 1


async def test_a_turn_ends_by_itself_when_nothing_is_left_to_decide_unless_one_objects(come: Come) -> None:
    """Three seconds are left for an objection, which holds for this turn."""
    ann, bob = await toy_for_two(come)
    for person in (ann, bob):
        await wish(person, "prefs.ends")
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.page.evaluate(STOPPED)
    await walk_all(mover)
    await mover.button(mover.words("rail.wait")).click()
    await expect(mover.action_bar.get_by_text(mover.words.like("rail.ends_itself"))).to_have_count(0)
    await mover.page.evaluate("__go()")
    await mover.move(mover.words("toy:move.done"))
    await other.my_turn()
    await other.page.evaluate(STOPPED)
    await walk_all(other)
    await expect(other.action_bar.get_by_text(other.words.like("rail.ends_itself"))).to_be_visible()
    ended = mover.history.get_by_text(mover.words("toy:line.done", seat=other.name))
    await expect(ended).to_have_count(0)
    await other.page.evaluate("__go()")
    await expect(ended).to_be_visible()


async def walk_all(person: Person) -> None:
    """Make every step that there is energy for."""
    for field in (1, 2, 3):
        if await person.moves.filter(has_text=walk(person, field)).count():
            await person.move(walk(person, field))


async def test_one_click_makes_a_move_where_that_is_wished(join: Join, come: Come) -> None:
    """Otherwise the first one only chooses."""
    mover = await toy_mover(join, come)
    await mover.moves.filter(has_text=walk(mover, 1)).click()
    await expect(mover.main).to_have_text(re.compile(re.escape(walk(mover, 1))))
    await expect(mover.history.get_by_text(walked(mover, 1))).to_have_count(0)
    await mover.button(mover.words("prefs.title")).click()
    await mover.page.get_by_text(mover.words("prefs.moves.once"), exact=True).click()
    await mover.page.keyboard.press("Escape")
    await mover.moves.filter(has_text=walk(mover, 2)).click()
    await expect(mover.history.get_by_text(walked(mover, 2))).to_be_visible()
