"""Clan members: their steps and promotions at the end of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore import track
from partie.games.glenmore.land import around
from partie.games.glenmore.state import ACTIVATE, MOVE, Promote, State, Walk
from partie.games.glenmore.transition import Transition
from partie.kit import Illegal


def _spend_movement(transition: Transition, move: Walk | Promote) -> None:
    """A movement point is used; from now on nothing is activated any more in this turn (M1)."""
    transition.expect(ACTIVATE, MOVE, rule="M1")
    if not transition.turn.movement:
        raise Illegal("no_movement", "M1")
    if move.plot not in transition.player.members:
        raise Illegal("no_member_there", "M1", plot=move.plot)
    transition.turn = replace(transition.turn, step=MOVE, movement=transition.turn.movement - 1)


def walk(transition: Transition, move: Walk) -> None:
    """One step to one of the eight neighbouring own tiles (M1, M2)."""
    _spend_movement(transition, move)
    land = transition.player.land
    if move.to not in land or land[move.to] not in around(land[move.plot]):
        raise Illegal("not_a_neighbour", "M1", plot=move.plot, to=move.to)
    transition.member_leaves(move.plot)
    transition.member_arrives(move.to)
    transition.say("walked", seat=transition.seat, plot=move.plot, to=move.to)


def may_promote_last(state: State) -> bool:
    """Whether the last clan member may leave the land: only in a turn that ends the game (M4)."""
    first, second, third = state.stacks
    if first or second:
        return False
    if state.options.last_clan_member == "yucata":
        return len(third) == 1
    return track.to_draw(state) >= len(third)


def promote(transition: Transition, move: Promote) -> None:
    """A clan member leaves the land for good and becomes a chieftain (M3)."""
    _spend_movement(transition, move)
    player = transition.player
    if sum(player.members.values()) == 1 and not may_promote_last(transition.state):
        raise Illegal("last_member", "M4")
    transition.member_leaves(move.plot)
    transition.player = replace(transition.player, chieftains=player.chieftains + 1)
    transition.say("promoted", seat=transition.seat, tile=move.plot)
