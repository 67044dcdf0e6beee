"""The protocol as documents: AsyncAPI 3 for people and tools, TypeScript for the browser client.

Both are generated from the structs in ``client_in`` and ``client_out`` alone, in the order of their declaration, so the
same structs always give the same text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from partie.kit import View
from partie.kit.schema import plain_name, tidy
from partie.kit.typescript import Interfaces, documentation
from partie.kit.values import canonical, view_crc
from partie.table import refusals
from partie.table.show.view_types import TableView
from partie.table.values import Days, Live
from partie.wire import client_out, closing, limits, meanings, states
from partie.wire.client_in import Do, Inbound
from partie.wire.client_out import Outbound

Json: TypeAlias = dict[str, Any]

COOKIE: Final = "partie_session"
"""The cookie of a session. The tests compare it with the one that the service sets."""

PORT: Final = 8000
"""The port of a service that was not told another one. The tests compare it with the settings."""

_ANSWERS = {
    "hello": ("welcome", "problem"),
    "enter": ("update", "gone"),
    "command": ("accepted", "refused", "unsettled"),
    "past": ("past", "no_past"),
    "chat": ("rooms", "chat"),
    "say": ("said", "refused"),
    "report": ("said", "refused"),
    "block": ("blocked", "done", "refused"),
    "blocks": ("blocked",),
    "company": ("invitations", "following"),
    "invite": ("done", "refused"),
    "decline": ("invitations",),
    "follow": ("done", "refused"),
    "seek": ("seeking", "found", "refused"),
}
"""The answers to each message, by tags; a message not listed is answered by the one with its own tag, if any."""

REFINED = {
    ("Move", "move"): "GameMove",
    ("Offer", "move"): "GameMove",
    ("Past", "view"): "View",
    ("Reason", "other"): "GameMove",
    ("Turn", "legal"): "GameMove[]",
    ("Update", "patch"): "Patch",
    ("Update", "view"): "View",
}
"""Members whose Python type is less precise than it could be: views, patches, and the moves of a game."""

GAME_PARTS: Final = {
    ("Move", "move"): "move",
    ("Offer", "move"): "move",
    ("Reason", "other"): "move",
    ("TableFrame", "options"): "options",
    ("TableView", "game"): "view",
    ("Turn", "legal"): "move",
}
"""The members that a game's own schema describes, and the part of it that does."""

PUBLISHED = {"DelaySetting": "Delay"}
"""Structs with another name in the documents than in Python. Clients are written against the published name."""

CODES: dict[str, tuple[str, str, Mapping[str, tuple[str, ...]], Mapping[str, str]]] = {
    "RefusalCode": (
        "Refused",
        "Why a command or another request is refused. A violation of a game's rules has a code of that game and "
        "includes the rule.",
        {**refusals.GROUPS, "other": get_args(client_out.OtherCode)},
        meanings.REFUSAL,
    ),
    "GoneCode": ("Gone", "Why a table cannot be shown.", {"": get_args(client_out.GoneCode)}, meanings.GONE),
    "NoPastCode": ("NoPast", "Why a position is not shown.", {"": get_args(client_out.NoPastCode)}, meanings.NO_PAST),
    "NoReasonCode": (
        "Reason",
        "Why the reason for a bot's move is not shown.",
        {"": get_args(client_out.NoReasonCode)},
        meanings.NO_REASON,
    ),
    "ProblemCode": (
        "Problem",
        "What was wrong with a frame, or with the time at which it arrived.",
        {"": get_args(client_out.ProblemCode)},
        meanings.PROBLEM,
    ),
}
"""The lists of codes in the AsyncAPI document: the struct with the ``code``, a description, the codes, their meanings.

A newer service may have more than a client knows, so the members are strings like any other on the wire.
"""

_PRELUDE = """\
/** What a view is made of: no null, no float, no order in a map. */
export type Value = string | number | boolean | Value[] | View
export interface View {
  [key: string]: Value
}

/** A merge patch (RFC 7396): null removes a member. */
export interface Patch {
  [key: string]: Value | Patch | null
}

/** A move of a game, tagged by its member `type`. */
export interface GameMove {
  type: string
  [field: string]: unknown
}
"""


_CRC_OF: Final[View] = {
    "round": 1,
    "seats": {"1": {"gold": 300}, "0": {"gold": 2, "ready": True}},
    "bag": ["red", ""],
}
"""The example with which a client can try its canonical form."""


