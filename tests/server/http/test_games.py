"""Games, their words and their rules, over HTTP."""

from __future__ import annotations

import httpx
import pytest

from tests.server.conftest import refusal


async def test_games_are_listed_with_seats_and_settings(browser: httpx.AsyncClient) -> None:
    """Fewest and most seats, whom the game itself plays, and the settings as a JSON schema with defaults and bounds."""
    games = {game["key"]: game for game in (await browser.get("/api/games")).json()}
    assert games.keys() >= {"glenmore", "toy"}
    toy = games["toy"]
    assert (toy["version"], toy["seats"], toy["automatic"]) == (1, [2, 4], [0, 0, 0])
    assert games["vinci"]["automatic"] == [3, 2, 0, 0, 0, 0]
    schema = toy["options"]["$defs"]["Options"]["properties"]
    assert (schema["rounds"]["default"], schema["rounds"]["minimum"], schema["rounds"]["maximum"]) == (3, 2, 4)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_words_and_rules_come_in_both_languages(browser: httpx.AsyncClient, language: str) -> None:
    """As they lie next to the engine."""
    words = await browser.get(f"/api/games/toy/words.{language}.json")
    assert words.headers["content-type"] == "application/json"
    assert words.json()["name"]
    rules = await browser.get(f"/api/games/toy/rules.{language}.md")
    assert rules.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "###" in rules.text


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/games/chess/words.en.json", "unknown_game"),
        ("/api/games/toy/words.fr.json", "unknown_language"),
        ("/api/games/toy/rules...md", "unknown_language"),
        ("/api/games/toy/words.%2e%2e%2fen.json", "unknown_language"),
        ("/api/games/toy/words.e\u0301.json", "unknown_language"),
        ("/api/games/toy/rules.py", "not_found"),
    ],
)
async def test_nothing_else_is_served_from_beside_an_engine(browser: httpx.AsyncClient, path: str, code: str) -> None:
    """Neither other files nor other places."""
    status, told = refusal(await browser.get(path))
    assert status == 404
    assert told in (code, "not_found")
