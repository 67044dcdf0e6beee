"""A move is carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from partie.games.nereus.rules import cabin, cards, choosing, crew, day, sailing
from partie.games.nereus.state import (
    BLOCK,
    CORNER,
    CREW,
    FREE,
    KEEP,
    MARKER,
    OFFER,
    OVER,
    READY,
    Accept,
    Basic,
    ChooseCorner,
    ChooseCrew,
    Decline,
    Discard,
    Drift,
    EndTurn,
    Exchange,
    Explore,
    Gold,
    Improved,
    Keep,
    Move,
    Place,
    PlaceMarker,
    PlayCard,
    Sail,
    Salvage,
    Sell,
    Shift,
    State,
    UseGem,
)
from partie.games.nereus.tables import SPACE_AT
from partie.games.nereus.transition import Transition
from partie.kit import Chance, Illegal
from partie.kit.transition import Description

_TOGETHER = (KEEP, CREW)


def apply(state: State, seat: int, move: Move, chance: Chance, description: Description | None = None) -> State:
    """The state after the move, run on to the next decision. ``description``, if given, takes what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != state.turn.seat and state.step not in _TOGETHER:
        raise Illegal("not_your_turn", "S2" if state.step == CORNER else "C4")
    transition = Transition(state, seat, chance, description)
    _ACTIONS[type(move)](transition, move)
    return transition.after()


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
    transition.turn = day.fresh_turn(transition.seat, move.crew, transition.turn.done, extra=True)
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
    day.go_on(transition)


_ACTIONS: Final[dict[type, Callable[[Transition, Any], None]]] = {
    ChooseCorner: choosing.choose_corner,
    Keep: choosing.keep,
    ChooseCrew: choosing.choose_crew,
    Accept: accept,
    Decline: decline,
    PlaceMarker: place_marker,
    Sail: sailing.sail,
    Explore: crew.explore,
    Basic: crew.basic,
    Gold: crew.gold,
    Improved: crew.improved,
    Shift: crew.shift,
    Discard: crew.discard,
    Place: cabin.place,
    Exchange: cabin.exchange,
    UseGem: cabin.use_gem,
    Sell: cabin.sell,
    PlayCard: cards.play_card,
    Salvage: cards.salvage,
    Drift: cards.drift,
    EndTurn: end_turn,
}
