"""A move is carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from partie.games.nereus.rules import cabin, cards, choosing, crew, day, sailing
from partie.games.nereus.rules.doing import Doing
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
from partie.kit import Chance, Illegal
from partie.kit.doing import Tale

_TOGETHER = (KEEP, CREW)


def apply(state: State, seat: int, move: Move, chance: Chance, tale: Tale | None = None) -> State:
    """The state after the move, run on to the next decision. ``tale``, if given, is told what happened.

    Raises :class:`Illegal`.
    """
    if state.step == OVER:
        raise Illegal("game_over", "F1")
    if seat != state.turn.seat and state.step not in _TOGETHER:
        raise Illegal("not_your_turn", "S2" if state.step == CORNER else "C4")
    doing = Doing(state, seat, chance, tale)
    _DEEDS[type(move)](doing, move)
    return doing.after()


def accept(doing: Doing, move: Accept) -> None:
    """Pay for an extra turn and play another crew member; the marker leaves the explorer's row (E4, E5)."""
    doing.expect(OFFER, rule="E3")
    player, price = doing.player, doing.day.prices[0]
    if move.crew in player.played:
        raise Illegal("played_today", "C3", crew=move.crew)
    if player.gold < price:
        raise Illegal("too_dear", "E4", coins=price)
    doing.say("accepted", seat=doing.seat, crew=move.crew, coins=price)
    doing.player = replace(player, gold=player.gold - price, played=(*player.played, move.crew))
    row = tuple("" if owner == str(doing.seat) else owner for owner in doing.rows["explorer"])
    doing.rows = {**doing.rows, "explorer": row}
    doing.turn = day.fresh_turn(doing.seat, move.crew, doing.turn.done, extra=True)
    doing.step = MARKER


def decline(doing: Doing, _: Decline) -> None:
    """Do without the extra turn (E3)."""
    doing.expect(OFFER, rule="E3")
    doing.say("declined", seat=doing.seat)
    _leave(doing)


def place_marker(doing: Doing, move: PlaceMarker) -> None:
    """The marker comes onto a free space of the crew member's row (T1)."""
    doing.expect(MARKER, rule="T1")
    member, index = SPACE_AT.get(move.space, ("", 0))
    turn = doing.turn
    if member != turn.crew or index >= len(doing.rows[turn.crew]):
        raise Illegal("other_row", "T1", crew=turn.crew)
    row = doing.rows[turn.crew]
    if row[index]:
        raise Illegal("space_taken", "T1", space=move.space)
    doing.rows = {**doing.rows, turn.crew: (*row[:index], str(doing.seat), *row[index + 1 :])}
    doing.turn = replace(turn, space=index)
    doing.step = READY
    doing.say("placed_marker", seat=doing.seat, space=move.space, crew=turn.crew)


def end_turn(doing: Doing, _: EndTurn) -> None:
    """End the turn (T8)."""
    doing.expect(READY, BLOCK, FREE, rule="T8")
    _leave(doing)


def _leave(doing: Doing) -> None:
    """Treasures in hand are lost; the next turn begins."""
    player = doing.player
    if player.hand:
        doing.player = replace(player, hand=())
        for treasure in player.hand:
            doing.to_bag(treasure)
            doing.say("lost", seat=doing.seat, treasure=treasure)
    if doing.day.phase == "explorer":
        doing.day = replace(doing.day, prices=doing.day.prices[1:])
    day.go_on(doing)


_DEEDS: Final[dict[type, Callable[[Doing, Any], None]]] = {
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
