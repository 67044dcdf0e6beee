"""Installing ratings, which follow from the ends of rated tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec import to_builtins

from partie.features.moderation.api import Moderation
from partie.features.ratings.rater import Rater
from partie.features.ratings.ratings import Ratings
from partie.features.ratings.routes import RatingRoutes
from partie.features.ratings.skill import shown
from partie.gateway.core import Core
from partie.redis.connect import Client


async def profile(ratings: Ratings, person: str) -> list[dict[str, Any]]:
    """The person's ratings with their history, the game played most often first."""
    found = []
    for game, rating in (await ratings.of(person)).items():
        course = await ratings.course(game, person)
        found.append(
            {
                "game": game,
                "place": await ratings.place(game, person) or 0,
                "rating": to_builtins(shown(rating)),
                "course": [{"ended": ended, "number": shown(after).number} for ended, after in course],
            }
        )
    return sorted(found, key=lambda one: -one["rating"]["games"])


async def erase(redis: Client, person: str) -> None:
    """Remove the person from all ladders for good."""
    await Ratings(redis, _nobody).erase(person)


async def _nobody(_: Iterable[str]) -> set[str]:
    return set()


def install(core: Core, moderation: Moderation) -> Rater:
    """Install the ratings."""
    ratings = Ratings(core.redis, core.people.rated)
    rater = Rater(core, ratings, moderation)
    core.tables.hooks.observers.append(rater)
    core.sweeps.append(("rate", rater.sweep))
    core.exports["ratings"] = ratings.of
    core.profiles["ratings"] = partial(profile, ratings)
    core.http += RatingRoutes(core, ratings, rater).routes()
    return rater
