"""``partie moderate`` and ``partie moderators``: reports, mutes and bans, moderators, and the log of it all."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from partie.cli._support.lazy import subgroup
from partie.cli._support.options import DATA_DIR, DataDirOption, RedisOption
from partie.cli._support.output import CommandFailed, JsonFlag, console, print_json
from partie.cli._support.reach import Reach, reach
from partie.features.chat.chats import Chats
from partie.features.moderation.acts import Act, BadAct, Kind
from partie.features.moderation.moderation import Moderation

T = TypeVar("T")

app = subgroup("Handle reports; mute, ban and close.")
moderators = subgroup("Appoint moderators and owners.")

Target = Annotated[
    str,
    typer.Argument(help="Id of a person, table, report or message, as reports show it; or a network to ban."),
]
Why = Annotated[str, typer.Option("--why", help="Reason, which the person sees.")]
For = Annotated[str, typer.Option("--for", metavar="30m|12h|7d", help="Duration (default: permanent).")]

_UNITS = {"m": 60, "h": 3600, "d": 86400}


def ends(span: str) -> int:
    """The millisecond at which a duration that begins now is over; 0 for none. Raises :class:`CommandFailed`."""
    if not span:
        return 0
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", span)
    if found is None:
        raise CommandFailed(
            "bad_span", f"invalid --for {span!r}; expected minutes, hours or days such as 30m, 12h or 7d"
        )
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
    """The command of an action that has a target and a reason."""

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
    """The same for an action that can expire."""

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
    (
        "close",
        "Close a table: everyone can read it, but nobody can play or write there.\n\n"
        "Example: partie moderate close 4k7mwq2x9c3hv8tz",
    ),
    ("reopen", "Reopen a closed table.\n\nExample: partie moderate reopen 4k7mwq2x9c3hv8tz"),
    ("unmute", "Unmute a person.\n\nExample: partie moderate unmute 9xq3m7c2w8k4hvtd"),
    ("unban", "Unban a person or a network.\n\nExample: partie moderate unban 203.0.113.0/24"),
    (
        "unban_network",
        "Unban the network that ban-network banned with this person.\n\n"
        "Example: partie moderate unban-network 9xq3m7c2w8k4hvtd",
    ),
    (
        "remove",
        "Delete a chat message (table/room/number).\n\nExample: partie moderate remove 4k7mwq2x9c3hv8tz/players/17",
    ),
    ("settle", "Mark a report as handled.\n\nExample: partie moderate settle r3"),
)
for _kind, _text in _ACTS:
    app.command(_kind.replace("_", "-"))(_act(_kind, _text))
app.command("mute")(
    _timed(
        "mute",
        "Mute a person at every table.\n\nExample: partie moderate mute 9xq3m7c2w8k4hvtd --for 12h --why 'Insults'",
    )
)
app.command("ban")(_timed("ban", "Ban a person or a network.\n\nExample: partie moderate ban 203.0.113.0/24 --for 7d"))
app.command("ban-network")(
    _timed(
        "ban_network",
        "Ban the network that a person is connected from. The address is shown to nobody.\n\n"
        "Example: partie moderate ban-network 9xq3m7c2w8k4hvtd --for 7d",
    )
)
moderators.command("add")(
    _act("appoint", "Make a person a moderator.\n\nExample: partie moderators add 9xq3m7c2w8k4hvtd")
)
moderators.command("own")(
    _act(
        "own",
        "Make a person an owner. Owners can appoint moderators.\n\nExample: partie moderators own 9xq3m7c2w8k4hvtd",
    )
)
moderators.command("remove")(
    _act("dismiss", "Take a person's role away.\n\nExample: partie moderators remove 9xq3m7c2w8k4hvtd")
)


@moderators.command("list")
def listing(*, data_dir: DataDirOption = DATA_DIR, redis_url: RedisOption = None, as_json: JsonFlag = False) -> None:
    """List the moderators and owners.

    Example: partie moderators list
    """

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
    """List the open reports, each with the messages around it.

    Example: partie moderate reports
    """
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
    """List what moderators did, latest first.

    Example: partie moderate log --json
    """
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
