"""``partie advise``: the move that a bot would make in a seat, in one line."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Struct

from partie.cli._support.engines import load_registry
from partie.cli._support.options import (
    DATA_DIR,
    DataDirOption,
    EnginesOption,
    RedisOption,
    SeatOption,
    TargetArgument,
    UpToOption,
)
from partie.cli._support.output import CommandFailed, JsonFlag, print_json
from partie.cli._support.parameters import Option
from partie.cli._support.tables import damaged, demand_game
from partie.cli._support.targets import entries_at
from partie.cli.arena import level_of
from partie.features.bots.choose import choose
from partie.table import History, Newer, TableBroken
from partie.table.values import Level


class Advice(Struct, frozen=True, omit_defaults=True):
    """A move, the scores that the bot expects at the end of its look-ahead, and the next best move."""

    table: str
    seq: int
    seat: int
    level: Level
    move: Any
    points: tuple[int, int] | None = None
    other: Any = None


def command(
    target: TargetArgument,
    *,
    seat: SeatOption = None,
    level: Annotated[str, Option(help="Strength of the bot: quick, careful or deep.")] = "deep",
    last: UpToOption = None,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the move that a bot would make.

    The bot sees what the seat sees. You also get the score it expects and its second choice.

    Example: partie advise 4k7mwq2x9c3hv8tz --seat 1 --level careful
    """
    registry = load_registry(engines or ())
    history = History(target, registry)
    entries = entries_at(target, redis_url, data_dir)
    demand_game(target, entries, registry)
    try:
        for entry in entries[:last]:
            history.extend(entry)
    except (Newer, TableBroken) as error:
        raise damaged(target, error) from None
    table = history.newest
    pending = sorted(history.pending(table))
    asks = seat if seat is not None else next(iter(pending), None)
    if asks is None or asks not in pending:
        raise CommandFailed("seat", _nothing_to_advise(seat, pending, history.seq))
    engine = registry.get(table.game, table.version)
    thought = choose(engine, table.state, asks, f"{table.id} {history.seq} {asks}", level_of(level))
    advice = Advice(
        table.id, history.seq, asks, level_of(level), _plain(thought.move), thought.points, _plain(thought.other)
    )
    if as_json:
        print_json(advice)
    else:
        print(_words(advice))


def _nothing_to_advise(seat: int | None, pending: list[int], seq: int) -> str:
    if not pending:
        return f"nobody has to move after event {seq}"
    return f"seat {seat} does not have to move after event {seq}; choose from: {', '.join(map(str, pending))}"


def _plain(move: Any) -> Any:
    return msgspec.to_builtins(move)


def _words(advice: Advice) -> str:
    text = f"Seat {advice.seat}: {_move(advice.move)}"
    if advice.points is not None:
        text += f", expects a score of {advice.points[0]} to {advice.points[1]}"
    if advice.other is not None:
        text += f"; next best: {_move(advice.other)}"
    return text + "."


def _move(move: dict[str, Any]) -> str:
    """A move by its type and fields, as on the wire; only the client has sentences for it."""
    parts = " ".join(f"{name}={value}" for name, value in move.items() if name != "type")
    return f"{move['type']} {parts}".strip()
