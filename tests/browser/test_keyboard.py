"""Everything by keyboard: a game of two played to its end without a mouse."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.glenmore import next_wanted
from tests.browser.keys import Keys, sit_down


class Chief(Keys):
    """Somebody who plays Glen More."""

    async def step(self) -> str:
        """One move, if there is one to make: "over" when the game is."""
        wanted = await next_wanted(self.person)
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
    ann, bob = [Chief(await come(name, still=True, sign_in=False)) for name in ("Ann", "Bob")]
    await sit_down(ann, bob, "glenmore")
    moves = 0
    while True:
        done = []
        for each in (ann, bob):
            # What the one has just done is shown to the other, or his page would seem to have gone on by itself.
            newest = max([await one.person.position() for one in (ann, bob)])
            await each.person.settled(newest)
            done.append(await each.step())
        if done == ["over", "over"]:
            break
        moves += sum(step not in ("wait", "over") for step in done)
    for each in (ann, bob):
        await expect(each.page.get_by_role("region", name=each.person.words("result.title"))).to_be_visible()
    print(f"\n{moves} moves, {ann.pressed + bob.pressed} keys")
    assert moves > 20
