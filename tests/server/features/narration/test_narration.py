"""A table's history in words: every event has them, in both languages."""

from __future__ import annotations

import json

import pytest

from partie.bench.paper import AnyEngine, Paper
from partie.features.narration import LANGUAGES, Language, Narrator, game_words
from partie.features.narration.narration import frame
from partie.kit import SPECTATOR, Line
from partie.kit.icu import arguments
from partie.registry import Registry
from partie.table.show.lines import FRAME_LINES
from partie.wire.client_out import HistoryEntry
from tests.engines.toys import toy

GAMES = [*Registry.load().games(), toy]
PEOPLE = ["anna0000", "bert0000", "cleo0000"]


def narrator(paper: Paper, engine: AnyEngine, language: Language = "en", *names: str) -> Narrator:
    """The narrator of a table whose people have these names."""
    return Narrator(paper.history.newest, game_words(engine, language), dict(zip(paper.persons, names, strict=False)))


def around(key: str, language: Language = "en", **values: str | int) -> str:
    """Return a message of the service."""
    text = frame(language).format(key, **values)
    assert text is not None, key
    return text


def begun(engine: AnyEngine = toy) -> Paper:
    """A table whose game has begun."""
    paper = Paper(engine, "table", PEOPLE[: engine.seats[0]], 3)
    paper.start(engine.key)
    return paper


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_table_writes_into_its_history_has_words(language: Language) -> None:
    """With no value that is not given."""
    for key, given in FRAME_LINES.items():
        text = frame(language).raw(f"history.{key}")
        assert text is not None, key
        assert arguments(text) <= set(given), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.key)
def test_every_line_of_every_game_can_be_formatted(engine: AnyEngine, language: Language) -> None:
    """Whatever values it is given: numbers for those that are counted, ids for the others."""
    words = game_words(engine, language)
    lines = [key for key in json.loads((engine.room / f"words.{language}.json").read_text("utf-8")) if "line." in key]
    assert lines
    for key in lines:
        text = words.format(key, **dict.fromkeys(arguments(words.raw(key) or ""), 2))
        assert text, key
        assert "{" not in text, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.key)
def test_a_game_is_told_whole_sentences_with_names(engine: AnyEngine, language: Language) -> None:
    """From setting the table up to the end, without a key, an id or a brace in it."""
    paper = begun(engine)
    entries = [paper.history.entry(seq, SPECTATOR) for seq in range(1, paper.history.seq + 1)]
    while paper.move():
        entries.append(paper.history.entry(paper.history.seq, SPECTATOR))
    narrates = narrator(paper, engine, language, "Ann", "Bob", "Cleo")
    for entry in entries:
        text = narrates.narrate(entry)
        assert text.endswith("."), text
        assert not {"{", "}", "_", "·"} & set(text), text
        assert "0000" not in text, text


def test_people_are_called_by_their_names_and_namesakes_by_their_seats_too() -> None:
    """People without a name are called by their seat."""
    paper = begun()
    entry = HistoryEntry(9, 0, "moved", 0, (Line("done", {"seat": 0}),))
    assert narrator(paper, toy, "en", "Ann", "Bob").narrate(entry) == "Ann ends the turn."
    assert (
        narrator(paper, toy, "en", "Ann", "Ann").narrate(entry)
        == f"Ann ({around('seat.number', number=1)}) ends the turn."
    )
    assert narrator(paper, toy, "de").narrate(entry) == f"{around('seat.number', 'de', number=1)} beendet den Zug."


def test_what_was_taken_back_is_said_to_be() -> None:
    """As the struck line of the browser's history is read aloud."""
    entry = HistoryEntry(9, 0, "moved", 0, (Line("done", {"seat": 0}),), struck=True)
    told = narrator(begun(), toy, "en", "Ann", "Bob").narrate(entry)
    assert told == f"Ann ends the turn. {around('history.struck')}"


def test_a_secret_choice_is_told_without_what_was_chosen() -> None:
    """An event of which the viewer may read nothing is narrated as just that."""
    entry = HistoryEntry(9, 0, "moved", 1)
    told = narrator(begun(), toy, "en", "Ann", "Bob").narrate(entry)
    assert told == around("history.secret", name="Bob")


def test_a_line_without_words_is_told_by_its_key_and_values() -> None:
    """So that a hole in the words of somebody's game hides nothing."""
    entry = HistoryEntry(9, 0, "moved", 0, (Line("flew_away", {"seat": 0, "far": 3}),))
    assert narrator(begun(), toy, "en", "Ann", "Bob").narrate(entry) == "Flew away · Ann · 3"


def test_the_end_of_a_chapter_is_told_with_what_it_brought() -> None:
    """Summed over its lines, for every seat."""
    paper = begun()
    while not paper.history.newest.chapters:
        paper.move()
    (seq, *_) = paper.history.newest.chapters
    lines = [Line("scored", {"seat": seat, "points": points}) for seat, points in ((1, 2), (0, -1), (1, 3))]
    text = narrator(paper, toy, "en", "Ann", "Bob").narrate(HistoryEntry(seq, 0, "moved", 0, tuple(lines)))
    gains = [around("history.gain", name=name, points=points) for name, points in (("Ann", "-1"), ("Bob", "+5"))]
    assert text == f"1st round: {', '.join(gains)}."
