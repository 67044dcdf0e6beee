"""The people around, through the whole service."""

from __future__ import annotations

from partie.client.client import Client
from tests.fixtures.service import Running, StartNode, start_toy


async def told(client: Client, *wanted: tuple[str, str]) -> dict[str, object]:
    """Wait until these persons are announced, by name and by what they do."""

    def people() -> set[tuple[str, str]]:
        return {(one["name"], one.get("doing", "lobby")) for one in client.around.get("people", ())}

    await client.until(lambda: people() == set(wanted))
    return client.around


async def test_the_lobby_shows_who_is_there_and_who_plays_on_another_node(start_node: StartNode) -> None:
    """Guests of two nodes see each other; who leaves is gone."""
    one, other = await start_node(), await start_node()
    zoe = await one.join("Zoe")
    await zoe.send({"t": "lobby"})
    table, (ann, bob) = await start_toy(other, "Ann", "Bob")
    message = await told(zoe, ("Zoe", "lobby"), ("Ann", "playing"), ("Bob", "playing"))
    assert message["count"] == 3
    assert {one.get("table", "") for one in message["people"]} == {table, ""}  # type: ignore[attr-defined]
    await bob.close()
    await told(zoe, ("Zoe", "lobby"), ("Ann", "playing"))
    await ann.send({"t": "lobby"})
    await told(zoe, ("Zoe", "lobby"), ("Ann", "lobby"))
    await told(ann, ("Zoe", "lobby"), ("Ann", "lobby"))


async def test_who_comes_to_the_lobby_later_is_told_at_once(node: Running) -> None:
    """Nothing has to change for that."""
    ann, bob = await node.join("Ann"), await node.join("Bob")
    await ann.send({"t": "lobby"})
    await told(ann, ("Ann", "lobby"))
    twin = await node.join("Ann", ann.cookie)
    await twin.send({"t": "lobby"})
    await told(twin, ("Ann", "lobby"))
    await bob.send({"t": "lobby"})
    await told(twin, ("Ann", "lobby"), ("Bob", "lobby"))


async def test_who_sits_at_a_table_by_invitation_is_not_told_where(node: Running) -> None:
    """Others learn that the person is here, and neither the table nor its game."""
    ann, zoe = await node.join("Ann"), await node.join("Zoe")
    table = await ann.create("toy", 2, access="invited")
    await ann.enter(table)
    await ann.do({"type": "sit", "seat": 0})
    await zoe.send({"t": "lobby"})
    message = await told(zoe, ("Zoe", "lobby"), ("Ann", "waiting"))
    assert all("table" not in one and "game" not in one for one in message["people"])  # type: ignore[attr-defined]
