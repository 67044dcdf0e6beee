"""The types of the ids in moves and views."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from partie.games.vinci.data import DATA, PROVINCES, SEAS, TILES
from partie.kit.values import one_of

ProvinceId: TypeAlias = Annotated[str, one_of("ProvinceId", PROVINCES)]
SeaId: TypeAlias = Annotated[str, one_of("SeaId", SEAS)]

TileId: TypeAlias = Annotated[str, one_of("TileId", TILES)]
"""A kind of civilization tile."""

_PAIRS: Final = [f"pair-{number}" for number in range(1, DATA.pairs.pairs + 1)]

PairId: TypeAlias = Annotated[str, one_of("PairId", _PAIRS)]
"""A pair of tiles on offer, the cheapest first."""
