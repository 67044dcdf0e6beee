"""Past positions: from the viewer's seat while the game runs, with any eyes after its end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from partie.kit import SPECTATOR
from tests.fixtures.service import Running, start_toy
from tests.server.live.asking import past
from tests.server.live.away import free
from tests.server.live.playing import play
from tests.server.live.watch import plain


@pytest.mark.parametrize("perspective", [0, 1, 2, "spectator"])
async def test_nobody_has_the_eyes_of_others_while_the_game_runs(node: Running, perspective: int | str) -> None:
    """Not a player, not a spectator, and not for a position in which nothing was secret yet."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    cat = await node.join("Cat")
    await cat.enter(table)
    hands = {card for client in (ann, bob) for card in client.view["game"]["players"]["0"].get("hand", ())}
    assert hands
    for client in (ann, bob, cat):
        for seq in (1, ann.cursor[0]):  # type: ignore[index]
            refused = await past(client, seq, perspective, "no_past")
            assert (refused["code"], refused["seq"], refused["eyes"]) == ("not_ended", seq, perspective)
    assert not [message for client in (ann, bob, cat) for message in client.received if message["t"] == "past"]


async def test_after_the_end_everybody_sees_what_a_seat_saw(node: Running) -> None:
    """The document is the very one that this seat, or a spectator, was shown then."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    begun: int = ann.cursor[0]  # type: ignore[index]
    shown = {0: ann.view, 1: bob.view}
    assert shown[0] != shown[1]
    await play([ann, bob], random.Random(5))
    cat = await node.join("Cat")
    await cat.enter(table)
    for client in (ann, bob, cat):
        for seat in (0, 1):
            seen = await past(client, begun, seat)
            assert (seen["view"], seen["eyes"]) == (shown[seat], seat)
        watched = await past(client, begun, "spectator")
        live = node.core.tables.awake[table]
        assert watched["view"] == plain(live.history.view_with(live.history.past(begun), SPECTATOR))
        assert not any("hand" in player for player in watched["view"]["game"]["players"].values())
    assert "eyes" not in await past(ann, begun)


async def test_the_eyes_of_a_seat_know_more_than_its_substitute_does(node: Running) -> None:
    """While the game runs the substitute has no way to what the seat knew before; after the end it is open."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    begun, shown = ann.cursor[0], bob.view  # type: ignore[index]
    await bob.close()
    await free(node, ann, 1, bob)
    cat = await node.join("Cat")
    await cat.enter(table)
    await cat.do({"type": "sit", "seat": 1})
    assert (await past(cat, begun, 1, "no_past"))["code"] == "not_ended"
    assert "hand" not in (await past(cat, begun))["view"]["game"]["players"]["1"]
    await play([ann, cat], random.Random(6))
    assert (await past(cat, begun, 1))["view"] == shown
    assert "hand" not in (await past(cat, begun))["view"]["game"]["players"]["1"]


async def test_a_position_that_is_not_there_is_named_in_the_answer(node: Running) -> None:
    """So that a client knows which of its questions failed."""
    _, (ann, bob) = await start_toy(node, "Ann", "Bob")
    for seq in (0, ann.cursor[0] + 1, 2**53 - 1):  # type: ignore[index]
        refused = await past(ann, seq, answer="no_past")
        assert (refused["code"], refused["seq"]) == ("no_such_event", seq)
    await play([ann, bob], random.Random(7))
    for seat in (2, 15):
        assert (await past(ann, 1, seat, "no_past"))["code"] == "no_such_seat"


@pytest.mark.parametrize("perspective", [-1, 16, "0", "table", True, [0]])
async def test_eyes_that_nobody_can_have_are_no_question(node: Running, perspective: Any) -> None:
    """The frame is refused as a whole."""
    _, (ann, _) = await start_toy(node, "Ann", "Bob")
    assert (await past(ann, 1, perspective, "problem"))["code"] == "invalid"


async def test_who_may_not_watch_has_no_eyes_at_all_after_the_end_either(node: Running) -> None:
    """The table is not entered, so there is nothing to ask."""
    ann, bob, cat = [await node.join(name) for name in ("Ann", "Bob", "Cat")]
    table = await ann.create("toy", 2, watch="nobody")
    for seat, client in enumerate((ann, bob)):
        await client.enter(table)
        await client.do({"type": "sit", "seat": seat})
    await cat.enter(table)
    await ann.ready()
    await bob.ready()
    await cat.until(lambda: any(message["t"] == "gone" for message in cat.received))
    await play([ann, bob], random.Random(8))
    assert (await past(cat, 1, 0, "problem"))["code"] == "no_table"


async def test_chapters_lie_in_every_view_however_few_lines_went_along(node: Running) -> None:
    """Late arrivals get the events that closed each round, up to the newest."""
    table, (ann, bob) = await start_toy(node, "Ann", "Bob")
    assert "chapters" not in ann.view["table"]
    await play([ann, bob], random.Random(9))
    cat = await node.join("Cat")
    await cat.enter(table)
    chapters = cat.view["table"]["chapters"]
    assert chapters == sorted(chapters)
    assert len(chapters) == cat.view["game"]["rounds"]
    for number, seq in enumerate(chapters):
        assert len((await past(cat, seq))["view"]["table"]["chapters"]) == number + 1
        assert len((await past(cat, seq - 1))["view"]["table"].get("chapters", ())) == number
