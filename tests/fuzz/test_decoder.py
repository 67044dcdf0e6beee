"""The decoder under fire: whatever bytes come, it gives a message or says in one of three words why not.

The decoder is compiled, so nothing that traces Python (atheris, HypoFuzz, coverage.py) sees which way it took, and
atheris has no wheel for ARM or macOS. Its messages do tell: each kind of answer, with the place in the message, is
a way of its own, and the frame that first came there is bent further with the others. Hypothesis cannot be guided so:
``target`` climbs one number, and with a target for each kind it found no more kinds than without.
"""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from partie.games.glenmore import glenmore
from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.table.decoding import DECODE_ERRORS
from partie.table.engine_calls import move_decoder
from partie.wire import limits
from partie.wire.client_in import Command, Inbound, Move
from partie.wire.codec import BadFrame, command_id, decode
from tests.fuzz import frames

DETAIL = 2 * limits.MAX_FRAME
"""Characters that a description of what is wrong has at most: it may quote a name out of the frame."""

ENGINES = (glenmore, nereus, vinci, wikinger)


def judged(frame: bytes) -> str:
    """The kind of answer that a frame gets. Raises when it is none that a client could be given."""
    named = command_id(frame)
    try:
        message = decode(frame)
    except BadFrame as refused:
        bad = refused
    else:
        return _read(message, named)
    assert bad.code in {"invalid", "malformed", "too_deep"}
    assert 0 < len(bad.detail) < DETAIL
    place = re.search(r"at `(\$[^`]*)`$", bad.detail)
    return f"{bad.code} {re.split('[^A-Za-z ]', bad.detail)[0]} {place and place[1]}"


def _read(message: Inbound, named: str) -> str:
    """The kind of a message, and of the move in it as each game reads it."""
    assert decode(msgspec.msgpack.encode(message)) == message
    if not isinstance(message, Command):
        return type(message).__name__
    assert named == message.id
    if isinstance(message.do, Move):
        for engine in ENGINES:
            try:
                move_decoder(engine).decode(message.do.move)
            except DECODE_ERRORS as unreadable:
                return f"Move {type(unreadable).__name__}"
    return f"Command {type(message.do).__name__}"


def fire(count: int, pool: int, seed: int) -> dict[str, bytes]:
    """Judge so many frames, and give for each kind of answer the frame that got it first."""
    chance = random.Random(seed)
    corpus = [*frames.honest(pool), *frames.changed(pool), *frames.DEEP]
    corpus += [frame for frame in frames.ODD if isinstance(frame, bytes)]
    found: dict[str, bytes] = {}
    for _ in range(count):
        frame = chance.choice(corpus)
        for _ in range(chance.randint(0, 3)):
            kind = chance.choice(frames.BENDS)
            frame = frames.bent(frame, kind, chance.randrange(256), chance.randbytes(chance.randint(1, 4)))
        kind = judged(frame)
        if kind not in found:
            found[kind] = frame
            corpus.append(frame)
    return found


def test_whatever_comes_is_a_message_or_is_refused_in_known_words() -> None:
    """Honest messages, changed ones, and both with bytes flipped, cut out and put in, several times over."""
    assert len(fire(40_000, 300, 1)) > 50


@pytest.mark.soak
def test_whatever_comes_for_long_is_a_message_or_is_refused_in_known_words() -> None:
    """The same millions of times."""
    assert len(fire(3_000_000, 5_000, 2)) > 60