def asyncapi(version: str) -> Json:
    """Return the AsyncAPI 3.0 document of the service; ``version`` is the build it describes."""
    sent, heard = get_args(Inbound), get_args(Outbound)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Partie",
            "version": version,
            "x-wire-version": limits.VERSION,
            "license": {"name": "MIT"},
            "description": (
                f"Version {limits.VERSION} of the wire. One binary websocket frame is one message, a MessagePack map "
                "tagged by its member `t`. Members that hold their default may be left out, and the service leaves "
                f"them out. A frame from a client has at most {limits.MAX_FRAME} bytes, and a connection sends at "
                f"most {limits.FRAMES_PER_SECOND} of them per second. The moves, views and offers of a game are "
                "described by its own JSON Schema, which the service has at `/api/games/{game}/schema`."
            ),
        },
        "defaultContentType": "application/msgpack",
        "servers": _servers(),
        "channels": {
            "socket": {
                "address": "/ws",
                "servers": [{"$ref": f"#/servers/{name}"} for name in _servers()],
                "description": (
                    "The websocket of a signed-in person, whose `Origin` must equal `Host`; or of a bot, which sends "
                    "`Authorization: Bearer` with its token and needs no `Origin`. A person whose id begins with "
                    "`b0t` is a bot. A connection without a first message is closed with "
                    f"{closing.TRY_AGAIN} after {limits.HELLO_SECONDS:.0f} seconds."
                ),
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in map(_name, (*sent, *heard))},
                "bindings": {"ws": {"method": "GET"}},
                "x-states": {state.value: words for state, words in states.MEANINGS.items()},
                "x-close-codes": {str(code): words for code, words in closing.MEANINGS.items()},
                "x-limits": _limits(),
                "x-view-crc": _crc(),
            }
        },
        "operations": {
            **{_tag(struct): _operation("receive", struct, heard) for struct in sent},
            **{f"send_{_tag(struct)}": _operation("send", struct, ()) for struct in heard},
        },
        "components": {
            "messages": {
                _name(struct): {
                    "name": _tag(struct),
                    "summary": documentation(struct),
                    "payload": {"$ref": f"#/components/schemas/{_name(struct)}"},
                }
                for struct in (*sent, *heard)
            },
            "schemas": _schemas(),
            "securitySchemes": {
                "session": {
                    "type": "httpApiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "The session of a person, which `POST /api/session` begins.",
                },
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a bot account.",
                },
            },
        },
    }


def _servers() -> Json:
    """Return where a service can be: over TLS for others, without it on the same machine."""
    security = [{"$ref": f"#/components/securitySchemes/{name}"} for name in ("session", "token")]
    return {
        "hosted": {
            "host": "{host}",
            "protocol": "wss",
            "description": "A service that others can reach.",
            "variables": {"host": {"description": "Its name, and its port if that is not 443."}},
            "security": security,
        },
        "local": {
            "host": "localhost:{port}",
            "protocol": "ws",
            "description": "A service on the same machine.",
            "variables": {"port": {"default": str(PORT), "description": "As `partie serve` names it."}},
            "security": security,
        },
    }


def _limits() -> Json:
    """Return what a connection may send, and when to try again what was too much."""
    return {
        "frame-bytes": limits.MAX_FRAME,
        "frames-per-second": limits.FRAMES_PER_SECOND,
        "hello-seconds": limits.HELLO_SECONDS,
        "beat-seconds": limits.BEAT_SECONDS,
        "handshake": {
            "429": {
                "description": "The address has to wait.",
                "retry-after-seconds": limits.ADMISSION_RETRY,
            },
            "503": {
                "description": "This node stops; another one may serve you.",
                "retry-after-seconds": limits.DRAINING_RETRY,
            },
        },
        "description": (
            "A message beyond a limit is not carried out, and answered as `too_fast` or `busy`: wait a second, then "
            "twice as long each time. `moved` names the milliseconds after which to connect again. An HTTP answer 429 "
            "has `Retry-After` in seconds, and `retry_in` in milliseconds."
        ),
    }


def _crc() -> Json:
    """Return how a client can check that it holds the view that the service holds, with an example to try."""
    return {
        "description": (
            "The CRC-32 of zlib over the view in its canonical form: MessagePack, each value in its shortest encoding, "
            "the members of every map sorted by the bytes of their keys. Every update that has one states it for the "
            "view after its patch; if yours differs, enter the table again without a position."
        ),
        "every-events": limits.CRC_EVERY,
        "example": {"view": _CRC_OF, "canonical": canonical(_CRC_OF).hex(), "crc": view_crc(_CRC_OF)},
    }


