"""People at a table of Waters of Nereus, who do everything by pointing at what the board lights."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from playwright.async_api import Locator, expect

from tests.browser.connection import PATIENCE, GameMove
from tests.browser.player import Player

TREASURES: Final = {
    "white": "pearl",
    "yellow": "amphora",
    "green": "emerald",
    "red": "coral",
    "violet": "murex",
    "black": "idol",
    "gem": "gem",
}
LATE: Final = ("end_turn", "decline")
"""What ends things, and so is done when there is nothing else."""

KINDS: Final = (
    *("choose_corner", "keep", "choose_crew", "place_marker", "basic", "gold", "improved", "sail", "explore", "shift"),
    *("place", "use_gem", "sell", "exchange", "play_card", "salvage", "drift", "discard", "accept", "decline"),
    "end_turn",
)
"""Every kind of move."""


SMALL_HOLDS: Final = ("hold-me", "hold-sc", "hold-bo", "storage")
"""The beginnings of the names of places that are soon full, or soon make a gem."""

MAY_BE_SCIENTIST: Final = 0.4
"""How often the scientist is chosen, who brings what cards need."""


class Sailor(Player):
    """A player of Waters of Nereus."""

    async def make(self, move: GameMove) -> None:
        """Point at what the move is about, choose among what is then shown, and press the one bright button."""
        self.begin()
        if move["type"] in LATE:
            await self.person.action_bar.get_by_role(
                "button", name=self.person.words.like("nereus:move.end_turn", "nereus:move.decline")
            ).click()
        else:
            await self.point(move)
            await self.person.main.click()
        if move["type"] in LATE:
            await self._agree()
        await self._until_told()
        assert self.person.connection.moves[-1] == move, f"meant {move}, made {self.person.connection.moves[-1]}"
        self.made[move["type"]] += 1

    async def _agree(self) -> None:
        """Lose the treasures in hand, if the page asks about that."""
        lose = self.person.page.get_by_role("dialog").locator(".btn.stop")
        told = asyncio.create_task(self.person.connection.until(lambda: self.person.connection.answered(self._asked)))
        asked = asyncio.create_task(lose.wait_for())
        await asyncio.wait((told, asked), return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        if not told.done():
            await lose.click()
        await told

    async def point(self, move: GameMove) -> None:
        """Choose a move without making it."""
        await expect(self.person.action_bar).not_to_have_attribute("aria-busy", "true")
        kind = move["type"]
        if kind == "keep":
            await self._pick(list(move["cards"]))
        else:
            await self._point(move)
        await expect(self.person.main).to_be_enabled()

    async def _pick(self, cards: list[str]) -> None:
        """Toggle science cards until these are picked."""
        page = self.person.page
        picked = page.locator('button[data-anchor^="card:"][aria-pressed=true]:visible')
        for _ in range(await picked.count()):
            await picked.first.click()
        for kind in sorted(set(cards)):
            for at in range(cards.count(kind)):
                await self.spot(f"card:{kind}").nth(at).click()

    async def _point(self, move: GameMove) -> None:
        places = self._places(move)
        for at, anchor in enumerate(places):
            place = self._place(anchor)
            # What is picked up already would be put back by another click.
            if at + 1 == len(places) or await place.get_attribute("aria-pressed") != "true":
                await place.click()
        ways = [each for each in self.legal if each["type"] not in LATE and self._places(each) == places]
        if len(ways) > 1:
            way = self.strip.nth(ways.index(move))
            # Choosing the chosen one again would make it.
            if await way.get_attribute("aria-pressed") != "true":
                await way.click()
        elif await self.strip.count() == 1 and await self.person.main.is_disabled():
            await self.strip.click()

    @property
    def strip(self) -> Locator:
        """The ways that are shown next to a place where there are several."""
        return self.person.page.get_by_role("group", name=self.person.words("nereus:region.choices")).locator(
            "button[aria-pressed]"
        )

    def _place(self, anchor: str) -> Locator:
        if anchor == "basic":
            return self.person.page.locator('button[data-anchor^="space:"][data-can]:visible').first
        if not anchor.startswith("stored:"):
            return self.spot(anchor).first
        treasure = anchor.removeprefix("stored:")
        name = re.compile(f": {TREASURES[treasure]}")
        return (
            self.person.page.locator('button[data-anchor^="slot:storage-"]:visible')
            .and_(self.person.page.get_by_role("button", name=name))
            .first
        )

    def _places(self, move: GameMove) -> list[str]:
        """The places to be clicked, one after the other."""
        match move:
            case {"type": "choose_crew" | "accept", "crew": crew}:
                return [f"crew:{crew}"]
            case {"type": "choose_corner" | "explore", "field": space}:
                return [f"field:{space}"]
            case {"type": "sail", "to": to}:
                return [f"field:{to}"]
            case {"type": "place_marker", "space": space}:
                return [f"space:{space}"]
            case {"type": "basic" | "gold" | "improved" as kind}:
                return [kind]
            case {"type": "shift", "slot": slot, "to": to}:
                return [f"slot:{slot}", f"slot:{to}"]
            case {"type": "place", "treasure": treasure, "to": to}:
                return [f"hand:{treasure}", f"slot:{to}"]
            case {"type": "use_gem", "to": to}:
                return ["slot:gems", f"slot:{to}"]
            case {"type": "sell" | "exchange", "treasure": treasure}:
                return ["slot:gems" if treasure == "gem" else f"stored:{treasure}"]
            case {"type": "discard" | "play_card", "card": card}:
                return [f"card:{card}"]
            case {"type": "salvage", "field": space}:
                return ["card:salvage", f"field:{space}"]
            case {"type": "drift", "to": to}:
                return ["card:sail", f"field:{to}"]
        raise AssertionError(f"nobody knows how to do {move}")


# --- whole games ------------------------------------------------------------------------------------------------------


async def play(sailors: Sequence[Sailor], *, moves: int = 100_000, seed: int = 0) -> int:
    """Play until the game is over, or for so many moves; how many were made."""
    rng = random.Random(seed)
    made, last = 0, time.monotonic()
    while made < moves:
        acting = [sailor for sailor in sailors if sailor.must]
        if not acting:
            if await sailors[0].over():
                return made
            assert time.monotonic() - last < PATIENCE / 1000, "nobody has to decide"
            continue
        last = time.monotonic()
        for sailor in acting:
            await sailor.make(prefer(sailor, sum((each.made for each in sailors), Counter()), rng))
            made += 1
    return made


def prefer(sailor: Sailor, made: Counter[str], rng: random.Random) -> GameMove:
    """What was done least so far, and where that leaves a choice what brings most; the turn ends when all is done."""
    legal = [move for move in sailor.legal if move["type"] not in LATE] or sailor.legal
    rng.shuffle(legal)
    placing = [move for move in legal if move["type"] == "place"]
    acting = {move["type"] for move in legal} & {"basic", "sail", "explore", "shift", "gold", "improved"}
    # What could still be done with the crew would be lost.
    if placing and not acting:
        return max(placing, key=lambda move: ("gain_hold" in sailor.brings(move), move["to"][:7] in SMALL_HOLDS))
    if acting:
        legal = [move for move in legal if move["type"] in acting]
    # Two alike in storage become a gem.
    elif made["sell"] > 1:
        ends = [move for move in sailor.legal if move["type"] in LATE]
        legal = [move for move in legal if move["type"] != "sell"] or ends or legal
    science = [move for move in legal if move.get("crew") == "scientist"]
    if science and rng.random() < MAY_BE_SCIENTIST:
        return science[0]
    return min(legal, key=lambda move: (made[move["type"]], not move.get("tolls"), -len(sailor.brings(move))))
