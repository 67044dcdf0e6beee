"""The state of a game of Vinci and its moves. Nothing here changes once it is built.

Ids: provinces and civilization tiles go by the names of ``data.toml``; the pairs on offer are ``pair-1`` (the
cheapest) to ``pair-6``. The two tiles of a kind cannot be told apart, and neither can pieces of one colour.

``Options``, ``Turn`` and ``State`` are those of version 1, whose tables keep the shape that they began with. Those of
version 2 add to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from partie.games.vinci.data import DATA
from partie.games.vinci.ids import ProvinceId
from partie.kit.values import Positive, SeatNumber

NEUTRAL: Final = -1
"""The owner of neutral pieces."""

CHOOSE: Final = "choose"
"""Choose a pair of tiles, which is a new civilization."""
EXPAND: Final = "expand"
"""Decline, or gather pieces and conquer."""
KEEP: Final = "keep"
"""The empire is split: choose the part that stays."""
REGROUP: Final = "regroup"
"""Pieces are taken up and put down, forts are built, treaties made; then the turn ends."""
REBIRTH: Final = "rebirth"
"""The turn is scored: decline at its end, or do not."""
SURVIVE: Final = "survive"
"""Another seat puts the survivors of its lost provinces into others."""
OVER: Final = "over"

Step: TypeAlias = Literal["choose", "expand", "keep", "regroup", "rebirth", "survive", "over"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table."""

    target: Annotated[int, Meta(ge=0, le=300)] = 0
    """The points that end the game; 0: as printed for the number of players."""


class Options2(Options, frozen=True, forbid_unknown_fields=True):
    """The settings of a table of version 2."""

    survivors_return: bool = False
    """A civilization without a province keeps its survivors, and enters with them again."""
    tiles_at_entry: bool = False
    """Tiles make the entry of a civilization cheaper, too."""
    box: Literal["printed", "meant"] = "printed"
    """The tiles that are in the box, or those that its author meant to be."""
    fictitious_lead: bool = False
    """Fictitious players begin with more points."""
    fictitious_pieces: bool = False
    """The civilizations of fictitious players have a piece more."""


