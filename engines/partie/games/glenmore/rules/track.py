"""The track: who is next, and what follows when a turn ends, up to the next decision."""

from __future__ import annotations

from msgspec.structs import replace

from partie.games.glenmore.data import DATA, FIELDS, TILES
from partie.games.glenmore.rules.doing import Doing
from partie.games.glenmore.scoring import CATEGORIES, scoring, settle
from partie.games.glenmore.scoring import result as result_of
from partie.games.glenmore.state import DIE, EMPTY, OVER, State, Turn


def is_tile(what: str) -> bool:
    """Whether a field of the track holds a tile."""
    return what in TILES


def hindmost(track: tuple[str, ...], tail: int) -> int:
    """How many fields after the tail of the chain the first figure (or the die) stands, 0 for the tail itself."""
    return next(far for far in range(FIELDS) if (what := track[(tail + far) % FIELDS]) and not is_tile(what))


def to_draw(state: State) -> int:
    """How many tiles the refill at the end of this turn would draw, its figure having moved (T2)."""
    return hindmost(state.track, state.tail)


def refill(doing: Doing) -> None:
    """Passed tiles leave the game, and the chain grows until one field is empty (T2); with scorings (T3)."""
    far = hindmost(doing.track, doing.tail)
    for behind in range(far):
        field = (doing.tail + behind) % FIELDS
        tile = doing.track[field]
        if tile:
            remove(doing, field)
    front = doing.tail + FIELDS - 1
    doing.tail = (doing.tail + far) % FIELDS
    for onward in range(far):
        if doing.over:
            return
        lay_out(doing, (front + onward) % FIELDS)


def remove(doing: Doing, field: int) -> None:
    """The tile on a field leaves the game."""
    tile = doing.set_field(field, EMPTY)
    doing.removed = (*doing.removed, tile)
    doing.say("removed", {"tile": tile, "field": field})


def lay_out(doing: Doing, field: int) -> None:
    """The next tile is drawn and laid on a field; if it was the last of its stack, a scoring follows (T3)."""
    stack = next(number for number, left in enumerate(doing.stacks) if left)
    left = dict(doing.stacks[stack])
    tile = doing.chance.draw(left)
    del left[tile]
    stacks = list(doing.stacks)
    stacks[stack] = left
    first, second, third = stacks
    doing.stacks = (first, second, third)
    doing.set_field(field, tile)
    doing.say("laid_out", {"tile": tile, "field": field})
    if not left:
        score(doing)


def score(doing: Doing) -> None:
    """A scoring; after the third one the settlement and the end (T4)."""
    scored = scoring(doing.players)
    doing.scorings = (*doing.scorings, scored)
    doing.say("scoring", {"round": len(doing.scorings)})
    for place, category in enumerate(CATEGORIES):
        for seat, (counts, points) in enumerate(zip(scored.counts, scored.points, strict=True)):
            doing.say(
                "scored",
                {"seat": seat, "category": category, "count": counts[place], "points": points[place]},
            )
    gain(doing, [sum(points) for points in scored.points])
    if len(doing.scorings) == len(doing.stacks):
        finish(doing)


def gain(doing: Doing, points: list[int]) -> None:
    """Points for every seat."""
    doing.seats_become(
        tuple(
            replace(player, points=player.points + more) if more else player
            for player, more in zip(doing.players, points, strict=True)
        )
    )


def finish(doing: Doing) -> None:
    """The final settlement and the result (T7, T9)."""
    doing.settlement = settle(doing.players)
    for seat, settled in enumerate(doing.settlement):
        for item in ("iona_abbey", "loch_morar", "duart_castle"):
            points = getattr(settled, item)
            if points:
                doing.say(f"settled_{item}", {"seat": seat, "points": points})
        doing.say("settled_coins", {"seat": seat, "points": settled.coins})
        doing.say("settled_tiles", {"seat": seat, "points": settled.tiles})
    gain(doing, [settled.total() for settled in doing.settlement])
    doing.turn = Turn(seat=doing.seat, step=OVER)
    doing.say("game_over", {})
    result = result_of(doing.after())
    for seat in result.winners if result else ():
        doing.say("won", {"seat": seat, "points": doing.players[seat].points})


def roll(doing: Doing) -> None:
    """The die moves on by as many tiles as it shows, figures not counted; the tile leaves the game (D2)."""
    pips = doing.chance.roll(DATA.die.faces)
    field, tiles = doing.tail, 0
    while tiles < pips:
        field = (field + 1) % FIELDS
        tiles += is_tile(doing.track[field])
    doing.say("rolled", {"pips": pips})
    doing.say("die_moved", {"from": doing.tail, "to": field, "tile": doing.track[field]})
    remove(doing, field)
    doing.set_field(doing.tail, EMPTY)
    doing.set_field(field, DIE)


def next_turn(doing: Doing) -> None:
    """Refill, let the die move as often as it is hindmost, and begin the next seat's turn (T1, T2, D2)."""
    refill(doing)
    while not doing.over and doing.track[doing.tail] == DIE:
        roll(doing)
        refill(doing)
    if not doing.over:
        doing.number += 1
        doing.turn = Turn(seat=int(doing.track[doing.tail]))
        doing.say("turn_begins", {"seat": doing.turn.seat})
