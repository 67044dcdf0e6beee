"""What a position promises beyond its score, roughly and in points: bots choose by it.

The score if the game ended now says nothing of the large scorings to come, of gold that can still be spent, or of
figures that wait on the mainland.
"""

from __future__ import annotations

from typing import Final

from partie.games.wikinger.data import DATA, SHIPS, WHERE
from partie.games.wikinger.islands import fits, standing
from partie.games.wikinger.scoring import large, total
from partie.games.wikinger.state import OVER, Player, State

_SCORED: Final = 0.9
"""How much of what a scoring would bring now the ones to come will."""
_GOLD: Final = 0.45
"""What gold is worth beyond its points while there is a whole game to spend it, as far as it is needed."""
_NEEDED: Final = 14
_FIGURE: Final = {"noble": 2.0, "scout": 1.8, "goldsmith": 1.6, "warrior": 1.4, "fisherman": 0.6}
"""What a figure on an island brings in a large scoring, about."""
_FED: Final = 4.0
"""What a safe fisherman brings at the end, about."""
_BOATMAN: Final = 1.5
"""What a boatman is worth while a large scoring is to come."""
_WAITING: Final = 0.35
"""How much of that a figure on the mainland is worth that has still to be ferried."""
_TILE: Final = 0.5
"""What an island tile brings, about."""
_STANDS: Final = 0.85
"""How much of what a figure brings counts before it stands: a bit less, so that it is put there."""


def outlook(state: State) -> tuple[float, ...]:
    """Every seat's further points."""
    if state.step == OVER:
        return (0.0,) * len(state.players)
    rounds = DATA.rounds
    to_come = sum(number >= state.round for number in rounds.large)
    left = (rounds.rounds - state.round + 1) / rounds.rounds
    return tuple(
        _worth(player, to_come, left) + _bought(state, seat, to_come) for seat, player in enumerate(state.players)
    )


def _worth(player: Player, to_come: int, left: float) -> float:
    points, gold = total(large(player))
    worth = _SCORED * to_come * points + _GOLD * left * min(player.gold, _NEEDED)
    worth += 2 * _SCORED * to_come * gold * (1 / DATA.scoring.gold + 0.5 * _GOLD * left)
    worth += _TILE * len(player.land) * left
    for figure, count in player.mainland.items():
        if figure == "boatman":
            worth += count * min(to_come, 1) * _BOATMAN
        else:
            worth += min(count, 3) * _WAITING * _standing(figure, to_come)
    return worth


def _standing(figure: str, to_come: int) -> float:
    """What a figure on an island brings until the end."""
    return _FIGURE[figure] * to_come + (_FED if figure == "fisherman" else 0.0)


def _bought(state: State, seat: int, to_come: int) -> float:
    """What the combination brings that was bought and lies nowhere yet."""
    turn = state.turn
    if seat != turn.seat or not turn.tile:
        return 0.0
    if turn.figure == "boatman":
        worth = _BOATMAN * min(to_come, 1)
    elif turn.tile not in SHIPS and _may_stand(state.players[seat], turn.tile, turn.figure):
        worth = _STANDS * _standing(turn.figure, to_come)
    else:
        worth = _WAITING * _standing(turn.figure, to_come) - 1
    return worth + (_ship(state.players[seat], turn.tile, to_come) if turn.tile in SHIPS else _TILE) - 0.5


def _may_stand(player: Player, tile: str, figure: str) -> bool:
    """Whether the figure may come to stand on the tile. Before the start tile lies, it may come into any row."""
    return not player.started or any(WHERE[place][0] == figure for place in fits(player.land, tile))


def _ship(player: Player, tile: str, to_come: int) -> float:
    """What a ship brings or costs on the best of its places."""
    ship = SHIPS[tile]
    value = ship.points + ship.gold / DATA.scoring.gold
    columns = [WHERE[place][1] for place in fits(player.land, tile)]
    warriors = standing(player.land)["warrior"][0]
    if any(column in warriors for column in columns):
        return _SCORED * value * to_come
    return -2.0 * value - 1
