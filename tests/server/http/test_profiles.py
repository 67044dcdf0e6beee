"""Profiles of people, over HTTP."""

from __future__ import annotations

import random

import pytest

from partie.http import profiles
from partie.limits import Rate
from partie.people.records import Played, PlayedSeat
from tests.fixtures.service import Running, StartNode, start_toy, until
from tests.server.conftest import MakeBrowser, refusal
from tests.server.live.playing import play


async def test_an_end_is_in_the_profiles_of_all_who_sat_there(start_node: StartNode, browser_of: MakeBrowser) -> None:
    """On any node; it names the table for its replay, and how they did against each other."""
    one, other = await start_node(), await start_node()
    table, clients = await start_toy(one, "Ann", "Bob")
    ann, bob = (client.person for client in clients)
    reader = browser_of(other)
    assert (await reader.get(f"/api/people/{ann}")).json() == {
        "person": ann,
        "name": "Ann",
        "games": [],
        "more": False,
        "ratings": [],
        "statistics": [],
        "against": [],
        "names": {},
    }
    await play(clients, random.Random(3))
    people = other.core.people
    await until(lambda: _written(people.games.of, ann, bob))
    profile = (await reader.get(f"/api/people/{ann}")).json()
    (game,) = profile["games"]
    assert (game["table"], game["game"]) == (table, "toy")
    assert [seat["person"] for seat in game["seats"]] == [ann, bob]
    (against,) = profile["against"]
    assert against["person"] == bob
    assert against["before"] + against["behind"] + against["level"] == 1
    assert profile["names"] == {ann: "Ann", bob: "Bob"}
    await people.forget(bob)
    assert (await reader.get(f"/api/people/{ann}")).json()["names"] == {ann: "Ann"}
    for nobody in (bob, "a" * 16, "Ann"):
        assert refusal(await reader.get(f"/api/people/{nobody}")) == (404, "unknown")


async def test_all_games_that_are_kept_can_be_read_page_by_page(
    node: Running, browser_of: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each once, the newest first, and all of them count against others; but practice, which is only listed."""
    monkeypatch.setattr(profiles, "PAGE", 2)
    games = node.core.people.games
    ann, bob = (await node.join("Ann")).person, (await node.join("Bob")).person
    for number in range(5):
        seats = (PlayedSeat(ann, 9, 1), PlayedSeat(bob, 7, 2))
        await games.put(Played(f"table-{number}", "toy", number, 7, "ab", open=True, seats=seats, practice=number == 4))
    reader, pages, after = browser_of(node), [], ""
    for _ in range(3):
        page = (await reader.get(f"/api/people/{ann}", params={"after": after})).json()
        assert page["against"] == [{"person": bob, "before": 4, "behind": 0, "level": 0, "won": 4, "bot": ""}]
        (figures,) = page["statistics"]
        assert (figures["game"], figures["played"], figures["won"]) == ("toy", 4, 4)
        pages.append(([(game["table"], game["practice"]) for game in page["games"]], page["more"]))
        after = page["games"][-1]["table"]
    assert pages == [
        ([("table-4", True), ("table-3", False)], True),
        ([("table-2", False), ("table-1", False)], True),
        ([("table-0", False)], False),
    ]
    for none in (after, "unknown"):
        assert (await reader.get(f"/api/people/{ann}", params={"after": none})).json()["games"] == []


async def test_profiles_are_read_so_often_from_one_address(
    start_node: StartNode, browser_of: MakeBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is expensive, and people need no account to read it."""
    monkeypatch.setattr(profiles, "READS", Rate(2, 60.0))
    reader = browser_of(await start_node())
    answers = [await reader.get("/api/people/aaaaaaaaaaaaaaaa") for _ in range(3)]
    assert [refusal(answer)[0] for answer in answers] == [404, 404, 429]


async def _written(of: object, *persons: str) -> bool:
    assert callable(of)
    return all([await of(person) for person in persons])
