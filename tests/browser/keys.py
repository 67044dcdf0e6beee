"""People who use the keyboard alone: how they walk over a page, and what they must see on the way."""

from __future__ import annotations

from playwright.async_api import TimeoutError as TimedOut
from playwright.async_api import expect

from tests.browser.people import Person

KEYS_A_STOP = 400
"""More keys than any way over the page takes, past all the tables that a lobby may list."""

FOCUS = """() => {
  const at = document.activeElement
  if (at === null || at === document.body) return { what: 'nothing', seen: false }
  const what = `${at.localName}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent ?? ''}`.slice(0, 120)
  const { left, top, right, bottom, width, height } = at.getBoundingClientRect()
  const inside = width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  // The ring is drawn by the element, by its mark, or beside a control that is itself out of sight.
  const drawn = (each, pseudo) => {
    const style = getComputedStyle(each, pseudo)
    if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) return true
    return style.opacity === '1' && /0px 0px 0px [3-9]px/.test(style.boxShadow)
  }
  const parts = [at, at.nextElementSibling, at.closest('label'), ...at.children].filter((each) => each !== null)
  const ring = at.matches(':focus-visible') && parts.some((each) => drawn(each) || drawn(each, '::after'))
  return { what, seen: inside && ring }
}"""

STEP = """([wanted, regions]) => {
  const at = document.activeElement
  const region = at?.closest(regions)
  const to = document.querySelector(wanted)
  if (to === null) return 'gone'
  if (to === at) return 'there'
  if (!at?.hasAttribute('data-rove') || region == null || !region.contains(to) || !to.hasAttribute('data-rove')) {
    return at?.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
  }
  const middle = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const [[x, y], [toX, toY]] = [middle(at), middle(to)]
  const [dx, dy] = [toX - x, toY - y]
  const [first, second] = Math.abs(dx) > Math.abs(dy)
    ? [dx > 0 ? 'ArrowRight' : 'ArrowLeft', dy > 0 ? 'ArrowDown' : 'ArrowUp']
    : [dy > 0 ? 'ArrowDown' : 'ArrowUp', dx > 0 ? 'ArrowRight' : 'ArrowLeft']
  const back = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft', ArrowUp: 'ArrowDown', ArrowDown: 'ArrowUp' }
  return [at.closest('[data-anchor]').dataset.anchor, first, second, back[second], back[first]].join(' ')
}"""


class Keys:
    """Somebody who has a keyboard and nothing else."""

    regions = "[data-anchor=ring], [data-anchor=land]"
    """Where the arrow keys lead from one thing to the next."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.pressed = 0

    async def press(self, key: str) -> None:
        """One key."""
        await self.page.keyboard.press(key)
        self.pressed += 1

    async def seen(self, *, beyond: bool = False) -> None:
        """What has the focus lies in the window and has a ring; beyond the page's ends the browser has it."""
        focus = await self.page.evaluate(FOCUS)
        if focus["seen"] or (beyond and focus["what"] == "nothing"):
            return
        try:
            # What was pressed may be replaced: the focus follows a moment later.
            await self.page.wait_for_function(f"() => ({FOCUS})().seen")
        except TimedOut:
            raise AssertionError(f"{self.person.name} does not see where the focus is: {focus['what']}") from None

    async def go(self, wanted: str) -> None:
        """Walk to an element by Tab, and by arrows inside of a region."""
        await self.page.locator(wanted).first.wait_for(state="attached")
        tried: set[tuple[str, str]] = set()
        for _ in range(KEYS_A_STOP):
            step: str = await self.page.evaluate(STEP, [wanted, self.regions])
            assert step != "gone", f"{wanted} is not on the page"
            if step == "there":
                await self.seen()
                return
            here, *ways = step.split(" ")
            if not ways:
                await self.press(here)
                await self.seen(beyond=True)
                continue
            # The straight way first; where it leads to nothing, the others.
            key = next((way for way in ways if (here, way) not in tried), ways[0])
            tried.add((here, key))
            await self.press(key)
            await self.seen()
        raise AssertionError(f"{self.person.name} does not come to {wanted}: {sorted(tried)}")

    async def write(self, text: str) -> None:
        """Write into what has the focus."""
        await self.page.keyboard.type(text)
        self.pressed += len(text)

    async def come_in(self, path: str = "/") -> None:
        """Open a page, as one who was here before."""
        await self.person.come_in(path)

    async def action(self, key: str) -> None:
        """Do what the bright button says, which has the words of a message, by pressing Enter."""
        await expect(self.person.main).to_contain_text(self.person.words.like(key))
        await self.press("Enter")


async def sit_down(host: Keys, guest: Keys, game: str, seats: int = 2) -> None:
    """From the name on: the host creates a table of two to four, the guest takes a seat, and both are ready.

    The form offers ``seats`` places for the game at first; with more than two the host goes back to two.
    """
    # What points out the board brings it to where it can be seen, also while somebody is on the way over it.
    for each in (host, guest):
        await each.person.was_shown(game)
    await host.come_in()
    await host.go("header > button.btn.text")
    await host.press("Enter")
    await host.go("dialog input[type=radio][value=glenmore]")
    while not await host.page.locator(f"input[type=radio][value={game}]").is_checked():
        await host.press("ArrowDown")
        await host.seen()
    chosen = host.page.locator("dialog fieldset").filter(has_text=host.person.words("create.seats"))
    offered = int(await chosen.locator("input:checked").first.input_value())
    if offered > 2:
        await host.go(f"dialog input[type=radio][value='{offered}']:checked")
        for _ in range(offered - 2):
            await host.press("ArrowLeft")
    await host.go("dialog button[type=submit].main")
    await host.press("Enter")
    await host.action("rail.ready")
    await guest.come_in(host.person.table.removeprefix(host.person.url))
    await guest.action("open.sit")
    await guest.action("rail.ready")
    for each in (host, guest):
        await each.person.started()
