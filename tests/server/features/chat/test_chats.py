"""The lines of tables in Redis, single and clustered."""

from __future__ import annotations

import asyncio

from partie.features.chat.blocks import Blocks
from partie.features.chat.chats import KEPT_SECONDS, Chats, newest
from partie.redis.connect import Client


async def test_a_line_is_said_once_however_often_it_is_sent(redis: Client) -> None:
    """A repeat is answered with the number of the first."""
    chats = Chats(redis)
    numbers = await asyncio.gather(
        *[chats.say("tab-1", "players", "ann", "command-1", seq=3, text="hello") for _ in range(5)]
    )
    assert set(numbers) == {1}
    assert await chats.say("tab-1", "players", "bob", "command-1", seq=3, phrase="hello") == 2
    assert [
        (line.number, line.person, line.text, line.phrase) for line in newest(await chats.read("tab-1", "players"))
    ] == [
        (1, "ann", "hello", ""),
        (2, "bob", "", "hello"),
    ]


async def test_rooms_are_apart_and_end_by_themselves(redis: Client) -> None:
    """Each has lines of its own, all in the table's slot, and a stated time to live."""
    chats = Chats(redis)
    await chats.say("tab-2", "players", "ann", "command-1", seq=1, text="one")
    await chats.say("tab-2", "spectators", "bob", "command-2", seq=1, text="two")
    assert [line.line.text for line in await chats.read("tab-2", "players")] == ["one"]
    assert [line.line.text for line in await chats.read("tab-2", "spectators")] == ["two"]
    assert KEPT_SECONDS - 60 < await redis.ttl("partie:{tab-2}:chat:players") <= KEPT_SECONDS


async def test_what_is_taken_out_is_nowhere_any_more(redis: Client) -> None:
    """Its place says so; the lines around and their numbers stay."""
    chats = Chats(redis)
    for text in ("good", "terrible-word", "fine"):
        await chats.say("tab-3", "players", "ann", f"command-{text}", seq=1, text=text)
    assert await chats.strike("tab-3", "players", 2, "moderator")
    assert not await chats.strike("tab-3", "players", 2, "moderator")
    assert not await chats.strike("tab-3", "players", 9, "moderator")
    lines = newest(await chats.read("tab-3", "players"))
    assert [(line.number, line.text, line.gone) for line in lines] == [
        (1, "good", ""),
        (2, "", "moderator"),
        (3, "fine", ""),
    ]
    assert "terrible" not in repr(await redis.xrange("partie:{tab-3}:chat:players"))


async def test_an_erased_person_has_said_nothing_anywhere(redis: Client) -> None:
    """At no table, in no room and in no report; others' lines stay."""
    chats = Chats(redis)
    for table in ("tab-4", "tab-5"):
        await chats.say(table, "players", "cyd", "command-1", seq=1, text="mine-alone")
        await chats.say(table, "spectators", "bob", "command-2", seq=1, text="other")
    await chats.report("tab-4", "players", 1, "bob")
    assert await chats.erase("cyd") == 2
    assert await chats.erase("cyd") == 0
    left = [await chats.read(table, room) for table in ("tab-4", "tab-5") for room in ("players", "spectators")]
    assert "mine-alone" not in repr([*left, await chats.reports()])
    assert repr(left).count("other") == 2


async def test_a_report_is_shown_with_the_lines_around_until_it_is_settled(redis: Client) -> None:
    """Five before and five after."""
    chats = Chats(redis)
    for number in range(1, 21):
        await chats.say("tab-6", "players", "ann", f"command-{number}", seq=1, text=f"line {number}")
    assert await chats.report("tab-6", "players", 10, "bob")
    assert await chats.report("tab-6", "players", 10, "cyd"), "it is reported, as everybody wished"
    assert not await chats.report("tab-6", "players", 99, "bob")
    (report,) = [one for one in await chats.reports() if one.table == "tab-6"]
    assert (report.by, [line.number for line in report.lines]) == ("bob", list(range(5, 16)))
    assert await chats.settle(report.id)
    assert not [one for one in await chats.reports() if one.table == "tab-6"]
    assert await chats.report("tab-6", "players", 10, "cyd"), "once more, for it was said to be dealt with"
    assert len([one for one in await chats.reports() if one.table == "tab-6"]) == 1


async def test_a_block_stands_until_it_is_taken_back(redis: Client) -> None:
    """It is the person's and no table's."""
    blocks = Blocks(redis)
    assert await blocks.set("dan", "eve", blocked=True)
    assert await blocks.of("dan") == ("eve",)
    assert await blocks.set("dan", "eve", blocked=False)
    assert await blocks.of("dan") == ()
