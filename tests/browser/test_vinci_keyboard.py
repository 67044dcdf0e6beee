"""Vinci by keyboard alone."""

from __future__ import annotations

from playwright.async_api import TimeoutError as TimedOut
from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.keys import Keys
from tests.browser.player import whose_turn
from tests.browser.service import Service
from tests.browser.vinci import Leader, gathered
from tests.browser.words import capital

RINGED = """() => {
  const at = document.activeElement
  if (!at.matches('path[data-province]')) return 'elsewhere'
  const { left, top, right, bottom } = at.getBoundingClientRect()
  const ring = document.querySelector('[data-anchor=map] .ring path')
  const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  return inside && ring?.getAttribute('d') === at.getAttribute('d') ? 'seen' : 'unseen'
}"""
"""A province has its ring in the map: around its shape."""

SAID = """() => {
  const at = document.activeElement
  const bill = document.getElementById(at.getAttribute('aria-describedby'))
  return [at.getAttribute('aria-label'), bill?.textContent].map((each) => each ?? '').join('. ')
}"""
"""What is said of that which has the focus."""

WAYS = """wanted => {
  const middle = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const [x, y] = middle(document.activeElement)
  const [toX, toY] = middle(document.querySelector(`path[data-province="${wanted}"]`))
  const along = { ArrowRight: toX - x, ArrowLeft: x - toX, ArrowDown: toY - y, ArrowUp: y - toY }
  return Object.keys(along).sort((one, other) => along[other] - along[one])
}"""
"""The arrow keys, that which leads nearest to a province first."""

STEPS = 60
"""More steps than lead from any province to any other."""


class Marshal(Keys):
    """Somebody with a keyboard at a table of Vinci."""

    regions = "[data-anchor=pairs]"

    def __init__(self, leader: Leader) -> None:
        super().__init__(leader.person)
        self.leader = leader

    async def seen(self, *, beyond: bool = False) -> None:
        """What has the focus has a ring in sight; a province has it in the map."""
        ring = await self.page.evaluate(RINGED)
        if ring == "unseen":
            # The map follows the focus a moment later.
            await self.page.wait_for_function(f"() => ({RINGED})() !== 'unseen'")
        if ring == "elsewhere":
            await super().seen(beyond=beyond)

    # --- the map --------------------------------------------------------------------------------------------------

    async def here(self) -> str:
        """The province that has the focus."""
        name: str = await self.page.evaluate("document.activeElement.dataset.province ?? ''")
        return name

    async def to_map(self) -> None:
        """Walk to the map, unless one is there."""
        if not await self.here():
            await self.go("[data-anchor=map] path[tabindex='0']")

    async def find(self, typed: str) -> None:
        """Go to a province by what is typed of its name."""
        await self.to_map()
        await self.press("/")
        await self.seen()
        await self.write(typed)
        await self.press("Enter")
        await self.seen()

    async def walk(self, province: str) -> None:
        """Go to a province by the arrow keys."""
        await self.to_map()
        tried: set[tuple[str, str]] = set()
        for _ in range(STEPS):
            here = await self.here()
            if here == province:
                return
            ways: list[str] = await self.page.evaluate(WAYS, province)
            key = next(way for way in ways if (here, way) not in tried)
            tried.add((here, key))
            await self.press(key)
            await self.seen()
        raise AssertionError(f"{self.person.name} does not come to {province}: {sorted(tried)}")

    async def hears(self, words: str) -> None:
        """What is said of the province that has the focus, its bill among it, holds this pattern."""
        try:
            await self.page.wait_for_function(f"words => new RegExp(words).test(({SAID})())", arg=words)
        except TimedOut:
            said = await self.page.evaluate(SAID)
            raise AssertionError(f"{self.person.name} hears {said!r} and not {words!r}") from None

    # --- moves ----------------------------------------------------------------------------------------------------

    async def twice(self) -> None:
        """Choose with Enter what has the focus, and make the move with Enter again."""
        before = await self.person.position()
        await self.press("Enter")
        await self.seen()
        await expect(self.person.main).to_be_enabled()
        await self.press("Enter")
        await self.after(before)

    async def ends(self) -> None:
        """End the conquests, or the turn."""
        before = await self.person.position()
        await self.press("e")
        await self.after(before)

    async def after(self, before: int) -> None:
        """Wait until a move is made and told; the focus is somewhere then."""
        await self.person.reaches(before + 1)
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")
        await self.leader.catches_up(await self.person.position())

    async def carries_out(self) -> None:
        """Say that the pieces shall lie as they are shown."""
        await self.go("[data-anchor=main]")
        await expect(self.person.main).to_be_enabled()
        self.leader.begin()
        await self.press("Enter")
        await self.leader.told()
        await self.seen()

    async def shares_out(self) -> None:
        """Let the page find a place for what is in hand, and carry that out; then end the turn, without Rebirth."""
        if self.may("put_down"):
            await self.go("[data-anchor=distribute] .actions .btn")
            await self.press("Enter")
            await self.seen()
            await self.carries_out()
        await self.ends()
        if self.may("end_turn"):
            await self.ends()

    def may(self, kind: str, **fields: object) -> list[GameMove]:
        """The legal moves of a kind with these fields."""
        return [move for move in self.leader.some(kind) if fields.items() <= move.items()]


