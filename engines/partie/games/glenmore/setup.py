"""The first position."""

from __future__ import annotations

from partie.games.glenmore.data import DATA, GOODS, NOTHING, SPACES, START, TILES, Counts
from partie.games.glenmore.land import ORIGIN
from partie.games.glenmore.state import DIE, EMPTY, Options, Player, State, Turn
from partie.kit import Chance


def stack(name: str) -> dict[str, int]:
    """All tiles of a stack, each once."""
    return {tile.id: 1 for tile in TILES.values() if tile.stack == name}


def setup(seats: int, options: Options, chance: Chance) -> State:
    """Figures in order of play on spaces 0, 1, ..., the die if it plays, then tiles; the last space is empty."""
    order = chance.shuffle(range(seats)) if options.start_order == "random" else tuple(range(seats))
    track = [str(seat) for seat in order]
    if seats in DATA.die.seats:
        track.append(DIE)
    pools = [stack("0"), stack("1")]
    for pool, number in zip(pools, (len(pools[0]), DATA.setup.stack_1_tiles[str(seats)]), strict=True):
        for _ in range(number):
            tile = chance.draw(pool)
            del pool[tile]
            track.append(tile)
    track += [EMPTY] * (SPACES - len(track))
    warehouse: Counts = (1, 1, 1, 1, 1) if DATA.setup.warehouse_coins[str(seats)] else NOTHING
    start = DATA.seat
    players = tuple(
        Player(land={tile: ORIGIN}, goods={}, members={tile: start.clan_members}, coins=start.coins)
        for tile in START[:seats]
    )
    return State(
        options=options,
        number=1,
        track=tuple(track),
        tail=0,
        players=players,
        warehouse=warehouse,
        stacks=(pools[1], stack("2"), stack("3")),
        removed=START[seats:],
        coins=DATA.box.coins - seats * start.coins - sum(warehouse[: len(GOODS)]),
        members=DATA.box.clan_members - seats * start.clan_members,
        turn=Turn(seat=order[0]),
    )
