"""Science cards that a seat plays in its turn; each costs one step of science power (X2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from partie.games.nereus.data import COLOURS, SCIENCE
from partie.games.nereus.rules.cabin import begin_free
from partie.games.nereus.rules.sailing import Ships, Voyage, other_ships, travel
from partie.games.nereus.state import Drift, PlayCard, Salvage, State
from partie.games.nereus.tables import KIND, RAYS, held, side_of
from partie.games.nereus.transition import Transition
from partie.kit import Illegal

DRAW = next(card for card, kind in SCIENCE.items() if kind.treasures)
SALVAGE = next(card for card, kind in SCIENCE.items() if kind.salvage)
DRIFT = next(card for card, kind in SCIENCE.items() if kind.far)


def _may_play(transition: Transition, card: str, rule: str) -> None:
    begin_free(transition)
    if not held(transition.player.science, card):
        raise Illegal("no_such_card", rule)
    if not transition.player.power:
        raise Illegal("no_power", "X2")


def _lay(transition: Transition, card: str) -> None:
    transition.lay_open(held(transition.player.science, card))
    transition.player = replace(transition.player, power=transition.player.power - 1)
    transition.say("played", seat=transition.seat, card=card)


def play_card(transition: Transition, move: PlayCard) -> None:
    """A card without a target: random treasures (X3)."""
    if move.card != DRAW:
        begin_free(transition)
        raise Illegal("not_like_this", "X2")
    _may_play(transition, DRAW, "X3")
    _lay(transition, DRAW)
    transition.draw_to_hand(SCIENCE[DRAW].treasures)


def salvage(transition: Transition, move: Salvage) -> None:
    """A treasure from any space (X4)."""
    _may_play(transition, SALVAGE, "X4")
    if move.treasure not in transition.sea.get(move.field, ()):
        raise Illegal("not_on_field", "X4", field=move.field, treasure=move.treasure)
    _lay(transition, SALVAGE)
    transition.take_from_field(move.field, move.treasure)


def drift(transition: Transition, move: Drift) -> None:
    """One space in any direction for gold, with the treasures there (X5)."""
    _may_play(transition, DRIFT, "X5")
    price = SCIENCE[DRIFT].pay
    if move.to not in around(transition.state, transition.seat):
        raise Illegal("too_far", "X5", field=move.to)
    if move.to in other_ships(transition.state, transition.seat):
        raise Illegal("occupied", "V2", field=move.to)
    if transition.player.gold < price:
        raise Illegal("too_dear", "X5", coins=price)
    _lay(transition, DRIFT)
    travel(transition, Voyage(move.to, (), (move.to,), price))


def around(state: State, seat: int) -> list[str]:
    """The up to eight spaces next to the ship."""
    return [ray[0] for ray in RAYS[side_of(state).name][state.players[seat].ship] if ray]


def drifts(state: State, seat: int) -> list[str]:
    """The spaces to which the card could move the ship."""
    ships: Ships = other_ships(state, seat)
    return [field for field in around(state, seat) if field not in ships]


def card_moves(state: State, seat: int) -> Iterator[PlayCard | Salvage | Drift]:
    """Everything that can be done with the cards in hand."""
    player = state.players[seat]
    if not player.power:
        return
    hand = [KIND[card] for card in player.science]
    if DRAW in hand:
        yield PlayCard(DRAW)
    if SALVAGE in hand:
        sea = state.sea
        for field in side_of(state).fields:
            lies = sea.get(field)
            if lies:
                for colour in COLOURS:
                    if colour in lies:
                        yield Salvage(field, colour)
    if DRIFT in hand and player.gold >= SCIENCE[DRIFT].pay:
        for field in drifts(state, seat):
            yield Drift(field)
