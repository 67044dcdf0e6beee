"""``partie verify``: replays a finished game and proves every draw."""

from __future__ import annotations

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption, TargetArgument
from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.tables import demand_game
from partie.cli._support.targets import entries_at
from partie.table.verify import NotFair, verify


def command(
    target: TargetArgument,
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Replay a finished game and prove every draw.

    The proof shows that all draws were fixed before the game began. You can verify a table, or a file that someone
    exported.

    Example: partie verify game.json
    """
    registry = load_registry(engines or ())
    entries = entries_at(target, redis_url, data_dir)
    demand_game(target, entries, registry)
    try:
        proof = verify(entries, registry)
    except NotFair as unfair:
        raise CommandFailed("not_fair", f"cannot verify {target}: {unfair}") from None
    if as_json:
        print_json(proof)
        return
    print(
        f"Table {proof.table}, {proof.game} version {proof.version}: {proof.events} events, {proof.moves} moves, "
        f"{proof.draws} draws. All draws follow from the seed and the players' random numbers.",
    )
    print(f"SHA-256 of the seed, as published before the game: {proof.seed_hash}")
