"""The chat of a table: what players say, who reads it, and what a page keeps of it."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import expect

from tests.browser.chat import lines, open_chat, say
from tests.browser.conftest import Come, Join
from tests.browser.measure import complete
from tests.browser.people import NOTICED, begin
from tests.browser.toy import running_toy, slider, toy_mover, toy_with


async def test_players_chat_and_those_who_watch_do_not_read_it(come: Come) -> None:
    """With an unread mark in words, phrases by their key, markup as text, and people one need not hear."""
    ann, bob, cleo = await running_toy(come)
    await open_chat(ann)
    hello = ann.words("chat:phrase.hello")
    await ann.button(hello).click()
    await expect(lines(ann, hello)).to_be_visible()
    unread = f"{bob.words('tab.chat')} 1 {bob.words('tab.unread')}"
    await expect(bob.page.get_by_role("button", name=unread)).to_be_visible()
    await open_chat(bob)
    await say(bob, "<b>https://example.org</b>")
    line = lines(ann, "<b>https://example.org</b>")
    await expect(line).to_be_visible()
    await expect(line.get_by_role("link")).to_have_count(0)
    await open_chat(cleo)
    await say(cleo, "from outside")
    await expect(lines(cleo)).to_have_text(re.compile("from outside"))
    await expect(lines(ann)).to_have_count(2)
    await line.get_by_role("button", name=ann.words("chat:more", name="Bob")).click()
    await ann.button(ann.words("chat:mute")).click()
    await expect(line).to_have_count(0)
    await ann.button(f"Bob: {ann.words('chat:unmute')}").click()
    await expect(line).to_be_visible()


async def test_who_disturbs_is_reported_and_blocked_and_heard_again(join: Join, come: Come) -> None:
    """All of it without the connection; messages sent meanwhile are there then."""
    ann, bob = await toy_with(join, come)
    await open_chat(ann)
    await bob.say("players", "an insult")
    line = lines(ann, "an insult")
    await line.get_by_role("button", name=ann.words("chat:more", name="Bob")).click()
    await ann.button(ann.words("chat:report")).click()
    await expect(ann.page.get_by_text(ann.words("chat:reported"))).to_be_visible()
    await ann.button(ann.words("chat:block")).click()
    await expect(line).to_have_count(0)
    await bob.say("players", "are you there?")
    await expect(ann.page.get_by_text(ann.words("chat:hidden", count=2))).to_be_visible()
    await ann.button(f"Bob: {ann.words('chat:unblock')}").click()
    await expect(line).to_be_visible()
    await expect(lines(ann, "are you there?")).to_be_visible()


async def test_history_and_chat_fill_the_same_place(join: Join, come: Come) -> None:
    """All that is left next to the board, whichever of them is shown, and in the past, too."""
    ann = await toy_mover(join, come)
    await complete(ann.page)
    places = [await ann.history.bounding_box()]
    await open_chat(ann)
    places.append(await ann.page.get_by_role("region", name=ann.words("chat:title"), exact=True).bounding_box())
    await ann.button(ann.words("chat:history")).click()
    places.append(await ann.history.bounding_box())
    assert places == places[:1] * 3
    way = ann.history.get_by_role("button", name=re.compile(f"^{re.escape(ann.words('tab.chat'))}"))
    now = await way.bounding_box()
    newest = await ann.position()
    await ann.page.keyboard.press("ArrowLeft")
    await expect(slider(ann)).to_have_value(str(newest - 1))
    then = await way.bounding_box()
    assert now is not None
    assert then is not None
    assert then == now


async def test_what_is_written_while_the_line_is_away_is_said_once_it_is_back(join: Join, come: Come) -> None:
    """On a phone, where the chat has the screen; until then it says that it is not sent yet."""
    ann, bob = await toy_with(join, come)
    await ann.page.set_viewport_size({"width": 390, "height": 844})
    await open_chat(ann)
    await bob.send({"t": "chat"})

    def read() -> list[str]:
        """What Bob reads."""
        return [line["text"] for line in bob.chat.get("players", {}).values()]

    await ann.page.context.set_offline(True)
    await say(ann, "still there?")
    waiting = ann.words("chat:waiting")
    await expect(lines(ann, "still there?").get_by_text(waiting)).to_be_visible()
    await ann.page.context.set_offline(False)
    # The page trusts its connection for ten seconds.
    async with asyncio.timeout(NOTICED / 1000):
        await bob.until(lambda: bool(read()))
    await expect(lines(ann, waiting)).to_have_count(0)
    # It comes after all that was sent before it.
    await bob.say("players", "here I am")
    await bob.until(lambda: "here I am" in read())
    assert read() == ["still there?", "here I am"]
    # With the keyboard up hardly any height is left: one still sees what one writes.
    await ann.page.set_viewport_size({"width": 390, "height": 420})
    box = ann.page.get_by_role("textbox", name=ann.words("chat:write"))
    await box.focus()
    await expect(box).to_be_in_viewport(ratio=1)


async def test_on_a_tablet_the_chat_takes_the_place_of_the_history(join: Join, come: Come) -> None:
    """The seats stay in sight."""
    ann, bob = await come("Ann", sign_in=False), await join("Bob")
    await ann.page.set_viewport_size({"width": 820, "height": 1180})
    await ann.was_shown("glenmore")
    await begin("glenmore", (ann, bob))
    await expect(ann.page.locator("[data-anchor='history']")).to_be_visible()
    await open_chat(ann)
    await expect(ann.page.locator("[data-anchor='history']")).to_have_count(0)
    await expect(ann.plates.first).to_be_visible()
    box = await ann.plates.first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 820
