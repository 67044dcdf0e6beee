"""The types of the ids in moves and views."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from partie.games.nereus.data import COLOURS, CREW, SCIENCE, SIDES, SLOTS
from partie.kit.values import one_of, shaped

FieldId: TypeAlias = Annotated[str, shaped("[a-h][1-8]")]
"""A space of the sea: its column's letter and its row's number, ``a1`` in the north-west."""

CrewId: TypeAlias = Annotated[str, one_of("CrewId", CREW)]
ColourId: TypeAlias = Annotated[str, one_of("ColourId", COLOURS)]

_SPACES: Final = [space.id for side in SIDES.values() for row in side.rows.values() for space in row]

SpaceId: TypeAlias = Annotated[str, one_of("SpaceId", _SPACES)]
"""A space of a crew row, from the left."""

SlotId: TypeAlias = Annotated[str, one_of("SlotId", SLOTS)]
"""A slot of a cabin."""

PlaceId: TypeAlias = Annotated[str, one_of("PlaceId", (*SLOTS, "gems"))]
"""A slot of a cabin, or where its gems lie."""

CardId: TypeAlias = Annotated[str, one_of("CardId", SCIENCE)]
"""A kind of science card."""

OwnerId: TypeAlias = Annotated[str, shaped("[0-3]|neutral")]
"""The number of a seat, or the neutral player."""

_DISCOVERY: Final = [card for side in SIDES.values() for card in side.discovery]

DiscoveryId: TypeAlias = Annotated[str, one_of("DiscoveryId", _DISCOVERY)]
"""A discovery card."""
