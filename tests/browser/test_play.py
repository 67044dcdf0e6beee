"""People at tables: they come by a link, play, look back, take back, and see the end."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Come, Join
from tests.browser.glenmore import next_wanted
from tests.browser.people import Person
from tests.browser.toy import bid, on_turn, running_toy, slider, toy_mover, walk, walked

DRAWN = ("toy:line.drew", "toy:line.drew_card")
"""That somebody draws a card, for all and for who sees which."""


async def test_two_players_and_a_spectator_play_a_game_to_its_end(come: Come) -> None:
    """Everybody sees every move, and at the end the same result; the spectator saw no hand on the way."""
    ann, bob, cleo = await running_toy(come)
    assert await cleo.moves.count() == 0
    await expect(cleo.page.get_by_text(cleo.words("rail.watching"))).to_be_visible()
    await expect(ann.page.locator("summary", has_text="Ann")).to_be_visible()
    assert await cleo.page.locator(".view").get_by_text(cleo.words("toy:view.hand"), exact=True).count() == 0
    for _ in range(2):
        await bid(ann, bob)
        for _ in range(2):
            mover, _ = await on_turn(ann, bob)
            if await mover.moves.filter(has_text=mover.words("toy:move.draw")).count():
                await mover.move(mover.words("toy:move.draw"))
            await mover.move(mover.words("toy:move.done"))
    result = ann.page.get_by_role("region", name=ann.words("result.title"))
    await expect(result).to_be_visible()
    scores = await result.get_by_role("table").inner_text()
    for person in (bob, cleo):
        result = person.page.get_by_role("region", name=person.words("result.title"))
        await expect(result.get_by_role("table")).to_have_text(scores, use_inner_text=True)
    await expect(cleo.action_bar.get_by_text(cleo.words.like("rail.won.with"))).to_be_visible()
    await expect(cleo.main).to_have_text(cleo.words("next.own"))


async def take_back(person: Person) -> None:
    """Take a step back, and wait until the page knows what can be done then: it can be made again."""
    asked = person.connection.asked
    await person.button(person.words("rail.undo")).click()
    await person.reaches(await person.connection.accepted(asked))
    await expect(person.action_bar).not_to_have_attribute("aria-busy", "true")


async def test_a_step_is_taken_back_and_made_again_and_everybody_sees_it(come: Come) -> None:
    """Undo strikes the line for all, redo restores it, and after a draw the others have to agree."""
    ann, bob, cleo = await running_toy(come)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.move(walk(mover, 1))
    await expect(mover.history.get_by_role("button", name=walked(mover, 1))).to_be_visible()
    await take_back(mover)
    for person in (mover, other, cleo):
        line = person.history.get_by_role("button", name=walked(person, 1))
        await expect(line).to_have_class(re.compile("struck"))
        await expect(person.history.get_by_text(person.words.like("history.undone", moves=1))).to_be_visible()
    await mover.page.keyboard.press("r")
    for person in (mover, other, cleo):
        line = person.history.get_by_role("button", name=walked(person, 1))
        await expect(line).not_to_have_class(re.compile("struck"))
    await mover.move(mover.words("toy:move.draw"))
    ask = mover.button(mover.words("rail.ask_undo.own"))
    await expect(ask).to_have_attribute("title", mover.words("rail.ask_undo.moves", moves=1))


async def test_a_whole_turn_is_taken_back_by_keyboard_alone(join: Join, come: Come) -> None:
    """A move is chosen and made with Enter, and shift U takes all steps back."""
    mover = await toy_mover(join, come)
    for field in (1, 2):
        await expect(mover.action_bar).not_to_have_attribute("aria-busy", "true")
        await mover.moves.filter(has_text=walk(mover, field)).first.focus()
        await mover.page.keyboard.press("Enter")
        await mover.page.keyboard.press("Enter")
        await expect(mover.history.get_by_text(walked(mover, field))).to_be_visible()
    await expect(mover.action_bar).not_to_have_attribute("aria-busy", "true")
    await expect(mover.button(mover.words("rail.undo"))).to_be_enabled()
    await mover.page.keyboard.press("Shift+U")
    await expect(mover.history.get_by_text(mover.words.like("history.undone", moves=2))).to_be_visible()
    await expect(mover.moves.filter(has_text=walk(mover, 1))).to_be_visible()


async def test_the_past_is_visited_while_the_game_goes_on(join: Join, come: Come) -> None:
    """A past position stays on the page, tells what passed meanwhile, and has an address of its own."""
    mover = await toy_mover(join, come)
    cleo = await come("Cleo", mover.table.removeprefix(mover.url))
    await cleo.reaches(await mover.position())
    await cleo.page.keyboard.press("ArrowLeft")
    await expect(cleo.page).to_have_url(re.compile(r"at=\d+"))
    seen = int(re.findall(r"at=(\d+)", cleo.page.url)[0])
    await expect(slider(cleo)).to_have_value(str(seen))
    await expect(cleo.action_bar.get_by_text(cleo.words.like("scrub.turn_of", turn=1, last=1)).first).to_be_visible()
    await mover.move(walk(mover, 1))
    await expect(cleo.main).to_have_text(cleo.words.like("rail.back_to_now", count=1))
    await expect(slider(cleo)).to_have_value(str(seen))
    await cleo.page.reload()
    await expect(slider(cleo)).to_have_value(str(seen))
    await cleo.page.keyboard.press("Escape")
    await expect(cleo.action_bar.get_by_text(cleo.words.like("rail.acting", count=1))).to_be_visible()
    await expect(cleo.page).not_to_have_url(re.compile("at="))


@pytest.mark.parametrize("past", [False, True])
async def test_the_others_are_asked_for_moves_back_and_agree(come: Come, past: bool) -> None:
    """What can no longer be taken back alone comes back by consent: the newest move by a button, others by a visit."""
    ann, bob, cleo = await running_toy(come)
    await bid(ann, bob)
    mover, other = await on_turn(ann, bob)
    await mover.move(mover.words("toy:move.draw"))
    await expect(mover.history.get_by_text(mover.words.like(*DRAWN))).to_be_visible()
    if past:
        await mover.page.keyboard.press("ArrowLeft")
    await mover.button(mover.words("rail.ask_undo" if past else "rail.ask_undo.own")).click()
    asked = cleo.words("proposal.undo", name=mover.name)
    await expect(cleo.page.get_by_role("heading", name=asked)).to_be_visible()
    await other.button(other.words("proposal.grant")).click()
    for person in (mover, other, cleo):
        await expect(person.history.get_by_text(person.words.like("history.undone_agreed"))).to_be_visible()
        drawn = f"(?:{person.words.like(*DRAWN).pattern}).*{person.words.like('history.struck').pattern}"
        await expect(person.history.get_by_role("button", name=re.compile(drawn))).to_be_visible()
    await expect(mover.moves.filter(has_text=mover.words("toy:move.draw"))).to_be_visible()


async def test_prices_and_refusals_are_told_before_the_action(join: Join, come: Come) -> None:
    """Offers name the price of each target, and why the others are not possible."""
    mover = await toy_mover(join, come)
    await mover.page.get_by_label(mover.words("moves.prices")).check()
    step = mover.moves.filter(has_text=walk(mover, 2))
    await expect(step.get_by_text(mover.words("toy:part.energy", energy=2))).to_be_visible()
    await mover.page.get_by_text(mover.words.like("moves.refused")).click()
    await expect(mover.page.get_by_text(mover.words.like("toy:refused.too_far")).first).to_be_visible()
    await step.click()
    await expect(mover.action_bar.get_by_text(mover.words("toy:part.energy", energy=2))).to_be_visible()


async def test_somebody_alone_plays_glen_more_against_a_bot(come: Come) -> None:
    """A free seat goes to a quick bot, and the game begins; steps of a turn are taken back and made again."""
    ann = await come("Ann")
    await ann.set_up("glenmore", 2)
    await ann.button(ann.words("open.bot")).click()
    await ann.started()
    await ann.button(ann.words("tour.skip")).click()
    for turn in range(2):
        await expect(ann.action_bar.get_by_text(ann.words("glenmore:prompt.take"))).to_be_visible()
        await ann.page.locator("[data-anchor=ring] [data-can]").first.click()
        await expect(ann.main).to_have_text(ann.words.like("glenmore:deed.take"))
        before = await ann.position()
        await ann.main.click()
        await ann.reaches(before + 1)
        if turn == 0:
            await take_back(ann)
            await expect(ann.history.get_by_text(ann.words.like("history.undone", moves=1))).to_be_visible()
            await ann.page.keyboard.press("r")
            await ann.reaches(before + 3)
            # The line of the turn before stays until what was made again has been shown.
            await expect(ann.action_bar.get_by_text(ann.words("glenmore:prompt.take"))).to_have_count(0)
        await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
        done = ann.words.like("glenmore:prompt.take", "rail.acting", count=1)
        while not done.search(await ann.action_bar.inner_text()):
            wanted = await next_wanted(ann)
            before = await ann.position()
            if wanted == "e":
                await ann.page.keyboard.press("e")
            elif wanted != "wait":
                await ann.page.locator(wanted).first.click()
                await ann.main.click()
            await ann.reaches(before + (wanted != "wait"))
            await expect(ann.action_bar).not_to_have_attribute("aria-busy", "true")
    await expect(ann.action_bar.get_by_text(ann.words("glenmore:prompt.take"))).to_be_visible()
    await ann.unfold()
    ended = ann.words("glenmore:line.ended_turn", seat=ann.words("bot", number=2))
    await expect(ann.history.get_by_text(ended).first).to_be_visible()
    # A line of the history lights what it names on the board, while it is pointed at.
    lit = ann.page.locator("[data-anchor=land] .fresh-ring")
    placed = ann.words.like("glenmore:line.laid", seat="Ann")
    await ann.history.locator("button[data-seq]", has_text=placed).last.hover()
    await expect(lit.first).to_be_visible()
    await ann.action_bar.hover()
    await expect(lit).to_have_count(0)
