"""Chance: known values, fairness, records."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partie.kit import ChanceForbidden, DrawsDiffer, NoChance, RecordedChance, SeededChance
from partie.kit.chance import table_key

KEY = bytes(range(32))


def words(key: bytes, event: int, count: int) -> list[int]:
    """The generator written down a second time, from the description at the head of its module."""
    stream = b""
    block = 0
    while len(stream) < 8 * count:
        message = b"partie-chance-1" + event.to_bytes(8, "big") + block.to_bytes(8, "big")
        stream += hmac.new(key, message, hashlib.sha256).digest()
        block += 1
    return [int.from_bytes(stream[8 * word : 8 * word + 8], "big") for word in range(count)]


def test_known_values() -> None:
    """Pinned for ever: a finished game is verified by drawing again."""
    chance = SeededChance(KEY, 7)
    assert chance.pick(["a", "b", "c", "d", "e"]) == "a"
    assert chance.roll([1, 2, 3, 4, 5, 6]) == 1
    assert chance.draw({"wool": 3, "stone": 2, "wheat": 1}) == "stone"
    assert chance.shuffle([0, 1, 2, 3, 4, 5, 6, 7]) == (1, 5, 7, 4, 2, 3, 0, 6)
    assert chance.draws == ("a", 1, "stone", (1, 5, 7, 4, 2, 3, 0, 6))


@given(st.binary(min_size=1, max_size=64), st.integers(0, 2**40), st.lists(st.integers(1, 10**12), max_size=12))
def test_the_generator_is_what_its_module_says(key: bytes, event: int, bounds: list[int]) -> None:
    """Words of HMAC blocks in order, each modulo the bound unless it would bias the choice."""
    expected = words(key, event, 40)
    chance = SeededChance(key, event)
    for bound in bounds:
        while (word := expected.pop(0)) >= 2**64 - 2**64 % bound:
            pass
        assert chance.pick(range(bound)) == word % bound


def test_a_word_that_would_bias_is_thrown_away() -> None:
    """With a bound just above half of all words nearly every second word is rejected, and no remainder is favoured."""
    bound = 2**63 + 1
    chance = SeededChance(KEY, 1)
    expected = [word for word in words(KEY, 1, 64) if word < bound]
    given_ = [chance._below(bound) for _ in range(16)]
    assert given_ == expected[:16]


def chi_squared(counts: Counter[object], kinds: int) -> float:
    """How far the counts are from equal ones."""
    mean = counts.total() / kinds
    return sum((counts[kind] - mean) ** 2 / mean for kind in counts) + (kinds - len(counts)) * mean


FAIR: list[tuple[str, int, Callable[[SeededChance], object], float]] = [
    ("pick", 5, lambda chance: chance.pick("vwxyz"), 24.2),
    ("roll", 6, lambda chance: chance.roll((1, 2, 3, 4, 5, 6)), 26.3),
    ("shuffle", 24, lambda chance: chance.shuffle((1, 2, 3, 4)), 57.3),
    ("twice", 25, lambda chance: (chance.pick("vwxyz"), chance.pick("vwxyz")), 58.9),
]


@pytest.mark.parametrize(("kinds", "give", "limit"), [row[1:] for row in FAIR], ids=[row[0] for row in FAIR])
def test_all_outcomes_are_equally_likely(kinds: int, give: Callable[[SeededChance], object], limit: float) -> None:
    """Chi squared stays below its 99.99 % point (Wilson and Hilferty) over the first draws of 24,000 events."""
    counts: Counter[object] = Counter(give(SeededChance(KEY, event)) for event in range(24_000))
    assert len(counts) == kinds
    assert chi_squared(counts, kinds) < limit


def test_a_pool_gives_its_items_by_their_number() -> None:
    """An item of which there are three is drawn three times as often, one of which there is none never."""
    pool = {"a": 3, "b": 1, "c": 0, "d": 2}
    counts = Counter(SeededChance(KEY, event).draw(pool) for event in range(24_000))
    assert set(counts) == {"a", "b", "d"}
    for item, expected in (("a", 12_000), ("b", 4_000), ("d", 8_000)):
        assert abs(counts[item] - expected) < 350
    assert pool == {"a": 3, "b": 1, "c": 0, "d": 2}


def test_a_pool_gives_the_same_however_it_was_built() -> None:
    """The order of a map carries nothing."""
    for event in range(50):
        assert SeededChance(KEY, event).draw({"a": 1, "b": 2}) == SeededChance(KEY, event).draw({"b": 2, "a": 1})


def test_every_order_can_come() -> None:
    """All 24 orders of four items appear."""
    seen = {SeededChance(KEY, event).shuffle("abcd") for event in range(600)}
    assert seen == set(permutations("abcd"))


def test_events_and_keys_have_chances_of_their_own() -> None:
    """Another event or another key is another stream."""
    streams = {SeededChance(key, event).pick(range(1 << 62)) for key in (KEY, b"other") for event in range(100)}
    assert len(streams) == 200


def test_nobody_alone_chooses_the_key() -> None:
    """Seed, every nonce, their order and where one ends and the next begins all matter."""
    keys = {
        table_key(b"seed", [b"one", b"two"]),
        table_key(b"seed", [b"two", b"one"]),
        table_key(b"seed", [b"onet", b"wo"]),
        table_key(b"seed", [b"onetwo"]),
        table_key(b"seed", [b"one", b"two", b""]),
        table_key(b"SEED", [b"one", b"two"]),
    }
    assert len(keys) == 6


@pytest.mark.parametrize(
    "ask", [lambda c: c.pick([]), lambda c: c.draw({}), lambda c: c.draw({"a": 0}), lambda c: c.roll(())]
)
def test_nothing_cannot_be_drawn_from(ask: Callable[[SeededChance], object]) -> None:
    """An empty pool is the engine's mistake and says so."""
    with pytest.raises(ValueError, match="draw from nothing"):
        ask(SeededChance(KEY, 0))


