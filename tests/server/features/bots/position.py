"""A position of the toy game, for bots to think about."""

from __future__ import annotations

import msgspec

from partie.kit.playout import game_key, opening
from tests.engines.toys import toy
from tests.engines.toys.state import Options

STATE = opening(toy, 2, Options(), game_key(1))


BYTES = msgspec.msgpack.encode(STATE)
