"""What may be said, and how it is made harmless."""

from __future__ import annotations

import pytest

from partie.features.chat.text import BadText, clean_text, graphemes
from partie.wire import limits


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("  good \n luck\t! ", "good luck !"),
        ("e\u0301", "\u00e9"),
        ("pay \u202egnp.exe\u202c now", "pay gnp.exe now"),
        ("a\u2066b\u2069\u200e\u061cc", "abc"),
        ("bell\x07 and \x1b[31mred", "bell and [31mred"),
        ("<b>bold</b> & more", "<b>bold</b> & more"),
        ("👩\u200d🚀 🏴\U000e0067\U000e0062\U000e007f", "👩\u200d🚀 🏴\U000e0067\U000e0062\U000e007f"),
        ("z" + "\u0335" * 40, "z" + "\u0335" * 6),
    ],
)
def test_controls_and_overrides_of_direction_are_taken_out(typed: str, said: str) -> None:
    """What stands in scripts and emoji stays, markup is only text, and no heap of marks covers other lines."""
    assert clean_text(typed) == said


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "text_empty"),
        (" \u200b\u202e\u0301 ", "text_empty"),
        ("\u3164\u2800", "text_empty"),
        ("x" * (limits.MAX_CHAT_SIGNS + 1), "text_too_long"),
        ("👩\u200d👩\u200d👧\u200d👧" * 100, "text_too_long"),
    ],
)
def test_what_cannot_be_said_is_refused(typed: str, code: str) -> None:
    """By what can be seen of it, by signs, and by bytes."""
    with pytest.raises(BadText) as bad:
        clean_text(typed)
    assert bad.value.code == code


def test_signs_are_counted_as_a_reader_counts_them() -> None:
    """Marks and what is joined count with the sign before."""
    assert graphemes("a\u0327\u0301👩\u200d🚀") == 2
    assert clean_text("👍" * limits.MAX_CHAT_SIGNS)
