"""What is chosen before a turn: corners one after the other, cards and crew by all at once and in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from partie.games.nereus import flow
from partie.games.nereus.data import DATA
from partie.games.nereus.setup import lay_out
from partie.games.nereus.state import CHANGES, CORNER, CREW, KEEP, ChooseCorner, ChooseCrew, Keep, Player, State, Turn
from partie.games.nereus.tables import KIND, MEMBER, kinds, side_of
from partie.games.nereus.transition import Transition
from partie.kit import Illegal


def choose_corner(transition: Transition, move: ChooseCorner) -> None:
    """A ship begins in a free corner; after the last one the game is laid out (S2)."""
    transition.expect(CORNER, rule="S2")
    if move.field not in transition.side.corners:
        raise Illegal("no_corner", "S2")
    if move.field not in free_corners(transition.state):
        raise Illegal("occupied", "S2", field=move.field)
    transition.player = replace(transition.player, ship=move.field)
    transition.say("chose_corner", seat=transition.seat, field=move.field)
    following = transition.clockwise(transition.seat)
    if transition.players[following].ship:
        lay_out(transition)
    else:
        transition.turn = Turn(seat=following, crew="")


def free_corners(state: State) -> list[str]:
    """The corners without a ship."""
    ships = {player.ship for player in state.players}
    return [field for field in side_of(state).corners if field not in ships]


# --- science cards ----------------------------------------------------------------------------------------------------


def keepings(player: Player) -> Sequence[Keep]:
    """Every set of cards that may be kept, but the one that is chosen already."""
    sets = dict.fromkeys(combinations(kinds(player.science), DATA.science_deal.kept))
    return [Keep(kept) for kept in sets if kept != player.kept]


def keep(transition: Transition, move: Keep) -> None:
    """Choose three of the five cards, or choose again; the last one ends it for all (S6)."""
    transition.expect(KEEP, rule="S6")
    player = transition.player
    if not player.tries:
        raise Illegal("no_changes", "C2")
    if len(move.cards) != DATA.science_deal.kept or Counter(move.cards) - Counter(kinds(player.science)):
        raise Illegal("not_these_cards", "S6", count=DATA.science_deal.kept)
    if move.cards != kinds(move.cards):
        raise Illegal("cards_in_order", "S6")
    if move.cards == player.kept:
        raise Illegal("same_choice", "C2")
    if not player.kept:
        transition.say("kept", seat=transition.seat)
    for card in move.cards:
        transition.confide("kept_card", seat=transition.seat, card=KIND[card])
    transition.player = replace(player, kept=move.cards, tries=player.tries - 1)
    if all(each.kept for each in transition.players):
        transition.players = [_having_kept(each) for each in transition.players]
        transition.say("all_kept")
        flow.begin(transition)


def _having_kept(player: Player) -> Player:
    """The cards kept are the hand, in the order in which they were dealt; the others are given back."""
    left = Counter(player.kept)
    kept, returned = [], []
    for card in player.science:
        if left[KIND[card]]:
            left[KIND[card]] -= 1
            kept.append(card)
        else:
            returned.append(card)
    return replace(player, science=tuple(kept), returned=tuple(returned), kept=(), tries=CHANGES)


# --- crew -------------------------------------------------------------------------------------------------------------


def choose_crew(transition: Transition, move: ChooseCrew) -> None:
    """Choose a crew member, or another one; the last choice reveals all in one instant (C1, C2)."""
    transition.expect(CREW, rule="C1")
    player = transition.player
    if not player.tries:
        raise Illegal("no_changes", "C2")
    if move.crew in player.played:
        raise Illegal("played_today", "C3", crew=move.crew)
    if move.crew == player.choice:
        raise Illegal("same_choice", "C2")
    transition.confide("chose_crew", seat=transition.seat, crew=move.crew)
    if not player.choice:
        transition.say_to_others("chose", seat=transition.seat)
    transition.player = replace(player, choice=move.crew, tries=player.tries - 1)
    if all(each.choice for each in transition.players):
        flow.reveal(transition)


def choices(player: Player) -> list[ChooseCrew]:
    """The crew members that may be chosen, but the one that is chosen already."""
    return [ChooseCrew(crew) for crew in MEMBER.values() if crew not in player.played and crew != player.choice]
