"""``partie advise``: what a bot would do in a seat of a table, and why, in one line."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from msgspec import Struct

from partie.cli._support.engines import load_registry
from partie.cli._support.options import DATA_DIR, DataDirOption, EnginesOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import TargetArgument, damaged, entries_at
from partie.cli.arena import level_of
from partie.features.bots.choose import choose
from partie.table import History, Newer, TableBroken
from partie.table.values import Level


class Advice(Struct, frozen=True, omit_defaults=True):
    """A move, the points that the bot expects at the end of its look-ahead, and the next best move."""

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
    seat: Annotated[int | None, typer.Option(min=0, help="The seat that asks; else the first that must act.")] = None,
    level: Annotated[str, typer.Option(help="How far the bot looks: quick, careful, deep.")] = "deep",
    last: Annotated[int | None, typer.Option("--to", min=1, help="After this event; else after the newest.")] = None,
    data_dir: DataDirOption = DATA_DIR,
    redis_url: RedisOption = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Say what a bot would do in a seat, seeing what the seat sees, what it expects of that, and its next best move."""
    registry = load_registry(engines or ())
    history = History(target, registry)
    try:
        for entry in entries_at(target, redis_url, data_dir)[:last]:
            history.extend(entry)
    except (Newer, TableBroken) as error:
        raise damaged(target, error) from None
    table = history.newest
    pending = sorted(history.pending(table))
    asks = seat if seat is not None else next(iter(pending), None)
    if asks is None or asks not in pending:
        raise CommandFailed("seat", f"seats that must act after event {history.seq}: {pending or 'none'}")
    engine = registry.get(table.game, table.version)
    thought = choose(engine, table.state, asks, f"{table.id} {history.seq} {asks}", level_of(level))
    advice = Advice(
        table.id, history.seq, asks, level_of(level), _plain(thought.move), thought.points, _plain(thought.other)
    )
    if as_json:
        print_json(advice)
    else:
        console().print(_words(advice), soft_wrap=True, markup=False)


def _plain(move: Any) -> Any:
    return msgspec.to_builtins(move)


def _words(advice: Advice) -> str:
    text = f"Seat {advice.seat}: {_move(advice.move)}"
    if advice.points is not None:
        text += f", expects {advice.points[0]} to {advice.points[1]} points"
    if advice.other is not None:
        text += f"; next best: {_move(advice.other)}"
    return text + "."


def _move(move: dict[str, Any]) -> str:
    """A move by its type and fields, as on the wire; only the client has sentences for it."""
    parts = " ".join(f"{name}={value}" for name, value in move.items() if name != "type")
    return f"{move['type']} {parts}".strip()
