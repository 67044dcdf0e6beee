"""The types of the ids in moves and views."""

from __future__ import annotations

from typing import Annotated, TypeAlias, get_args

from partie.games.glenmore.data import TILES, Good
from partie.kit.values import one_of, shaped

TileId: TypeAlias = Annotated[str, one_of("TileId", TILES)]
"""A tile, by the stack that it comes from (S: start villages) and its number in it."""

CellId: TypeAlias = Annotated[str, shaped("(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)")]
"""A cell of a land as ``"x,y"``: x counted to the east and y to the south, from the start village."""

GoodId: TypeAlias = Annotated[str, one_of("GoodId", get_args(Good))]
