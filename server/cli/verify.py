"""``partie verify``: replays an exported game and proves every draw of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from server.cli.engines import load_registry
from server.cli.options import EnginesOption
from server.cli.output import CommandFailed, JsonFlag, console, print_json
from server.table.export import decode_log
from server.table.verify import NotFair, verify


def command(
    file: Annotated[Path, typer.Argument(help="What partie export wrote of a game.", exists=True, dir_okay=False)],
    *,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Replay an exported game and prove that every draw was fixed before play."""
    try:
        entries = decode_log(file.read_bytes())
    except (msgspec.DecodeError, RecursionError) as error:
        raise CommandFailed("no_log", f"{file} is not the log of a table: {error}") from None
    try:
        proof = verify(entries, load_registry(engines or ()))
    except NotFair as unfair:
        raise CommandFailed("not_fair", f"{file} does not prove a fair game: {unfair}") from None
    if as_json:
        print_json(proof)
        return
    console().print(
        f"Table {proof.table}, {proof.game} version {proof.version}: {proof.events} events, {proof.moves} moves, "
        f"{proof.draws} draws. Every draw is the one that seed and nonces give.",
        soft_wrap=True,
    )
    console().print(f"SHA-256 of the seed, published before the start: {proof.seed_hash}", soft_wrap=True)
