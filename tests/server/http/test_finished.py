"""The latest finished games of a game, over HTTP."""

from __future__ import annotations

from partie.people.records import BotLevel, Played, PlayedSeat
from tests.fixtures.service import Running
from tests.server.conftest import MakeBrowser, refusal

FAR = 10**15
"""A time that has not come."""


def ended(table: str, at: int, *seats: PlayedSeat, until: int = 0) -> Played:
    """A game of the toy that ended."""
    return Played(table, "toy", at, 7, "ab", open=True, seats=seats, until=until)


def bot(level: BotLevel, score: int, place: int) -> PlayedSeat:
    """A bot's seat."""
    return PlayedSeat("", score, place, level)


async def test_the_latest_games_are_listed_with_how_bots_did(node: Running, browser_of: MakeBrowser) -> None:
    """The newest first, without those whose end spectators have not seen; bots by all that are kept."""
    ann = (await node.join("Ann")).person
    games = node.core.people.games
    for number in range(7):
        seats = (PlayedSeat(ann, 9, 1 + number % 2), bot("quick", 10, 2 - number % 2))
        await games.put(ended(f"table-{number}", number, *seats))
    await games.put(ended("late", 99, PlayedSeat(ann, 9, 1), until=FAR))
    found = (await browser_of(node).get("/api/games/toy/finished")).json()
    assert [game["table"] for game in found["games"]] == [f"table-{number}" for number in (6, 5, 4, 3, 2)]
    assert found["bots"] == [{"level": "quick", "played": 7, "won": 3, "average": 10.0}]
    assert found["names"] == {ann: "Ann"}


async def test_a_game_that_is_not_there_has_none(node: Running, browser_of: MakeBrowser) -> None:
    """And one that nobody has finished has an empty list."""
    reader = browser_of(node)
    assert (await reader.get("/api/games/toy/finished")).json() == {"games": [], "bots": [], "names": {}}
    assert refusal(await reader.get("/api/games/chess/finished")) == (404, "unknown_game")
