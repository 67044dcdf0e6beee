"""Clan members: their steps and promotions at the end of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore.land import around
from partie.games.glenmore.rules import track
from partie.games.glenmore.rules.doing import Doing
from partie.games.glenmore.state import ACTIVATE, MOVE, Promote, State, Walk
from partie.kit import Illegal


def _spend_movement(doing: Doing, move: Walk | Promote) -> None:
    """A movement point is used; from now on nothing is activated any more in this turn (M1)."""
    doing.expect(ACTIVATE, MOVE, rule="M1")
    if not doing.turn.movement:
        raise Illegal("no_movement", "M1")
    if move.plot not in doing.player.members:
        raise Illegal("no_member_there", "M1", plot=move.plot)
    doing.turn = replace(doing.turn, step=MOVE, movement=doing.turn.movement - 1)


def walk(doing: Doing, move: Walk) -> None:
    """One step to one of the eight neighbouring own tiles (M1, M2)."""
    _spend_movement(doing, move)
    land = doing.player.land
    if move.to not in land or land[move.to] not in around(land[move.plot]):
        raise Illegal("not_a_neighbour", "M1", plot=move.plot, to=move.to)
    doing.member_leaves(move.plot)
    doing.member_arrives(move.to)
    doing.say("walked", {"seat": doing.seat, "plot": move.plot, "to": move.to})


def may_promote_last(state: State) -> bool:
    """Whether the last clan member may leave the land: only in a turn that ends the game (M4)."""
    first, second, third = state.stacks
    if first or second:
        return False
    if state.options.last_clan_member == "yucata":
        return len(third) == 1
    return track.to_draw(state) >= len(third)


def promote(doing: Doing, move: Promote) -> None:
    """A clan member leaves the land for good and becomes a chieftain (M3)."""
    _spend_movement(doing, move)
    player = doing.player
    if sum(player.members.values()) == 1 and not may_promote_last(doing.state):
        raise Illegal("last_member", "M4")
    doing.member_leaves(move.plot)
    doing.player = replace(doing.player, chieftains=player.chieftains + 1)
    doing.say("promoted", {"seat": doing.seat, "tile": move.plot})
