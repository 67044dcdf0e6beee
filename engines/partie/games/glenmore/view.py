"""What everybody sees, and how an event reads. Glen More has no secrets, so every viewer sees the same (T10)."""

from __future__ import annotations

from collections.abc import Mapping

from partie.games.glenmore.data import GOODS, SPACES, TILES, Counts
from partie.games.glenmore.land import cells_for, open_cells
from partie.games.glenmore.scoring import CATEGORIES, bonnets, breakdown, cards
from partie.games.glenmore.state import DIE, OVER, PLACE, Player, Scoring, State, Turn
from partie.games.glenmore.track import is_tile
from partie.kit import Value, View
from partie.kit.memo import shared


@shared(size=64)
def view(state: State) -> View:
    """The whole table.

    ``track.fields`` has an entry for every space that is not empty; the chain begins at ``track.tail`` and runs
    over the ring of ``track.length`` spaces. ``warehouse`` counts the covered spaces of each row. ``turn.awake``
    holds the tiles of this turn's activation, true while they may still be activated, false once they were.
    """
    turn = state.turn
    shown: View = {
        "round": state.round,
        "number": state.number,
        "step": turn.step,
        "track": _track(state.track, state.tail),
        "warehouse": _goods(state.warehouse),
        "stacks": {str(number): len(left) for number, left in enumerate(state.stacks, 1)},
        "removed": _removed(state.removed),
        "supply": {"coins": state.coins, "members": state.members},
        "players": {str(seat): _player(player) for seat, player in enumerate(state.players)},
        "scorings": {str(number): _scoring(scoring) for number, scoring in enumerate(state.scorings, 1)},
    }
    if turn.step != OVER:
        player = state.players[turn.seat]
        shown["turn"] = _turn(turn)
        if turn.step == PLACE:
            shown["cells"] = _cells(player.land, player.members, turn.hand)
    else:
        shown["final"] = _final(state)
    return shown


@shared()
def _track(track: tuple[str, ...], tail: int) -> dict[str, Value]:
    spaces: dict[str, Value] = {}
    for space, what in enumerate(track):
        if is_tile(what):
            spaces[str(space)] = {"tile": what}
        elif what == DIE:
            spaces[str(space)] = {"die": True}
        elif what:
            spaces[str(space)] = {"seat": int(what)}
    return {"length": SPACES, "tail": tail, "fields": spaces}


@shared()
def _goods(counts: Counts) -> dict[str, Value]:
    return dict(zip(GOODS, counts, strict=True))


@shared()
def _removed(tiles: tuple[str, ...]) -> dict[str, Value]:
    return dict.fromkeys(tiles, True)


@shared()
def _turn(turn: Turn) -> dict[str, Value]:
    shown: dict[str, Value] = {"seat": turn.seat, "movement": turn.movement, "loch_ness": turn.ness}
    if turn.hand:
        shown["hand"] = turn.hand
    if turn.laid:
        shown["laid"] = turn.laid
    if turn.paying:
        shown["paying"] = turn.paying
        shown["given"] = {good: number for good, number in zip(GOODS, turn.given, strict=True) if number}
    if turn.picks:
        shown["onto"] = turn.onto
        shown["picks"] = turn.picks
    shown["awake"] = {**dict.fromkeys(turn.awake, True), **dict.fromkeys(turn.spent, False)}
    return shown


@shared()
def _cells(land: Mapping[str, str], members: Mapping[str, int], hand: str) -> dict[str, Value]:
    """The empty cells at the sides of the land, and whether the tile in hand may lie there."""
    fitting = cells_for(land, members, TILES[hand])
    return {cell: cell in fitting for cell in open_cells(land)}


@shared()
def _player(player: Player) -> dict[str, Value]:
    return {
        "points": player.points,
        "coins": player.coins,
        "whisky": player.whisky,
        "chieftains": player.chieftains,
        "land": _land(player.land, player.goods, player.members),
        **_counted(player.land),
    }


@shared()
def _counted(land: Mapping[str, str]) -> dict[str, Value]:
    return {"tiles": len(land), "bonnets": bonnets(land), "cards": dict.fromkeys(cards(land), True)}


@shared()
def _land(land: Mapping[str, str], goods: Mapping[str, Counts], members: Mapping[str, int]) -> dict[str, Value]:
    return {cell: _plot(tile, goods.get(tile, ()), members.get(tile, 0)) for tile, cell in land.items()}


@shared()
def _plot(tile: str, counts: tuple[int, ...], members: int) -> dict[str, Value]:
    shown: dict[str, Value] = {"tile": tile}
    if counts:
        shown["goods"] = {good: number for good, number in zip(GOODS, counts, strict=True) if number}
    if members:
        shown["members"] = members
    return shown


@shared()
def _scoring(scoring: Scoring) -> dict[str, Value]:
    return {
        category: {
            str(seat): {"count": counts[place], "points": points[place]}
            for seat, (counts, points) in enumerate(zip(scoring.counts, scoring.points, strict=True))
        }
        for place, category in enumerate(CATEGORIES)
    }


def _final(state: State) -> dict[str, Value]:
    """The items of every seat's score."""
    return {
        str(seat): {"score": score, **{line.key: line.params["points"] for line in lines}}
        for seat, (score, lines) in enumerate(breakdown(state))
    }
