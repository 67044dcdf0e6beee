"""What a position promises beyond its score, roughly and in points: bots choose by it.

The score if the game ended now says nothing of holds that are not complete, of gold that can still be used, or of what
the chosen crew member will do.
"""

from __future__ import annotations

from typing import Final

from partie.games.nereus.data import DATA
from partie.games.nereus.state import BLOCK, CREW, DISCARD, KEEP, MARKER, OVER, READY, Player, State
from partie.games.nereus.tables import MEMBER

_TREASURE: Final = {"white": 1.0, "yellow": 1.3, "green": 1.6, "red": 1.8, "violet": 2.0, "black": 2.2}
"""What a treasure in hand is worth: less than on any good place, so that it is placed."""
_HELD: Final = 0.5
"""What a treasure in the storage is worth beyond its price."""
_GEM: Final = 2.5
_GOLD: Final = (0.0, 0.6, 1.2, 1.8, 2.3, 2.8, 3.1, 3.4)
"""What gold is worth beyond its points."""
_FILLED: Final = 1.2
"""How much more than in proportion a hold is worth the fuller it is: the power of its filled part."""
_POWER: Final = 0.8
"""What a step of science power is worth for a card, and a card in hand."""
_CARD: Final = 0.8
_MARKER: Final = 0.5
"""What a space of a row is worth less than the one to its left."""
_DONE: Final = 1.5
"""What an improved action brings until the end, at most."""
_ACTION: Final = {"boatswain": 2.6, "purser": 2.0, "merchant": 3.4, "scientist": 1.6, "explorer": 1.6}
"""What the action of a crew member brings, about."""
_REACH: Final = {"captain": 2, "pilot": 3}
"""The spaces that a ship can count on."""
_PAID: Final = 2
"""Gold that the merchant takes."""


def outlook(state: State, seat: int) -> tuple[float, ...]:
    """Every seat's further points, as far as the seat can know."""
    if state.step == OVER:
        return (0.0,) * len(state.players)
    return tuple(_worth(state, other, hidden=other != seat) for other in range(len(state.players)))


def _worth(state: State, seat: int, *, hidden: bool) -> float:
    player, left = state.players[seat], _left(state)
    total = left * _GOLD[min(player.gold, len(_GOLD) - 1)] + left * _DONE * len(player.done)
    total += min(1.0, 0.3 + left) * sum(map(_TREASURE.__getitem__, player.hand))
    stored = len(player.storage) - player.storage.count("")
    total += left * (_HELD * stored + _GEM * player.gems)
    for crew, hold in player.holds.items():
        total += min(1.0, 0.2 + left) * _hold(crew, hold)
    cards = len(player.science)
    total += left * (_POWER * min(player.power, cards + 1) + _CARD * min(cards, player.power + 2))
    if state.step == CREW and player.choice and not hidden:
        total += _chosen(state, player)
    if seat == state.turn.seat and state.step in (MARKER, READY, BLOCK, DISCARD):
        turn = state.turn
        total += _MARKER * (2 - turn.space) if turn.space >= 0 else -1.0
        total -= 0.2 * (turn.space >= 0 and turn.basic)
    return total


def _left(state: State) -> float:
    """The part of the game that is left."""
    day, days = state.day, DATA.days
    if state.step == KEEP:
        return 1.0
    gone = (day.number - 1) * days.rounds + (day.round - 1 if day.phase == "action" else days.rounds)
    return max(0.0, 1 - gone / (days.days * days.rounds))


def _hold(crew: str, hold: tuple[str, ...]) -> float:
    filled = len(hold) - hold.count("")
    return DATA.holds[MEMBER[crew]].points * (filled / len(hold)) ** _FILLED if filled else 0.0


def _chosen(state: State, player: Player) -> float:
    """What a crew member will bring in the turn of the seat."""
    crew = player.choice
    if crew in _REACH:
        return max(
            (_sailed(player.ship, crew, space, treasures) for space, treasures in state.sea.items()), default=0.0
        )
    if crew == "merchant" and player.gold < _PAID:
        return 0.0
    if crew == "explorer":
        return _ACTION[crew] if any(_far(player.ship, space) == 1 for space in state.sea) else 0.5
    return _ACTION[crew]


def _sailed(ship: str, crew: str, space: str, treasures: tuple[str, ...]) -> float:
    """What the treasures of a space are worth to a ship if the crew member can reach it without gold."""
    if not 0 < _far(ship, space) <= _REACH[crew] or not _straight(ship, space, diagonal=crew == "captain"):
        return 0.0
    return sum(map(_TREASURE.__getitem__, treasures)) - 0.1 * _far(ship, space)


def _far(one: str, other: str) -> int:
    columns, rows = _apart(one, other)
    return max(columns, rows)


def _straight(one: str, other: str, *, diagonal: bool) -> bool:
    columns, rows = _apart(one, other)
    return not columns or not rows or (diagonal and columns == rows)


def _apart(one: str, other: str) -> tuple[int, int]:
    return abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))
