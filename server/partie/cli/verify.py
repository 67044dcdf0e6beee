"""``partie verify``: replays a finished game and proves every draw of it."""

from __future__ import annotations

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import TargetArgument, entries_at
from partie.table.verify import NotFair, verify


def command(
    target: TargetArgument,
    *,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Replay a finished game, of a file or a table, and prove that every draw was fixed before play."""
    registry = load_registry(engines or ())
    entries = entries_at(target, redis_url, data_dir)
    try:
        proof = verify(entries, registry)
    except NotFair as unfair:
        raise CommandFailed("not_fair", f"{target} does not prove a fair game: {unfair}") from None
    if as_json:
        print_json(proof)
        return
    console().print(
        f"Table {proof.table}, {proof.game} version {proof.version}: {proof.events} events, {proof.moves} moves, "
        f"{proof.draws} draws. Every draw is the one that seed and nonces give.",
        soft_wrap=True,
    )
    console().print(f"SHA-256 of the seed, published before the start: {proof.seed_hash}", soft_wrap=True)
