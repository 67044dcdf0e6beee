"""``partie nodes``: the running nodes."""

from __future__ import annotations

from rich.table import Table as Grid

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import JsonFlag, console, print_json
from partie.cli._support.reach import reach
from partie.cli.listing import day
from partie.cluster.nodes import listed


def command(
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List the running nodes.

    Each line has the name that partie drain takes, and the load. A node that was killed stays listed for a few seconds,
    marked as silent.

    Example: partie nodes --redis-url redis://10.0.0.5:6379
    """
    cards = reach(redis_url, data_dir, lambda there: listed(there.redis))
    if as_json:
        print_json(cards)
        return
    grid = Grid("Node", "Port", "Since (UTC)", "Build", "Connections", "Tables", "", box=None, pad_edge=False)
    for card in cards:
        state = "silent" if card.silent else "draining" if card.draining else ""
        grid.add_row(
            card.name, str(card.port), day(card.since), card.build, str(card.connections), str(card.tables), state
        )
    console().print(grid)
