"""Frames from a client that means harm or is broken: honest ones, changed ones, cut ones, and no frames at all.

Whole messages come from pools that are made once, for hypothesis spends most of its time on their members; what is
done to their bytes, and their order, is drawn again each time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from partie.wire import client_in, limits
from partie.wire.codec import BadFrame, command_id, decode
from tests.engines.toys.state import FIELDS, VALUE
from tests.fuzz import values

MARK: Final = "feedfacefeedface"
"""Stands for the mark of the newest event of the attackers' table."""

TABLES: Final = ("the-running-tabl", "an-open-table-of", "a-quiet-table-of")
"""Stand for the ids of three tables: the attackers' running one, their open one, and one that is none of theirs."""

_IDS: Final = [f"command-{number}" for number in range(12)]

_MOVES: Final[list[Any]] = [
    *({"type": "bid", "card": card} for card in VALUE),
    *({"type": "step", "to": place} for place in FIELDS),
    *({"type": kind} for kind in ("gather", "peek", "draw", "done", "fly", "bid")),
    {"type": "bid", "card": "amber-1", "seat": 1},
    ["bid", "amber-1"],
    None,
]

_KNOWN: Final[dict[str, list[Any]]] = {
    "wire": [limits.VERSION, limits.VERSION, 0, 2**53 - 1],
    "table": [*TABLES, TABLES[0], "no-such-table", "----"],
    "id": _IDS,
    "mark": [MARK, "0" * 16],
    "move": _MOVES,
    "game": ["toy", "glenmore", "no_game"],
    "games": [[], ["toy"], ["toy", "no_game"]],
    "nonce": ["0" * 32],
    "colour": ["red", "nocolour"],
    "invitation": ["", "x" * 64],
}

TAGS: Final = ["hello", "lobby", "enter", "exit", "command", "offers", "forecast", "history", "past", "update", "x", 7]


@lru_cache
def honest(count: int) -> list[bytes]:
    """Messages that a client may send, at whatever time."""
    return [_packed(message) for message in values.pool(values.allowed(client_in.Inbound, _KNOWN), count)]


@lru_cache
def changed(count: int) -> list[bytes]:
    """Messages with one member of theirs, or of their deed, gone, added, or of a value that is out of place."""
    return [
        _packed(message) for message in values.pool(values.allowed(client_in.Inbound, _KNOWN).flatmap(_changed), count)
    ]


@st.composite
def _changed(draw: st.DrawFn, message: dict[str, Any]) -> dict[str, Any]:
    inner = message.get("do")
    if inner is not None and draw(st.booleans()):
        return {**message, "do": draw(_changed(inner))}
    name = draw(st.sampled_from([*message, "x"]))
    if draw(st.booleans()):
        return {key: value for key, value in message.items() if key != name}
    wrong = st.sampled_from(TAGS) | values.anything if name in ("t", "type") else values.anything
    return {**message, name: draw(wrong)}


def _packed(value: Any) -> bytes:
    return msgspec.msgpack.encode(value)


def _deep() -> list[bytes]:
    """Nested as deep as a frame can be, and not so deep, in places where anything is let in and where nothing is."""
    found = []
    for depth in (50, 400, 3_000, limits.MAX_FRAME - 200):
        for nest in (b"\x91" * depth + b"\xc0", b"\x81\xa1x" * depth + b"\xc0"):
            found.append(nest)
            for do, member in (
                ({"type": "create", "game": "toy", "seats": 2}, "options"),
                ({"type": "move", "ask": 1}, "move"),
                ({"type": "leave"}, "x"),
            ):
                command = {"t": "command", "id": "deep-deep", "table": TABLES[0]}
                found.append(_with(command, "do", _with(do, member, nest)))
    return [frame for frame in found if len(frame) <= limits.MAX_FRAME]


