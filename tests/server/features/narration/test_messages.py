"""Messages are put together as the browser does it."""

from __future__ import annotations

import pytest

from partie.features.narration.messages import Language, Messages, Named, Value, ordinal

COINS = "{count, plural, =0 {nothing} one {one coin} other {# coins}}"
COLOUR = "{colour, select, hare {white} other {{colour}}}"


def formatted(text: str, language: Language = "en", /, **values: Value) -> str | None:
    """A message with its values."""
    return Messages(language, {"key": text}).format("key", **values)


@pytest.mark.parametrize(("count", "words"), [(0, "nothing"), (1, "one coin"), (2, "2 coins"), (1234, "1,234 coins")])
def test_a_plural_goes_by_its_number(count: int, words: str) -> None:
    """An exact number before its category; the number stands where the sign is, as the language writes it."""
    assert formatted(COINS, count=count) == words


def test_thousands_are_grouped_in_german_as_germans_do() -> None:
    """By points."""
    assert formatted("{count, plural, one {# Münze} other {# Münzen}}", "de", count=12345) == "12.345 Münzen"


def test_a_select_goes_by_the_id_of_what_is_shown_by_its_name() -> None:
    """And takes the text for all others where it knows the id not."""
    assert formatted(COLOUR, colour=Named("hare", "the hare")) == "white"
    assert formatted(COLOUR, colour=Named("duck", "the duck")) == "the duck"


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (23, "23rd")]
)
def test_numbers_in_a_row_are_written_as_they_are_spoken(number: int, words: str) -> None:
    """In English; German has one form for all."""
    text = "{number, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"
    assert formatted(text, number=number) == words
    assert ordinal("de", number) == "other"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("it''s", "it's"),
        ("it's", "it's"),
        ("'{'a'}'", "{a}"),
        ("a # b", "a # b"),
        ("{n, plural, other {'#' is #}}", "# is 5"),
        ("{n, select, other {#}}", "#"),
        ("{n, plural, other {{n, select, other {#}}}}", "#"),
        ("{n}", "5"),
    ],
)
def test_signs_are_themselves_where_they_mean_nothing(text: str, words: str) -> None:
    """Quoted, or outside of a plural."""
    assert formatted(text, n=5) == words


def test_nothing_is_said_without_words_or_values() -> None:
    """Neither a hole in a sentence nor an error."""
    assert formatted("{a} {b}", a="x") is None
    assert formatted("{a", a="x") is None
    assert Messages("en", {}).format("key") is None
