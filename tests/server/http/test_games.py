"""Games, their words and their rules, over HTTP."""

from __future__ import annotations

import json

import httpx
import pytest

from partie.games.vinci import vinci
from partie.kit.schema import schema
from tests.server.conftest import refusal


async def test_games_are_listed_with_seats_and_settings(browser: httpx.AsyncClient) -> None:
    """Fewest and most seats, whom the game itself plays, and the settings as a JSON schema with defaults and bounds."""
    games = {game["key"]: game for game in (await browser.get("/api/games")).json()}
    assert games.keys() >= {"glenmore", "toy"}
    toy = games["toy"]
    assert (toy["version"], toy["seats"], toy["automatic"]) == (1, [2, 4], [0, 0, 0])
    assert (games["wikinger"]["minutes"], games["wikinger"]["weight"]) == (50, 2)
    assert (toy["minutes"], toy["weight"]) == (0, 0)
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


async def test_texts_come_compressed_and_only_if_they_have_changed(browser: httpx.AsyncClient) -> None:
    """The same text to those who can't read it compressed."""
    for path in ("/api/games", "/api/games/toy/words.en.json", "/api/games/toy/rules.en.md"):
        small = await browser.get(path, headers={"Accept-Encoding": "gzip"})
        plain = await browser.get(path, headers={"Accept-Encoding": "identity"})
        assert (small.headers["content-encoding"], small.text) == ("gzip", plain.text)
        assert "content-encoding" not in plain.headers
        assert small.headers["vary"] == "Accept-Encoding"
        again = await browser.get(path, headers={"If-None-Match": small.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")


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


async def test_a_game_links_to_the_schema_of_what_it_exchanges_with_clients(browser: httpx.AsyncClient) -> None:
    """The document is that of the engine, for the newest version of the rules or any that is still played."""
    games = {game["key"]: game for game in (await browser.get("/api/games")).json()}
    answer = await browser.get(games["vinci"]["schema"])
    assert answer.headers["content-type"] == "application/schema+json"
    assert answer.json() == json.loads(json.dumps(schema(vinci)))
    first = await browser.get(games["vinci"]["schema"], params={"version": "1"})
    assert first.json() == json.loads(json.dumps(schema(vinci.at(1))))
    assert first.json() != answer.json()


async def test_a_schema_that_the_reader_has_is_not_sent_again(browser: httpx.AsyncClient) -> None:
    """By its entity tag, also among others and if a proxy has weakened it; another version has another tag."""
    path = "/api/games/wikinger/schema"
    answer = await browser.get(path)
    tag = answer.headers["etag"]
    assert answer.headers["cache-control"] == "no-cache"
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = await browser.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (await browser.get(path, headers={"If-None-Match": '"other"'})).content == answer.content
    assert (await browser.get(path, params={"version": "1"}, headers={"If-None-Match": tag})).status_code == 200


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/games/chess/schema", "unknown_game"),
        ("/api/games/toy/schema?version=2", "unknown_version"),
        ("/api/games/toy/schema?version=0", "unknown_version"),
        ("/api/games/toy/schema?version=-1", "unknown_version"),
        ("/api/games/toy/schema?version=x", "unknown_version"),
        ("/api/games/toy/schema?version=99999999999999999999", "unknown_version"),
    ],
)
async def test_there_is_no_schema_of_other_games_or_versions(browser: httpx.AsyncClient, path: str, code: str) -> None:
    """A version that is no number is none that is played."""
    assert refusal(await browser.get(path)) == (404, code)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_lesson_comes_with_its_words_in_both_languages(browser: httpx.AsyncClient, language: str) -> None:
    """The list of games says which have one."""
    games = {game["key"]: game for game in (await browser.get("/api/games")).json()}
    assert games["toy"]["lesson"] is True
    lesson = (await browser.get(f"/api/games/toy/lesson.{language}.json")).json()
    assert lesson["seats"] == 2
    first = lesson["moves"][0]
    assert (first["seat"], first["move"], first["rules"]) == (0, {"type": "bid", "card": "dusk-3"}, ["T2", "T4"])
    assert first["title"]
    assert first["text"]
    assert "title" not in lesson["moves"][1]
    assert lesson["moves"][2] == {"seat": 1, "move": {"type": "step", "to": "field-2"}}


async def test_a_lesson_in_a_language_that_it_lacks_is_not_found(browser: httpx.AsyncClient) -> None:
    """The page then shows none."""
    status, _ = refusal(await browser.get("/api/games/toy/lesson.fr.json"))
    assert status == 404
