"""The acts of moderators. Each is a line in the append-only log of moderation."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

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
"""Acts that change who may moderate."""

TIMED: Final = frozenset({"mute", "ban", "ban_network"})
"""Acts that may have an end; without one they hold until they are revoked."""

LONGEST_WHY: Final = 200

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LINE: Final = re.compile(r"[A-Za-z0-9_-]{4,40}/(players|spectators)/[0-9]{1,15}")
_REPORT: Final = re.compile(r"[0-9]{1,16}-[0-9]{1,6}")


class BadAct(ValueError):
    """The act is not possible: a code for programs and a sentence that says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Act(Struct, frozen=True, omit_defaults=True):
    """An act: what was done to whom, by whom and why; ``at`` and ``until`` in milliseconds since 1970.

    ``target`` is a table, a person, a network (``203.0.113.0/24``), a message (``table/room/number``) or a report; for
    ``ban_network`` it is the person whose networks are banned, which are shown to nobody. ``by`` is a person, or empty
    for the command line.
    """

    kind: Kind
    target: str
    by: str = ""
    why: str = ""
    until: int = 0
    at: int = 0


LAST_MS: Final = 253_402_300_799_999
"""The end of the year 9999, the limit of most calendars."""


class Wanted(Struct, forbid_unknown_fields=True):
    """An act that a moderator requests; ``until`` in milliseconds since 1970, 0: until revoked."""

    kind: Kind
    target: str
    why: str = ""
    until: Annotated[int, Meta(ge=0, le=LAST_MS)] = 0


def checked(act: Act) -> Act:
    """Validate an act. Returns it with its target in stored form. Raises :class:`BadAct`."""
    if len(act.why) > LONGEST_WHY or any(ord(sign) < 32 for sign in act.why):
        raise BadAct("bad_reason", f"the reason must be one line of at most {LONGEST_WHY} characters")
    if act.until and act.kind not in TIMED:
        raise BadAct("no_end", f"{act.kind} cannot have a duration")
    target = act.target
    if act.kind in ("ban", "unban") and ("." in target or ":" in target):
        try:
            found = network(target)
        except ValueError:
            raise BadAct(
                "bad_network",
                f"invalid network {target[:80]}; expected an address, or a network such as 203.0.113.0/24",
            ) from None
        if act.kind == "ban" and found.prefixlen < WIDEST[found.version]:
            raise BadAct("wide_network", f"{found} is too wide; the widest network allowed is /{WIDEST[found.version]}")
        target = str(found)
    else:
        pattern = {"remove": _LINE, "settle": _REPORT}.get(act.kind, _ID)
        if not pattern.fullmatch(target):
            raise BadAct("bad_target", f"invalid target {target[:80]!r} for {act.kind}")
    return Act(act.kind, target, act.by, act.why, act.until, act.at)
