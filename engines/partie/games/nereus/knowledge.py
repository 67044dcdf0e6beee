"""What a viewer knows of hidden cards and choices, and what may be there as far as the viewer can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from partie.games.nereus.data import CREW, DATA
from partie.games.nereus.scoring import bounds, breakdown, final_gold
from partie.games.nereus.state import OVER, Player, Science, State
from partie.games.nereus.tables import KIND, kinds
from partie.kit import Chance, Line, Range, Viewer

_KEPT: Final = "kept"
_RETURNED: Final = "returned"


def unseen(state: State, viewer: Viewer) -> list[str]:
    """The science cards of which the viewer does not know where they are, in the order of the card table.

    The viewer knows their hand, the open discards, and what they gave back as long as nobody has drawn since.
    """
    seen = set(state.science.discards)
    if isinstance(viewer, int):
        player = state.players[viewer]
        seen.update(player.science, player.returned)
    return [card for card in KIND if card not in seen]


def unseen_kinds(state: State, viewer: Viewer) -> dict[str, int]:
    """How many cards of each kind the viewer has not seen."""
    found: dict[str, int] = {}
    for card in unseen(state, viewer):
        found[KIND[card]] = found.get(KIND[card], 0) + 1
    return found


def _others(state: State, viewer: Viewer) -> Iterator[tuple[int, Player]]:
    """The seats whose cards and choices are hidden from the viewer."""
    if state.step != OVER:
        for seat, player in enumerate(state.players):
            if seat != viewer:
                yield seat, player


def _choices(player: Player) -> list[str]:
    return [crew for crew in CREW if crew not in player.played]


def _is_kept(player: Player) -> list[bool]:
    """For every place of the hand whether its card is among those to be kept."""
    left = list(player.kept)
    kept = []
    for card in player.science:
        kept.append(KIND[card] in left)
        if kept[-1]:
            left.remove(KIND[card])
    return kept


def secrets(state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
    """Cards in others' hands and those they gave back, which of theirs they keep, and the crew they have chosen."""
    cards = frozenset(unseen(state, viewer))
    items: dict[str, frozenset[str]] = {}
    for seat, player in _others(state, viewer):
        items |= {f"hand.{seat}.{place}": cards for place in range(len(player.science))}
        items |= {f"returned.{seat}.{place}": cards for place in range(len(player.returned))}
        if player.kept:
            items |= {f"keep.{seat}.{place}": frozenset((_KEPT, _RETURNED)) for place in range(len(player.science))}
        if player.choice:
            items[f"crew.{seat}"] = frozenset(_choices(player))
    return items


def hidden(state: State, viewer: Viewer) -> Mapping[str, str]:
    """The true values of :func:`secrets`."""
    items: dict[str, str] = {}
    for seat, player in _others(state, viewer):
        items |= {f"hand.{seat}.{place}": card for place, card in enumerate(player.science)}
        items |= {f"returned.{seat}.{place}": card for place, card in enumerate(player.returned)}
        if player.kept:
            kept = _is_kept(player)
            items |= {f"keep.{seat}.{place}": _KEPT if yes else _RETURNED for place, yes in enumerate(kept)}
        if player.choice:
            items[f"crew.{seat}"] = player.choice
    return items


def determinize(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal again all cards that the viewer does not know, and pick the others' choices from all they could choose."""
    if not secrets(state, viewer):
        return state
    cards = list(chance.shuffle(unseen(state, viewer)))
    players = list(state.players)
    for seat, player in _others(state, viewer):
        hand = tuple(cards.pop() for _ in player.science)
        returned = tuple(cards.pop() for _ in player.returned)
        kept: tuple[str, ...] = ()
        if player.kept:
            places = chance.shuffle(range(len(hand)))[: DATA.science_deal.kept]
            kept = kinds(hand[place] for place in places)
        choice = chance.pick(_choices(player)) if player.choice else ""
        players[seat] = replace(player, science=hand, returned=returned, kept=kept, choice=choice)
    pile = dict.fromkeys(sorted(cards), 1)
    return replace(state, players=tuple(players), science=Science(pile, state.science.discards))


def forecast(state: State, viewer: Viewer) -> tuple[Range, ...]:
    """Every seat's score if the game ended now: the viewer's exactly, others' by what they may hold (F7)."""
    pool = unseen_kinds(state, viewer)
    return tuple(
        _exact(seat, player) if state.step == OVER or seat == viewer else _range(seat, player, pool)
        for seat, player in enumerate(state.players)
    )


def _exact(seat: int, player: Player) -> Range:
    score, parts = breakdown(player)
    return Range(seat=seat, low=score, high=score, parts=parts)


def _range(seat: int, player: Player, pool: Mapping[str, int]) -> Range:
    low, high = bounds(player, pool, len(player.science))
    gold = final_gold(player)
    sure = player.points + gold // DATA.scoring.gold
    cards = Line("cards_range", {"low": low, "high": high, "count": len(player.science)})
    parts = (
        Line("points", {"points": player.points}),
        cards,
        Line("gold", {"points": gold // DATA.scoring.gold, "coins": gold}),
    )
    return Range(seat=seat, low=sure + low, high=sure + high, parts=parts)
