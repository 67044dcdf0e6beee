"""Everything by keyboard: a game of two played to its end without a mouse."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.keys import Keys, sit_down

# What to do next, as the page shows it: the ring first (the farthest tile uses up the stacks soonest), then a place
# for the tile, what is asked for to pay or to choose, and when nothing has to be done the end of the turn.
NEXT = """() => {
  const rail = document.querySelector('[data-anchor=rail]')
  if (rail.getAttribute('aria-busy') === 'true') return 'wait'
  const fields = [...document.querySelectorAll('[data-anchor=ring] [data-anchor^="field:"]')]
  const can = fields.map((each) => each.querySelector('[data-can][data-anchor^="tile:"]'))
  const figure = fields.findIndex((each) => each.querySelector('.turn') !== null)
  for (let far = 13; far > 0; far--) {
    const tile = can[(figure + far) % 14]
    if (tile) return `[data-anchor=ring] [data-anchor="${tile.dataset.anchor}"]`
  }
  if ([...rail.querySelectorAll('kbd')].some((each) => each.textContent === 'E')) return 'e'
  for (const wanted of ['[data-anchor=land] .cell[data-can]', '.choices .deed', '[data-anchor=ring] [data-can]']) {
    if (document.querySelector(wanted) !== null) return wanted
  }
  const plot = document.querySelector('[data-anchor=land] [data-can]')
  if (plot !== null) return `[data-anchor=land] [data-anchor="${plot.dataset.anchor}"]`
  const main = rail.querySelector('.btn.main')
  if (main?.textContent.includes('End')) return 'e'
  return main?.textContent.includes('again') ? 'over' : 'wait'
}"""


class Chief(Keys):
    """Somebody who plays Glen More."""

    async def step(self) -> str:
        """One move, if there is one to make: "over" when the game is."""
        wanted: str = await self.page.evaluate(NEXT)
        if wanted in ("wait", "over"):
            return wanted
        before = await self.person.position()
        if wanted == "e":
            await self.press("e")
        else:
            await self.go(wanted)
            await self.press("Enter")
            await self.seen()
            if await self.person.position() == before:
                await expect(self.person.main).to_be_enabled()
                await self.press("Enter")
        await self.person.reaches(before + 1)
        return wanted


async def test_two_people_play_a_game_to_its_end_by_keyboard_alone(come: Come) -> None:
    """From the name to the result no mouse is needed, and who presses a key sees where the focus is."""
    ann, bob = Chief(await come("Ann", sign_in=False)), Chief(await come("Bob", sign_in=False))
    await sit_down(ann, bob, "glenmore")
    moves = 0
    while True:
        done = [await each.step() for each in (ann, bob)]
        if done == ["over", "over"]:
            break
        moves += sum(step not in ("wait", "over") for step in done)
    for each in (ann, bob):
        await expect(each.page.get_by_role("region", name="The result")).to_be_visible()
    print(f"\n{moves} moves, {ann.pressed + bob.pressed} keys")
    assert moves > 20