def test_a_record_gives_what_was_given() -> None:
    """The same calls on the record have the same answers, and nothing is left over."""
    seeded = SeededChance(KEY, 3)

    def use(chance: SeededChance | RecordedChance) -> list[object]:
        chance.uncover("hand")
        return [chance.pick("abc"), chance.draw({"x": 2, "y": 1}), chance.shuffle((1, 2, 3)), chance.roll((4, 5))]

    given_ = use(seeded)
    record = RecordedChance(seeded.draws)
    assert use(record) == given_
    assert record.draws == seeded.draws
    assert record.uncovered == seeded.uncovered == ("hand",)
    record.finish()


@pytest.mark.parametrize(
    ("draws", "ask"),
    [
        ((), lambda c: c.pick("ab")),
        (("c",), lambda c: c.pick("ab")),
        ((1,), lambda c: c.roll((2, 3))),
        (("a",), lambda c: c.draw({"a": 0, "b": 1})),
        (("a",), lambda c: c.draw({"b": 1})),
        ((1,), lambda c: c.draw({"b": 1})),
        (((1, 2),), lambda c: c.shuffle((1, 2, 3))),
        (((1, 1),), lambda c: c.shuffle((1, 2))),
        (("a",), lambda c: c.shuffle("a")),
    ],
)
def test_a_record_refuses_what_does_not_fit(
    draws: tuple[str | int | tuple[str | int, ...], ...], ask: Callable[[RecordedChance], object]
) -> None:
    """A log that does not belong to the rules is noticed at once."""
    with pytest.raises(DrawsDiffer):
        ask(RecordedChance(draws))


def test_a_record_must_be_used_up() -> None:
    """Rules that draw less than was recorded are other rules."""
    with pytest.raises(DrawsDiffer, match="0 of 1"):
        RecordedChance(("a",)).finish()


@pytest.mark.parametrize(
    "ask",
    [
        lambda c: c.pick("a"),
        lambda c: c.roll((1,)),
        lambda c: c.draw({"a": 1}),
        lambda c: c.shuffle("a"),
        lambda c: c.uncover("a"),
    ],
)
def test_a_preview_has_no_chance(ask: Callable[[NoChance], object]) -> None:
    """Everything that is not open is forbidden in a preview."""
    with pytest.raises(ChanceForbidden):
        ask(NoChance())