async def enters(first: Marshal) -> None:
    """Find a province by its name, walk to the next by the arrows, and take the cheapest by Page Down.

    The map is one stop of the tab key.
    """
    await first.find("brit")
    assert await first.here() == "britannia"
    words = first.person.words
    cost = words.like("vinci:province.cost").pattern
    britannia, farmland = words("vinci:names.province.britannia"), words("vinci:names.terrain.farmland")
    port = words("vinci:reckon.port")
    await first.hears(rf"{britannia}, {farmland}, {port}, .*{cost}\. {capital(farmland)} 2")
    await first.twice()
    await first.walk("belgica")
    await first.hears(rf"{cost}\. \w+ \d.*\.")
    await first.twice()
    await first.press("Tab")
    assert not await first.here()
    await first.press("Shift+Tab")
    assert first.may("conquer", province=await first.here())
    await first.walk("belgica")
    await first.press("PageDown")
    await first.seen()
    assert first.may("conquer", province=await first.here())
    await first.twice()
    await first.ends()


async def puts_down(first: Marshal) -> None:
    """Put what is in hand down in the map, empty provinces first, and take a piece back meanwhile."""
    hand = first.page.locator("[data-anchor=distribute] .hand b")
    for move in first.may("put_down", pieces=1):
        if await first.leader.lie(move["province"]) == 0:
            await first.walk(move["province"])
            await first.press("+")
    await first.find("belg")
    lay = await first.leader.lie("belgica")
    while await hand.inner_text() != first.person.words("vinci:regroup.hand", count=0):
        await first.press("+")
        lay += 1
        assert await first.leader.lie("belgica") == lay
    await first.press("-")
    assert await first.leader.lie("belgica") == lay - 1
    await first.press("+")
    await first.carries_out()
    await first.ends()


async def gives_up(first: Marshal) -> None:
    """Take the last piece up from a province, conquer another, and keep one part of an empire that is split."""
    lone = min(first.may("gather"), key=lambda move: move["pieces"])["province"]
    before = await first.person.position()
    await first.walk(lone)
    await first.press("-")
    await first.after(before)
    await first.press("PageDown")
    await first.twice()
    await first.ends()
    for part in first.may("keep_part")[-1:]:
        await first.walk(part["province"])
        await first.hears(first.person.words.like("vinci:province.part").pattern)
        await first.twice()


async def test_the_first_turns_of_three_are_played_by_keyboard_alone(come: Come, service: Service) -> None:
    """Peoples are chosen, enter, conquer, regroup, give land up and decline; all hear what it costs and see where."""
    leaders = await gathered(come, service, lambda game, _: game["step"] == "choose" and game["round"] == 0, still=True)
    marshals = {leader: Marshal(leader) for leader in leaders}

    async def acting() -> Marshal:
        return marshals[await whose_turn(leaders)]

    for number in (2, 1, 3):
        marshal = await acting()
        await marshal.go(f"[data-anchor='pair:{number}'] button")
        await marshal.twice()

    first = await acting()
    await enters(first)
    await puts_down(first)

    # The others enter where it is cheapest.
    for _ in range(2):
        other = await acting()
        await other.to_map()
        await other.twice()
        await other.ends()
        await other.shares_out()

    # In the second round one gives a province up; the next one declines for a new people.
    assert await acting() is first
    await gives_up(first)
    await first.shares_out()
    second = await acting()
    await second.go("[data-anchor=panel] .decline")
    await second.twice()
    await second.go("[data-anchor='pair:1'] button")
    await second.twice()
    assert await acting() is not second
    for marshal in (first, second):
        assert marshal.pressed > 20