def _with(message: dict[str, Any], member: str, value: bytes) -> bytes:
    """The message with one member more, whose value is packed already."""
    return bytes([0x80 + len(message) + 1]) + _packed(message)[1:] + _packed(member) + value


DEEP: Final = _deep()

ODD: Final[list[bytes | str]] = [
    b"",
    b"\xc1",  # never used in MessagePack
    b"\xdd\xff\xff\xff\xff",  # four thousand million elements, says the head
    b"\xdf\xff\xff\xff\xff\xa1t",
    b"\xc6\x7f\xff\xff\xff",
    b"\x82\xa1t\xa5hello\xa1t\xa4exit",  # one member twice
    b"\x81\xa1t\xa4exit\x81\xa1t\xa4exit",  # two messages in one frame
    b"\x81\xa1t\xa4\xff\xfe\xfd\xfc",  # no UTF-8
    b"\x81\x01\xa4exit",
    _packed({"t": "command", "id": "x" * 65, "do": {"type": "leave"}}),
    _packed({"t": "command", "id": "ends-with-newline\n", "do": {"type": "leave"}}),
    _packed({"t": "enter", "table": "a" * (limits.MAX_FRAME - 40)}),
    b"\x93" * (limits.MAX_FRAME // 2),
    "a text",
    '{"t": "hello", "wire": 1}',
]


BENDS: Final = ("cut", "flip", "insert", "repeat")
"""What can be done to the bytes of a frame."""


class Sequence(list[bytes | str]):
    """What is sent on one connection; long frames are shown by their beginning."""

    def __repr__(self) -> str:
        return "\n".join(f"{frame[:100]!r}{'...' * (len(frame) > 100)}" for frame in self)


@st.composite
def sequences(draw: st.DrawFn, pool: int) -> Sequence:
    """What one connection sends: as many frames as the limit of rate lets through, less one for a last question."""
    frames = Sequence([_packed({"t": "hello", "wire": limits.VERSION})] if draw(st.integers(0, 9)) else [])
    most = limits.FRAMES_PER_SECOND - 1 - len(frames)
    steps = draw(st.lists(_steps(pool), min_size=most - 6, max_size=most))
    for kind, index, place, extra in steps:
        match kind:
            case "honest":
                frames.append(honest(pool)[index % len(honest(pool))])
            case "changed":
                frames.append(changed(pool)[index % len(changed(pool))])
            case "again" if frames:
                frames.append(frames[place % len(frames)])
            case "odd":
                frames.append(ODD[index % len(ODD)])
            case "deep":
                frames.append(DEEP[index % len(DEEP)])
            case _:
                frames.append(bent(honest(pool)[index % len(honest(pool))], kind, place, extra))
    return frames


@lru_cache
def _steps(pool: int) -> st.SearchStrategy[tuple[str, int, int, bytes]]:
    kinds = ["honest"] * 5 + ["changed"] * 4 + ["again", "odd", "deep", *BENDS]
    return st.tuples(st.sampled_from(kinds), st.integers(0, pool - 1), st.integers(0, 255), st.binary(max_size=4))


def bent(frame: bytes, kind: str, place: int, extra: bytes) -> bytes:
    """The frame with something done to its bytes."""
    if not frame:
        return extra
    at = place % len(frame)
    match kind:
        case "cut":
            return frame[:at]
        case "insert":
            return frame[:at] + extra + frame[at:]
        case "repeat":
            return frame[: at + 1] * 2 + frame[at + 1 :]
    return frame[:at] + bytes([frame[at] ^ (extra[0] if extra else 0x80)]) + frame[at + 1 :]


BREACHES: Final[dict[str, tuple[bytes, int]]] = {
    "a frame that is too large": (b"\x82\xfe" + (limits.MAX_FRAME + 1).to_bytes(2, "big") + bytes(4), 1009),
    "a frame that says it is endless": (b"\x82\xff" + (2**62).to_bytes(8, "big") + bytes(4), 1009),
    "pieces that together are too large": (
        b"\x02\xfe\x20\x01" + bytes(4 + 0x2001) + b"\x80\xfe\x20\x01" + bytes(4 + 0x2001),
        1009,
    ),
    "a frame without a mask": (b"\x82\x01x", 1002),
    "an opcode that is none": (b"\x83\x80" + bytes(4), 1002),
    "a reserved bit": (b"\xc2\x80" + bytes(4), 1002),
    "a piece of no message": (b"\x80\x80" + bytes(4), 1002),
    "a message within a message": (b"\x02\x81" + bytes(4) + b"x\x82\x81" + bytes(4) + b"x", 1002),
    "a ping that is too long": (b"\x89\xfe\x00\x7e" + bytes(4 + 126), 1002),
    "a ping in pieces": (b"\x09\x80" + bytes(4), 1002),
    "a close code that is none": (b"\x88\x82" + bytes(4) + b"\x03\xe7", 1002),
    "half a close code": (b"\x88\x81" + bytes(4) + b"\x03", 1002),
}
"""Bytes that are against the websocket protocol (RFC 6455), and the code the service closes the connection with."""


@dataclass
class Owed:
    """What the service owes for a sequence: problems by code, and for each command id some answers, of any kind."""

    problems: Counter[str] = field(default_factory=Counter)
    welcomes: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    maybe: set[str] = field(default_factory=set)
    """Names of wishes that may be refused, and need not be answered at once: of them nothing is counted."""
    questions: int = 0
    """Those after the last change of what is shown; earlier ones are of a table that is shown no longer."""
    blocks: int = 0
    """Blocks, of which a person may send only so many."""
    lists: bool = False
    """Whether a list of blocked people is owed: one answers all who ask for it meanwhile."""
    shown: bool = False
    """Whether in the end a table was asked for that has to be shown as a whole, or refused."""

    @classmethod
    def of(cls, frames: list[bytes | str]) -> Owed:  # noqa: PLR0912  # one branch a message
        owed = cls()
        greeted = False
        for frame in frames:
            try:
                message = decode(frame) if isinstance(frame, bytes) else None
            except BadFrame as bad:
                owed.problems[bad.code] += 1
                if isinstance(frame, bytes) and (command := command_id(frame)):
                    owed.commands[command] += 1
                continue
            match message:
                case None:
                    owed.problems["malformed"] += 1
                case client_in.Hello(wire=limits.VERSION):
                    greeted = True
                    owed.welcomes += 1
                case client_in.Hello():
                    owed.problems["wire"] += 1
                case _ if not greeted:
                    owed.problems["no_hello"] += 1
                    wish = (
                        client_in.Command
                        | client_in.Say
                        | client_in.Report
                        | client_in.Invite
                        | client_in.Follow
                        | client_in.Search
                        | client_in.Block
                    )
                    if isinstance(message, wish) and message.id is not None:
                        owed.commands[message.id] += 1
                case client_in.GetChat(room=room, before=before) if room is None or before is None:
                    pass  # what is said there is shown as it comes
                case client_in.WatchFriends() | client_in.Decline() | client_in.PageVisibility():
                    pass  # it is reported as it comes
                case client_in.Search(id=command):
                    owed.maybe.add(command)
                case client_in.Command(id=command) | client_in.Say(id=command) | client_in.Report(id=command):
                    owed.commands[command] += 1
                case client_in.Invite(id=command) | client_in.Follow(id=command):
                    owed.commands[command] += 1
                case client_in.Block(id=wanted):
                    owed.lists = True
                    owed.blocks += 1
                    if wanted is not None:
                        owed.commands[wanted] += 1
                case client_in.GetBlocked():
                    owed.lists = True
                case client_in.Enter() | client_in.Exit() | client_in.Lobby():
                    owed.questions = 0
                    owed.shown = isinstance(message, client_in.Enter) and message.seq is None
                case _:
                    owed.questions += 1
        return owed
