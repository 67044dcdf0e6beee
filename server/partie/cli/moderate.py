"""``partie moderate`` and ``partie moderators``: reports, what holds, who keeps order, and the log of it all."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.tables import Reach, reach
from partie.features.chat.chats import Chats
from partie.features.moderation.acts import Act, BadAct, Kind
from partie.features.moderation.moderation import Moderation

T = TypeVar("T")

app = typer.Typer(help="Keep order: reports, closed tables, who is muted or banned, and the log.", no_args_is_help=True)
moderators = typer.Typer(help="Who keeps order here.", no_args_is_help=True)

Target = Annotated[
    str,
    typer.Argument(help="A table's or a person's id; to ban also a network; a line or a report as reports name it."),
]
Why = Annotated[str, typer.Option("--why", help="The reason, which those concerned are told.")]
For = Annotated[str, typer.Option("--for", metavar="30m|12h|7d", help="How long; for good if nothing is said.")]

_UNITS = {"m": 60, "h": 3600, "d": 86400}


def ends(span: str) -> int:
    """The millisecond at which a span from now on is over; 0 for none. Raises :class:`CommandFailed`."""
    if not span:
        return 0
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", span)
    if found is None:
        raise CommandFailed("bad_span", f"{span!r} is no span: give minutes, hours or days, as in 30m, 12h or 7d")
    return int((time.time() + int(found[1]) * _UNITS[found[2]]) * 1000)


def _with(redis_url: str | None, data_dir: Path, work: Callable[[Moderation, Chats], Awaitable[T]]) -> T:
    async def run(there: Reach) -> T:
        moderation = Moderation(there.redis)
        await moderation.load()
        try:
            return await work(moderation, Chats(there.redis))
        except BadAct as bad:
            raise CommandFailed(bad.code, str(bad)) from None

    return reach(redis_url, data_dir, run)


def _act(kind: Kind, text: str) -> Callable[..., None]:
    """The command of an act that needs a target and a reason."""

    def command(
        target: Target,
        *,
        why: Why = "",
        data_dir: DataDirOption = DATA_DIR,
        redis_url: RedisOption = None,
        as_json: JsonFlag = False,
    ) -> None:
        _do(Act(kind, target, why=why), redis_url, data_dir, as_json=as_json)

    command.__doc__ = text
    return command


def _timed(kind: Kind, text: str) -> Callable[..., None]:
    """The same, of an act that may end by itself."""

    def command(
        target: Target,
        *,
        why: Why = "",
        span: For = "",
        data_dir: DataDirOption = DATA_DIR,
        redis_url: RedisOption = None,
        as_json: JsonFlag = False,
    ) -> None:
        _do(Act(kind, target, why=why, until=ends(span)), redis_url, data_dir, as_json=as_json)

    command.__doc__ = text
    return command


def _do(act: Act, redis_url: str | None, data_dir: Path, *, as_json: bool) -> None:
    done = _with(redis_url, data_dir, lambda moderation, _: moderation.do(act))
    if as_json:
        print_json(done)
    else:
        console().print(_line(done))


_ACTS: Final[tuple[tuple[Kind, str], ...]] = (
    ("close", "Close a table: everybody may read it, nobody can do anything there."),
    ("reopen", "Open a closed table again."),
    ("unmute", "Let a person talk again."),
    ("unban", "Let a person or a network in again."),
    ("unban_network", "Let the network in again on which a person was when ban-network kept it out."),
    ("remove", "Take a line of chat (table/room/number) out for good."),
    ("settle", "Put a report away that has been dealt with."),
)
for _kind, _text in _ACTS:
    app.command(_kind.replace("_", "-"))(_act(_kind, _text))
app.command("mute")(_timed("mute", "Let a person say nothing, at any table."))
app.command("ban")(_timed("ban", "Keep a person or a network (203.0.113.0/24) out."))
app.command("ban-network")(
    _timed("ban_network", "Keep out the network on which a person is connected now, which is shown to nobody.")
)
moderators.command("add")(_act("appoint", "Make a person a moderator."))
moderators.command("own")(_act("own", "Make a person an owner, who may appoint moderators."))
moderators.command("remove")(_act("dismiss", "A person keeps order no longer."))


@moderators.command("list")
def listing(*, data_dir: DataDirOption = DATA_DIR, redis_url: RedisOption = None, as_json: JsonFlag = False) -> None:
    """Who keeps order here."""

    async def read(moderation: Moderation, _: Chats) -> list[Act]:
        return list(moderation.held.roles.values())

    found = _with(redis_url, data_dir, read)
    if as_json:
        print_json(found)
        return
    for act in found:
        console().print(f"{act.target}  {'owner' if act.kind == 'own' else 'moderator'}  since {_day(act.at)}")


@app.command("reports")
def reports(*, data_dir: DataDirOption = DATA_DIR, redis_url: RedisOption = None, as_json: JsonFlag = False) -> None:
    """What was reported, each with the lines around it."""
    found = _with(redis_url, data_dir, lambda _, chats: chats.reports())
    if as_json:
        print_json(found)
        return
    for report in found:
        where = f"{report.table}/{report.room}/{report.number}"
        console().print(f"{report.id}  {where}  reported {_day(report.at)} by {report.by}")
        for line in report.lines:
            sign = ">" if line.number == report.number else " "
            text = f"({line.gone})" if line.gone else line.text or f"[{line.phrase}]"
            console().print(f"  {sign} {line.person}: {text}", markup=False)


@app.command("log")
def log(*, data_dir: DataDirOption = DATA_DIR, redis_url: RedisOption = None, as_json: JsonFlag = False) -> None:
    """What moderators did, the newest first."""
    found = _with(redis_url, data_dir, lambda moderation, _: moderation.log())
    if as_json:
        print_json(found)
        return
    for act in found:
        console().print(f"{_day(act.at)}  {act.by or 'command line'}: {_line(act)}", markup=False)


def _line(act: Act) -> str:
    end = f" until {_day(act.until)}" if act.until else ""
    return f"{act.kind} {act.target}{end}{f': {act.why}' if act.why else ''}"


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