def _schemas() -> Json:
    """Return the schemas of all structs in both directions by name, and of the lists of codes."""
    _, found = msgspec.json.schema_components(
        [Inbound, Outbound, TableView], ref_template="#/components/schemas/{name}"
    )
    schemas: Json = {_published(name): tidy(schema, _published) for name, schema in found.items()}
    for (struct, field), part in GAME_PARTS.items():
        described = schemas[struct]["properties"][field]
        described["description"] = f"Described by the schema of the table's game, at `/properties/{part}`."
        described["x-game-schema"] = f"/api/games/{{game}}/schema#/properties/{part}"
    for (struct, field), refined in REFINED.items():
        if refined == "View":
            schemas[struct]["properties"][field] = {"$ref": f"#/components/schemas/{TableView.__name__}"}
    for name, (message, words, groups, meaning) in CODES.items():
        listed: Json = {"$ref": f"#/components/schemas/{name}"}
        member = schemas[message]["properties"]["code"]
        if name == "RefusalCode":
            member = {"anyOf": [listed, {"type": "string", "description": "A code of a game."}]}
        elif "default" in member:  # empty if there is nothing to report
            member = {"anyOf": [listed, {"const": member["default"]}], "default": member["default"]}
        else:
            member = listed
        schemas[message]["properties"]["code"] = member
        schemas[name] = _codes(words, groups, meaning)
    return schemas


def _codes(words: str, groups: Mapping[str, tuple[str, ...]], meaning: Mapping[str, str]) -> Json:
    """Return the schema of a list of codes. If there are several groups, each is a schema with a title."""
    lists: list[Json] = [
        {
            **({"title": group} if group else {}),
            "type": "string",
            "enum": list(codes),
            "x-meanings": {code: meaning[code] for code in codes},
        }
        for group, codes in groups.items()
    ]
    return {"description": words, **(lists[0] if len(lists) == 1 else {"anyOf": lists})}


def _operation(action: str, struct: type[Struct], answers: Sequence[type[Struct]]) -> Json:
    channel = "#/channels/socket"
    operation: Json = {
        "action": action,
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{_name(struct)}"}],
    }
    wanted = _ANSWERS.get(_tag(struct), (_tag(struct),))
    if found := [answer for answer in answers if _tag(answer) in wanted]:
        operation["reply"] = {
            "channel": {"$ref": channel},
            "messages": [{"$ref": f"{channel}/messages/{_name(answer)}"} for answer in found],
        }
    return operation


def _tag(struct: type[Struct]) -> str:
    return str(struct.__struct_config__.tag)


def _name(struct: type[Struct]) -> str:
    return struct.__name__


def _published(name: str) -> str:
    """Return the published name of a struct."""
    plain = plain_name(name)
    return PUBLISHED.get(plain, plain)


def typescript() -> str:
    """Return the messages as TypeScript. Members that may be left out are optional; none is ever null."""
    writer = Interfaces(PUBLISHED, REFINED)
    unions = {"Do": Do, "Inbound": Inbound, "Outbound": Outbound}
    for name, union in unions.items():
        writer.alias(name, union)
    writer.add(TableView)
    parts = [
        "// Generated from server/partie/wire by `partie types`. Do not edit.\n",
        *(
            f"/** {words} */\nexport const {name} = {value}\n"
            for name, value, words in (
                ("WIRE_VERSION", limits.VERSION, "Incremented when a message changes its meaning."),
                ("MAX_FRAME", limits.MAX_FRAME, "Bytes of one frame from a client."),
                ("MAX_LINES", limits.MAX_LINES, "History entries sent with an update, or in one page."),
            )
        ),
        _bounds("PACE_BOUNDS", "The lowest and the highest value of every number of a pace.", (Live, Days)),
        _PRELUDE,
        *writer.interfaces(),
        *writer.aliases(),
    ]
    return "\n".join(parts)


def _bounds(name: str, words: str, structs: Sequence[type[Struct]]) -> str:
    """Return the bounds of the numbers in some structs, by their tags: the range that a form may offer."""
    lines = [f"/** {words} */", f"export const {name} = {{"]
    for struct in structs:
        described = types.type_info(struct)
        assert isinstance(described, types.StructType)
        bounded = [
            (field.encode_name, field.type) for field in described.fields if isinstance(field.type, types.IntType)
        ]
        numbers = ", ".join(f"{field}: {{ low: {kind.ge}, high: {kind.le} }}" for field, kind in bounded)
        lines += [f"  {_tag(struct)}: {{ {numbers} }},"]
    return "\n".join([*lines, "} as const\n"])
