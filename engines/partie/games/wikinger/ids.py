"""The types of the ids in views."""

from __future__ import annotations

from typing import Annotated, TypeAlias, get_args

from partie.games.wikinger.data import FIGURES, ISLANDS, SHIPS, SPACES
from partie.games.wikinger.state import Special
from partie.kit.values import one_of

IslandId: TypeAlias = Annotated[str, one_of("IslandId", ISLANDS)]
ShipId: TypeAlias = Annotated[str, one_of("ShipId", SHIPS)]

TileId: TypeAlias = Annotated[str, one_of("TileId", (*ISLANDS, *SHIPS))]
"""A kind of tile: of an island, the start tile or a special building, or of a ship."""

FigureId: TypeAlias = Annotated[str, one_of("FigureId", FIGURES)]
SpecialId: TypeAlias = Annotated[str, one_of("SpecialId", get_args(Special))]

SpaceId: TypeAlias = Annotated[str, one_of("SpaceId", SPACES)]
"""A space of the wheel."""
