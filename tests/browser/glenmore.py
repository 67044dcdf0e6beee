"""What a table of Glen More offers next, to keys, fingers and a mouse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, expect

from tests.browser.people import Person

# What to do next, as the page shows it: the ring first (the farthest tile uses up the stacks soonest), then a place
# for the tile, then payments and choices, and when nothing is left to do the end of the turn.
NEXT = """([end, again]) => {
  const actionBar = document.querySelector('[data-anchor=action-bar]')
  if (actionBar.getAttribute('aria-busy') === 'true') return 'wait'
  const slots = [...document.querySelectorAll('[data-anchor=ring] .slot')]
  const lies = (space, wanted) =>
    slots
      .filter(({ style }) => style.translate === space.style.translate)
      .map((slot) => slot.querySelector(wanted))
      .find((each) => each !== null)
  const spaces = slots.filter((each) => each.dataset.anchor?.startsWith('field:'))
  const can = spaces.map((each) => lies(each, '[data-can][data-anchor^="tile:"]'))
  const figure = spaces.findIndex((each) => lies(each, '.turn') !== undefined)
  for (let far = 13; far > 0; far--) {
    const tile = can[(figure + far) % 14]
    if (tile) return `[data-anchor=ring] [data-anchor="${tile.dataset.anchor}"]`
  }
  if ([...actionBar.querySelectorAll('kbd')].some((each) => each.textContent === 'E')) return 'e'
  for (const wanted of ['[data-anchor=land] .cell[data-can]', '.choices .action', '[data-anchor=ring] [data-can]']) {
    if (document.querySelector(wanted) !== null) return wanted
  }
  const plot = document.querySelector('[data-anchor=land] [data-can]')
  if (plot !== null) return `[data-anchor=land] [data-anchor="${plot.dataset.anchor}"]`
  const main = actionBar.querySelector('.btn.main')
  if (main?.textContent.includes(end)) return 'e'
  const good = document.querySelector('[data-anchor=warehouse] [data-can]')
  if (good !== null) return `[data-anchor=warehouse] [data-anchor="${good.dataset.anchor}"]`
  return main?.textContent.includes(again) ? 'over' : 'wait'
}"""


async def next_wanted(person: Person) -> str:
    """A selector of what to do next, ``e`` for the key that ends the turn, ``wait`` or ``over``."""
    ending = [person.words("glenmore:move.end_turn"), person.words("rail.play_again")]
    return str(await person.page.evaluate(NEXT, ending))


async def do_next(person: Person, press: Callable[[Locator], Awaitable[None]]) -> str:
    """Choose what the page offers next and make it by the bright button; what it was, "" if there is nothing."""
    await expect(person.action_bar).not_to_have_attribute("aria-busy", "true")
    # The page goes on to the next thing when what was done has been seen.
    waiting = person.page.locator("[data-anchor=action-bar]:not(:has([data-anchor=main]))")
    offered = person.page.locator(", ".join(wanted for _, wanted in (*FIRST, *LAST)))
    await expect(offered.or_(ending(person)).or_(waiting).filter(visible=True).first).to_be_visible()
    kind, thing = await next_thing(person)
    if thing is None:
        return ""
    await press(thing)
    if kind != "end":
        # A tile that leaves a choice shows it next to itself.
        ready = person.page.locator("[data-anchor=main]:not([aria-disabled=true])")
        action = person.page.locator(".choices .action").first
        await expect(ready.or_(action).first).to_be_visible()
        if await ready.count() == 0:
            await press(action)
        await press(ready)
    return kind


FIRST = (
    ("take", "[data-anchor=ring] [data-can][data-anchor^='tile:']"),
    ("place", "[data-anchor=land] .cell[data-can]"),
    ("activate", "[data-anchor=land] [data-can]:has(.badge)"),
)
LAST = (
    ("choose", ".choices .action"),
    ("pay", "[data-anchor=land] [data-can]"),
    ("buy", "[data-anchor=warehouse] [data-can]"),
)
"""What is offered, before the end of the turn and after it."""


def ending(person: Person) -> Locator:
    """The button that ends the turn."""
    return person.page.locator(".action-bar .btn:enabled", has_text=person.words("glenmore:move.end_turn"))


async def next_thing(person: Person) -> tuple[str, Locator | None]:
    """What the page offers next: a tile, a place, something to pay or choose, a tile to activate, or the end."""
    for kind, wanted in FIRST:
        thing = person.page.locator(wanted)
        if await thing.count():
            return kind, thing.first
    if await ending(person).count():
        return "end", ending(person).first
    for kind, wanted in LAST:
        thing = person.page.locator(wanted)
        if await thing.count():
            return kind, thing.first
    return "", None
