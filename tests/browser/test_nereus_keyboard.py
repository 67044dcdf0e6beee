"""Waters of Nereus by keyboard alone."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.keys import Keys, sit_down
from tests.browser.nereus import Sailor
from tests.browser.player import Rival


class Helm(Keys):
    """Somebody with a keyboard at a table of Waters of Nereus."""

    regions = "[data-anchor=sea], [data-anchor=crew], [data-anchor=cabin], [data-anchor=hand], section.hand"

    def __init__(self, sailor: Sailor) -> None:
        super().__init__(sailor.person)
        self.sailor = sailor

    async def make(self, move: GameMove) -> None:
        """Walk to what the move is about, choose it with Enter, and make it with Enter again."""
        before = await self.person.position()
        if move["type"] == "end_turn":
            await self.press("e")
        else:
            for wanted in places(move):
                if await self.page.locator(f"{wanted}[aria-pressed=true]").count():
                    continue  # it is picked up already, and would be put back
                await self.go(wanted)
                await self.press("Enter")
                await self.seen()
            await expect(self.person.main).to_be_enabled()
            if move["type"] == "keep":
                await self.go("[data-anchor=main]")  # on the card another Enter would put it back
            await self.press("Enter")
        await self.person.reaches(before + 1)
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")

    def choose(self) -> GameMove:
        """The first possible move of those kinds that bring most; the last one of a kind leads farthest."""
        for kind in ("choose_corner", "choose_crew", "place_marker", "sail", "basic", "place", "end_turn"):
            if found := self.sailor.some(kind):
                return next((move for move in found if move.get("crew") in CREW), found[-1])
        # Three different cards, so that each has a place of its own.
        return next(move for move in self.sailor.some("keep") if len(set(move["cards"])) == len(move["cards"]))


CREW = ("captain", "purser")
"""The crew members sent out in the first round and in the second."""


def places(move: GameMove) -> list[str]:
    """Where the keyboard has to come for a move, in this order."""
    match move:
        case {"type": "keep", "cards": cards}:
            anchors = [f"card:{card}" for card in cards]
        case {"type": "choose_crew", "crew": crew}:
            anchors = [f"crew:{crew}"]
        case {"type": "choose_corner", "field": space} | {"type": "sail", "to": space}:
            anchors = [f"field:{space}"]
        case {"type": "place_marker", "space": space}:
            anchors = [f"space:{space}"]
        case {"type": "basic"}:
            anchors = ["basic"]
        case {"type": "place", "treasure": treasure, "to": to}:
            anchors = [f"hand:{treasure}", f"slot:{to}"]
        case _:
            raise AssertionError(f"nobody walks to {move}")
    return [
        'button[data-anchor^="space:"][data-can]' if it == "basic" else f'button[data-anchor="{it}"]' for it in anchors
    ]


async def test_some_turns_are_played_by_keyboard_alone(come: Come) -> None:
    """From the name on no mouse is needed, and who presses a key sees where the focus is.

    The other one sits down by keyboard, too, and plays on without a page.
    """
    ann, bob = [Helm(Sailor(await come(name, still=True, sign_in=False))) for name in ("Ann", "Bob")]
    await sit_down(ann, bob, "nereus")
    rival = await Rival.instead(bob.person, "nereus")
    ended, newest = 0, await ann.person.position()
    while ended < TURNS:
        await ann.sailor.catches_up(newest)
        if not ann.sailor.must:
            newest = await rival.move()
            continue
        move = ann.choose()
        await ann.make(move)
        newest = await ann.person.position()
        ended += move["type"] == "end_turn"
    await rival.client.close()
    assert ann.pressed > 20


TURNS = 2
"""One in the first round, and one in the second."""
