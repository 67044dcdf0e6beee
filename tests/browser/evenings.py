"""Finished games of people, as their profiles show them: all games, bots, practice, and one that a bot finished."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from partie.people.games import Games
from partie.people.records import Played, PlayedSeat
from partie.redis import store
from partie.redis.connect import connect
from tests.browser.service import Service

ITEMS: Final = {
    "glenmore": ("points", "whisky", "chieftains", "cards", "coins", "tiles"),
    "nereus": ("points", "cards", "gold"),
    "wikinger": ("points", "final_ships", "final_gold", "final_boatmen", "final_islands", "final_supply"),
}
"""What the scores of these games are made of, by keys of their words."""

LOSSES: Final = {"tiles", "final_ships"}
"""Items that cost points."""

SINCE: Final = 1_750_000_000_000
DAY: Final = 86_400_000


async def play_evenings(service: Service, persons: Sequence[str], count: int = 18) -> None:
    """Let the persons have finished so many games; the oldest are records without items."""
    random = Random(7)
    redis = connect(service.redis)
    for evening in range(count):
        game = ("glenmore", "glenmore", "wikinger", "nereus")[evening % 4]
        table = f"evening-{persons[0]}-{evening}"
        await Games(redis).put(_evening(random, table, game, persons, evening))
    await store.close(redis)


def _evening(random: Random, table: str, game: str, persons: Sequence[str], evening: int) -> Played:
    items = ITEMS[game] if evening > 2 else None
    company = [persons[0], *random.sample(persons[1:], 2), ""]
    points = [tuple(random.randint(1, 19) * (-1 if item in LOSSES else 1) for item in items or "abc") for _ in company]
    scores = [sum(each) for each in points]
    seats = tuple(
        PlayedSeat(
            person,
            score,
            1 + sum(other > score for other in scores),
            bot="careful" if person == "" or (evening == 15 and person == persons[0]) else "",
            points=each if items else (),
        )
        for person, score, each in zip(company, scores, points, strict=True)
    )
    practice = evening == 13
    ended = SINCE + evening * DAY
    return Played(table, game, ended, 9, "00", open=True, seats=seats, practice=practice, items=items)
