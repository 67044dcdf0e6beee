"""Scorings, the final settlement, the result, and what it would be now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import starmap

from partie.games.glenmore.data import DATA, DUART, IONA, MEY, MORAR, TILES
from partie.games.glenmore.state import Player, Scoring, Settlement, State
from partie.kit import Line, Range, Result

CATEGORIES = DATA.scoring.categories
_SCALE = DATA.scoring.points
_SETTLEMENT = DATA.settlement


def bonnets(land: Mapping[str, str]) -> int:
    """The bonnets on the cards that belong to the land's tiles."""
    return sum(TILES[tile].bonnets for tile in land)


def cards(land: Mapping[str, str]) -> list[str]:
    """The special locations of a land, by their tiles, sorted."""
    return sorted(tile for tile in land if TILES[tile].card)


def counts(player: Player) -> tuple[int, int, int]:
    """What a scoring counts for the player: barrels, chieftains with bonnets, special locations (T5, T6).

    The Castle of Mey doubles chieftains but no bonnets.
    """
    chieftains = player.chieftains * (2 if MEY in player.land else 1)
    return player.whisky, chieftains + bonnets(player.land), len(cards(player.land))


def scoring(players: Sequence[Player]) -> Scoring:
    """A scoring as the players stand now: in each category the lead over the lowest seat, by the table (T5)."""
    counted = tuple(map(counts, players))
    lowest = tuple(map(min, zip(*counted, strict=True)))
    points = tuple(
        (
            _points(own[0] - lowest[0]),
            _points(own[1] - lowest[1]),
            _points(own[2] - lowest[2]),
        )
        for own in counted
    )
    return Scoring(counts=counted, points=points)


def _points(lead: int) -> int:
    return _SCALE[min(lead, len(_SCALE) - 1)]


def settle(players: Sequence[Player]) -> tuple[Settlement, ...]:
    """The final settlement as the players stand now (T7)."""
    fewest = min(len(player.land) for player in players)
    return tuple(_settle(player, fewest) for player in players)


def _settle(player: Player, fewest: int) -> Settlement:
    tiles = [TILES[tile] for tile in player.land]
    iona, morar, duart = _SETTLEMENT.iona_abbey, _SETTLEMENT.loch_morar, _SETTLEMENT.duart_castle
    return Settlement(
        iona_abbey=iona.points * sum(tile.frame == iona.frame for tile in tiles) if IONA in player.land else 0,
        loch_morar=morar.points * sum(tile.frame == morar.frame for tile in tiles) if MORAR in player.land else 0,
        duart_castle=duart.points * sum(tile.kind in duart.kinds for tile in tiles) if DUART in player.land else 0,
        coins=_SETTLEMENT.points_per_coin * player.coins,
        tiles=_SETTLEMENT.points_per_extra_tile * (len(player.land) - fewest),
    )


def goods(player: Player) -> int:
    """Goods on all tiles of the player."""
    return sum(map(sum, player.goods.values()))


def _final(state: State) -> tuple[tuple[int, ...], Scoring, tuple[Settlement, ...]]:
    """Points won without the last scoring and the settlement, and these two: as they were, or as they would be."""
    if state.settlement:
        last, settlement = state.scorings[-1], state.settlement
        before = tuple(
            player.points - sum(points) - settled.total()
            for player, points, settled in zip(state.players, last.points, settlement, strict=True)
        )
        return before, last, settlement
    return tuple(player.points for player in state.players), scoring(state.players), settle(state.players)


def _parts(before: int, counted: tuple[int, int, int], points: tuple[int, int, int], settled: Settlement) -> list[Line]:
    lines = [Line("points", {"points": before})]
    lines += [
        Line(category, {"count": count, "points": won})
        for category, count, won in zip(CATEGORIES, counted, points, strict=True)
    ]
    lines += [
        Line(card, {"points": won})
        for card, won in (
            ("iona_abbey", settled.iona_abbey),
            ("loch_morar", settled.loch_morar),
            ("duart_castle", settled.duart_castle),
        )
        if won
    ]
    return [*lines, Line("coins", {"points": settled.coins}), Line("tiles", {"points": settled.tiles})]


def breakdown(state: State) -> list[tuple[int, tuple[Line, ...]]]:
    """Every seat's score at the end, or if the game ended now, and the items that it is made of."""
    before, last, settlement = _final(state)
    rows = zip(before, last.counts, last.points, settlement, strict=True)
    parts = list(starmap(_parts, rows))
    return [(sum(int(line.params["points"]) for line in lines), tuple(lines)) for lines in parts]


def forecast(state: State) -> tuple[Range, ...]:
    """The score of every seat if a third scoring and the settlement came now; nothing about it is hidden (T10)."""
    return tuple(
        Range(seat=seat, low=score, high=score, parts=parts) for seat, (score, parts) in enumerate(breakdown(state))
    )


def result(state: State) -> Result | None:
    """The result once the game is over; a tie is broken by the goods that are left, else it stands (T9)."""
    if not state.settlement:
        return None
    rows = breakdown(state)
    ranks = [(score, goods(player)) for (score, _), player in zip(rows, state.players, strict=True)]
    return Result.of(ranks, [parts for _, parts in rows])