class _Move(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class ChoosePair(_Move, frozen=True, tag="choose_pair"):
    """Take a pair of tiles, counted from 1, and pay for those passed over."""

    pair: Annotated[int, Meta(ge=1, le=DATA.pairs.pairs)]


class Decline(_Move, frozen=True, tag="decline"):
    """Let the active empire decline."""


class Gather(_Move, frozen=True, tag="gather"):
    """Take up pieces of a province at the start of the turn; an empty province is given up."""

    province: ProvinceId
    pieces: Positive


class Conquer(_Move, frozen=True, tag="conquer"):
    """Conquer a province."""

    province: ProvinceId


class Infiltrate(_Move, frozen=True, tag="infiltrate"):
    """Conquer a province by espionage."""

    province: ProvinceId


class EndConquest(_Move, frozen=True, tag="end_conquest"):
    """Conquer nothing more."""


class KeepPart(_Move, frozen=True, tag="keep_part"):
    """Keep the part of the split empire to which this province belongs; the rest is given up."""

    province: ProvinceId


class TakeUp(_Move, frozen=True, tag="take_up"):
    """Take up pieces of a province to regroup them."""

    province: ProvinceId
    pieces: Positive


class PutDown(_Move, frozen=True, tag="put_down"):
    """Put pieces of the hand into a province."""

    province: ProvinceId
    pieces: Positive


class BuildFort(_Move, frozen=True, tag="build_fort"):
    """Build a fort in one of your provinces."""

    province: ProvinceId


class MakeTreaty(_Move, frozen=True, tag="make_treaty"):
    """Name an opponent for a treaty until your next turn."""

    seat: SeatNumber


class EndTurn(_Move, frozen=True, tag="end_turn"):
    """End the turn; it is scored, unless it is already."""


class PlaceSurvivors(_Move, frozen=True, tag="place_survivors"):
    """Put survivors into one of your provinces."""

    province: ProvinceId
    pieces: Positive


Move: TypeAlias = (
    ChoosePair
    | Decline
    | Gather
    | Conquer
    | Infiltrate
    | EndConquest
    | KeepPart
    | TakeUp
    | PutDown
    | BuildFort
    | MakeTreaty
    | EndTurn
    | PlaceSurvivors
)


class Holding(Struct, frozen=True):
    """A province that somebody holds.

    ``levies`` are pieces of a general, in addition to its holder's; 0 pieces and 0 levies are possible within a turn.
    """

    owner: int
    pieces: int
    declined: bool = False
    fort: bool = False
    levies: int = 0


class Player(Struct, frozen=True):
    """What belongs to one seat: points, the tiles of the active empire, those that lasted in the declined one.

    ``hand`` are pieces that are in no province. ``friends`` are the seats that this one has named for a treaty.
    ``scored`` are the points that the round has brought so far. ``items`` are what all points of the game were for:
    they add up to them.
    """

    points: int
    tiles: tuple[str, ...] = ()
    ruins: tuple[str, ...] = ()
    hand: int = 0
    friends: tuple[int, ...] = ()
    scored: int = 0
    items: dict[str, int] = {}


def with_points(player: Player, found: Mapping[str, int]) -> Player:
    """The seat with more points, by what they are for; fewer where a number is negative."""
    items = player.items | {key: player.items.get(key, 0) + points for key, points in found.items()}
    return replace(player, points=player.points + sum(found.values()), items=items)


class Pair(Struct, frozen=True):
    """Two tiles on offer and the points that lie on them."""

    tiles: tuple[str, str]
    points: int = 0


class Turn(Struct, frozen=True):
    """How far the turn of one seat has come.

    ``levies`` are a general's pieces in hand. ``conquests`` counts provinces, ``slain`` those of them with a piece
    that was removed; ``attacked`` are the seats that lost a province of either empire. ``acted``: something was
    gathered or conquered, or the civilization has just come. ``returned``: Rebirth is at work in this turn; by
    version 1 the civilization came in the turn of its ancestors' decline, by version 2 the turn is scored and a
    decline possible or done. ``putting``: pieces are put down, none is picked up any more.
    """

    seat: int
    levies: int = 0
    conquests: int = 0
    slain: int = 0
    attacked: tuple[int, ...] = ()
    acted: bool = False
    returned: bool = False
    putting: bool = False
    forts: int = 0
    treaties: int = 0


class Turn2(Turn, frozen=True):
    """How far a turn of version 2 has come. ``spies`` are the conquests by espionage that are left."""

    spies: int = 0


def spies(turn: Turn) -> int:
    """The conquests by espionage that are left in a turn."""
    return turn.spies if isinstance(turn, Turn2) else 0


def with_spies(turn: Turn, number: int) -> Turn:
    """The turn with so many conquests by espionage left; in version 1 there are none."""
    return replace(turn, spies=number) if isinstance(turn, Turn2) else turn


class State(Struct, frozen=True):
    """A position.

    ``land`` has a holding for every province that is not empty. ``bag`` counts the tiles in it. ``survivors`` are the
    seats that have pieces to place after this turn and how many, the next one first. ``last``: the round is the last.
    """

    options: Options
    step: Step
    turns: int
    round: int
    """0 while the first civilizations are chosen."""
    first: int
    land: dict[str, Holding]
    bag: dict[str, int]
    pairs: tuple[Pair, ...]
    players: tuple[Player, ...]
    turn: Turn
    survivors: tuple[tuple[int, int], ...] = ()
    last: bool = False


class State2(State, frozen=True):
    """A position of version 2.

    ``persons``: so many of the players are persons, the others are fictitious; 0: there are none of these. ``order``
    are the seats in the order of their turns, where that was drawn; empty: it is the order of the seats.
    """

    options: Options2
    turn: Turn2
    persons: int = 0
    order: tuple[int, ...] = ()


def persons(state: State) -> int:
    """How many players are persons; those after them are fictitious."""
    return (state.persons if isinstance(state, State2) else 0) or len(state.players)


def turn_order(state: State) -> tuple[int, ...]:
    """All players in the order of their turns."""
    return (state.order if isinstance(state, State2) else ()) or tuple(range(len(state.players)))
