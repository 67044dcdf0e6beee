"""A turn begins with the marker, or with the offer of an extra turn, and ends."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.nereus import flow
from partie.games.nereus.state import (
    BLOCK,
    FREE,
    MARKER,
    OFFER,
    READY,
    Accept,
    Decline,
    EndTurn,
    PlaceMarker,
)
from partie.games.nereus.tables import SPACE_AT
from partie.games.nereus.transition import Transition
from partie.kit import Illegal


def accept(transition: Transition, move: Accept) -> None:
    """Pay for an extra turn and play another crew member; the marker leaves the explorer's row (E4, E5)."""
    transition.expect(OFFER, rule="E3")
    player, price = transition.player, transition.day.prices[0]
    if move.crew in player.played:
        raise Illegal("played_today", "C3", crew=move.crew)
    if player.gold < price:
        raise Illegal("too_dear", "E4", coins=price)
    transition.say("accepted", seat=transition.seat, crew=move.crew, coins=price)
    transition.player = replace(player, gold=player.gold - price, played=(*player.played, move.crew))
    row = tuple("" if owner == str(transition.seat) else owner for owner in transition.rows["explorer"])
    transition.rows = {**transition.rows, "explorer": row}
    transition.turn = flow.fresh_turn(transition.seat, move.crew, transition.turn.done, extra=True)
    transition.step = MARKER


def decline(transition: Transition, _: Decline) -> None:
    """Do without the extra turn (E3)."""
    transition.expect(OFFER, rule="E3")
    transition.say("declined", seat=transition.seat)
    _leave(transition)


def place_marker(transition: Transition, move: PlaceMarker) -> None:
    """The marker comes onto a free space of the crew member's row (T1)."""
    transition.expect(MARKER, rule="T1")
    member, index = SPACE_AT.get(move.space, ("", 0))
    turn = transition.turn
    if member != turn.crew or index >= len(transition.rows[turn.crew]):
        raise Illegal("other_row", "T1", crew=turn.crew)
    row = transition.rows[turn.crew]
    if row[index]:
        raise Illegal("space_taken", "T1", space=move.space)
    transition.rows = {**transition.rows, turn.crew: (*row[:index], str(transition.seat), *row[index + 1 :])}
    transition.turn = replace(turn, space=index)
    transition.step = READY
    transition.say("placed_marker", seat=transition.seat, space=move.space, crew=turn.crew)


def end_turn(transition: Transition, _: EndTurn) -> None:
    """End the turn (T8)."""
    transition.expect(READY, BLOCK, FREE, rule="T8")
    _leave(transition)


def _leave(transition: Transition) -> None:
    """Treasures in hand are lost; the next turn begins."""
    player = transition.player
    if player.hand:
        transition.player = replace(player, hand=())
        for treasure in player.hand:
            transition.to_bag(treasure)
            transition.say("lost", seat=transition.seat, treasure=treasure)
    if transition.day.phase == "explorer":
        transition.day = replace(transition.day, prices=transition.day.prices[1:])
    flow.go_on(transition)
