"""People at a table of Wikinger: the last purchase of a round and its scoring, boatmen, and an auction."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Come
from tests.browser.connection import GameMove
from tests.browser.player import all_at_one, whose_turn
from tests.browser.positions import left, stage
from tests.browser.service import Service
from tests.browser.wikinger import all_read, gathered


async def test_the_last_purchase_of_a_round_is_made_and_the_round_is_scored(come: Come, service: Service) -> None:
    """It costs nothing; then goldsmiths bring gold, and twelve new combinations lie at the wheel for the other one."""
    last = stage("buy", round_=1, more=lambda game: left(game) == 1 and game["players"]["1"]["worth"]["small"] > 0)
    ann, bob = settlers = await gathered(come, service, last, 2)
    assert (ann.must, bob.must) == (True, False)
    (buy,) = ann.some("buy")
    await expect(ann.spot(f"field:{buy['field']}")).to_have_accessible_name(
        ann.person.words.like("wikinger:field", price=0)
    )
    await ann.make(buy)
    if ann.some("place"):
        await ann.make(ann.some("place")[0])
    await all_read(settlers, "wikinger:line.small_scoring")
    await all_read(settlers, "wikinger:line.scored_goldsmith", seat="Bob", points=0)
    await all_read(settlers, "wikinger:line.round")
    await whose_turn(settlers)
    for settler in settlers:
        await expect(settler.person.page.locator("button[data-anchor^='field:']:visible")).to_have_count(12)


async def test_boatmen_bring_figures_over_before_the_large_scoring(come: Come, service: Service) -> None:
    """One figure after the other; then the boatman leaves, and all that stands safe is scored."""
    waiting = stage("ferry", round_=2)
    ann, bob = settlers = await gathered(come, service, waiting, 2)
    move: GameMove = ann.some("ferry")[0]
    place = f"{move['row']}-{move['column']}"
    await expect(ann.place(place)).not_to_have_attribute("data-figure", re.compile("."))
    await ann.make(move)
    await expect(ann.place(place)).to_have_attribute("data-figure", move["row"])
    await ann.make(ann.some("end_ferrying")[0])
    await all_read(settlers, "wikinger:line.boatmen_left")
    await all_at_one(settlers)
    await all_read([bob], "wikinger:line.large_scoring")


async def test_three_bid_for_the_start_and_the_winner_removes_a_figure_and_chooses_first(
    come: Come, service: Service
) -> None:
    """The most expensive spaces are filled first, colour by colour in turn, and then the winner buys."""
    begin = stage("bid", round_=1, more=lambda game: not game["auction"]["bids"])
    settlers = await gathered(come, service, begin, 3, game="advanced", still=True)
    ann, bob, cid = settlers
    await ann.make({"type": "bid", "coins": 1})
    await all_at_one(settlers)
    await bob.make({"type": "bid", "coins": 3})
    await all_at_one(settlers)
    await cid.make({"type": "pass"})
    await all_read(settlers, "wikinger:line.auction_won", seat="Bob", coins=3)

    # The winner puts one of thirteen out of the game; only then tiles lie at the wheel.
    assert await whose_turn(settlers) is bob
    await bob.make(bob.some("remove")[0])
    await all_read(settlers, "wikinger:line.removed", seat="Bob")
    assert await whose_turn(settlers) is bob
    await expect(bob.person.page.locator("button[data-anchor^='field:']:visible")).to_have_count(12)

    # Colours are chosen in turn, beginning with the winner, until the last one places itself.
    turn, chosen = settlers.index(bob), []
    while (chooser := await whose_turn(settlers)).some("choose_colour"):
        assert chooser is settlers[turn % 3]
        move = chooser.some("choose_colour")[0]
        await chooser.make(move)
        chosen.append(move["figure"])
        turn += 1
    assert len(chosen) == len(set(chosen)) > 1
    figure = bob.person.words(f"wikinger:names.figure.{chosen[0]}")
    most_expensive = bob.spot("field:11")
    await expect(most_expensive).to_have_accessible_name(bob.person.words.like("wikinger:field", figure=figure))
    assert await whose_turn(settlers) is bob
    assert {move["type"] for move in bob.legal} == {"buy"}
