"""What moderators can do. Each act is a line of the log of moderation, which is only ever added to."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from partie.net.networks import WIDEST, network

Kind: TypeAlias = Literal[
    "close",
    "reopen",
    "mute",
    "unmute",
    "ban",
    "unban",
    "ban_network",
    "unban_network",
    "remove",
    "settle",
    "appoint",
    "own",
    "dismiss",
]
ACTS: Final[tuple[str, ...]] = get_args(Kind)

OWNERS_ONLY: Final = frozenset({"appoint", "own", "dismiss"})
"""Who keeps order is the owner's to say."""

TIMED: Final = frozenset({"mute", "ban", "ban_network"})
"""What ends by itself; without an end it stands until it is taken back."""

LONGEST_WHY: Final = 200

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LINE: Final = re.compile(r"[A-Za-z0-9_-]{4,40}/(players|spectators)/[0-9]{1,15}")
_REPORT: Final = re.compile(r"[0-9]{1,16}-[0-9]{1,6}")


class BadAct(ValueError):
    """The act cannot be done: a code for programs and a sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Act(Struct, frozen=True, omit_defaults=True):
    """What was done to whom, by whom and why; ``at`` and ``until`` in milliseconds since 1970.

    ``target`` is a table, a person, a network (``203.0.113.0/24``), a line (``table/room/number``) or a report; of
    ``ban_network`` it is the person whose networks are kept out, which nobody is told.
    ``by`` is a person, or empty for the command line.
    """

    kind: Kind
    target: str
    by: str = ""
    why: str = ""
    until: int = 0
    at: int = 0


def checked(act: Act) -> Act:
    """The act with its target as it is kept. Raises :class:`BadAct`."""
    if len(act.why) > LONGEST_WHY or any(ord(sign) < 32 for sign in act.why):
        raise BadAct("bad_reason", f"a reason is one line of at most {LONGEST_WHY} characters")
    if act.until and act.kind not in TIMED:
        raise BadAct("no_end", f"{act.kind} has no end")
    target = act.target
    if act.kind in ("ban", "unban") and ("." in target or ":" in target):
        try:
            found = network(target)
        except ValueError:
            raise BadAct("bad_network", f"{target[:80]} is no address and no network like 203.0.113.0/24") from None
        if act.kind == "ban" and found.prefixlen < WIDEST[found.version]:
            raise BadAct("wide_network", f"{found} is too wide: name a network of /{WIDEST[found.version]} or more")
        target = str(found)
    else:
        pattern = {"remove": _LINE, "settle": _REPORT}.get(act.kind, _ID)
        if not pattern.fullmatch(target):
            raise BadAct("bad_target", f"{target[:80]!r} names nothing that {act.kind} could be done to")
    return Act(act.kind, target, act.by, act.why, act.until, act.at)
