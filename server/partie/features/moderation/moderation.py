"""The decisions of moderators in Redis, with a copy on every node, so that checking a request needs no query.

A node that cannot reach Redis goes by its copy. All keys have one hash tag, so that an act, its line in the log and the
:class:`ModerationChanged` published about it are one step.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from itertools import chain
from typing import Final, Literal, TypeAlias, TypeVar, cast

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from partie.cluster.bus import Bus
from partie.cluster.messages import ModerationChanged
from partie.features.chat.chats import Chats
from partie.features.moderation import journal
from partie.features.moderation.acts import OWNERS_ONLY, TIMED, Act, BadAct, Kind, checked
from partie.features.moderation.person_networks import networks_of
from partie.net.networks import Address, Networks
from partie.people.ids import is_bot
from partie.redis import store
from partie.redis.connect import Client
from partie.table.decoding import DECODE_ERRORS
from partie.wire.client_in import Room

T = TypeVar("T")

Role: TypeAlias = Literal["owner", "moderator", ""]

_ACT: Final = store.script(__package__, "act.lua")
_DELETE_ENDED: Final = store.script(__package__, "delete_ended.lua")
_HELD: Final[dict[Kind, str]] = {
    "close": "closed",
    "reopen": "closed",
    "mute": "muted",
    "unmute": "muted",
    "ban": "banned",
    "unban": "banned",
    "ban_network": "networks",
    "unban_network": "networks",
    "appoint": "roles",
    "own": "roles",
    "dismiss": "roles",
}
_ENDS: Final = frozenset({"reopen", "unmute", "unban", "unban_network", "dismiss"})
"""Acts that end a rule."""

_logger = structlog.get_logger()


class Ban(Struct, frozen=True):
    """A ban: its reason, and its end (milliseconds since 1970; 0: permanent)."""

    why: str
    until: int


class Held(Struct, frozen=True):
    """The rules in force: by table, person or network, the act that set it.

    ``networks``: by the person whose networks are banned; the networks themselves are shown to nobody.
    """

    closed: dict[str, Act] = {}
    muted: dict[str, Act] = {}
    banned: dict[str, Act] = {}
    networks: dict[str, Act] = {}
    roles: dict[str, Act] = {}


class _Hidden(Struct, frozen=True):
    """The ban of a person's networks: the act, which may be shown, and the networks, which may not."""

    act: Act
    networks: tuple[str, ...]


class Moderation:
    """The decisions of moderators. ``owner`` is the person named in the configuration, if any.

    :attr:`on_change` is called with the name of what changed (a table, a person or a network), on this or another node;
    with an empty name when anything may have changed. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through.
    """

    def __init__(self, redis: Client, owner: str = "") -> None:
        self.held = Held()
        self.on_change: Callable[[str], None] = lambda _: None
        self._redis = redis
        self._owner = owner
        self.stale = False
        """Whether the rules could not be read when they last changed; :meth:`load` must then be called again."""
        self._networks = Networks[Act]({})
        self._hidden: dict[str, _Hidden] = {}
        self._hidden_networks: list[Networks[Act]] = []
        self._loading = asyncio.Lock()

    def listen(self, bus: Bus, changed: Callable[[str], None]) -> None:
        """Call ``changed`` with the name of what any node has changed; the copy here must then be loaded again."""
        bus.listen(ModerationChanged, lambda message: changed(message.target))
        bus.on_hearing(lambda hearing: changed("") if hearing else None)

    async def load(self, changed: str = "") -> None:
        """Load the rules in force, one load at a time, so that the latest request determines the result."""
        async with self._loading:
            self.stale = True
            # At each load: during an upgrade, nodes of the earlier version still act.
            await journal.move_old(self._redis)
            found = {}
            for name in Held.__struct_fields__:
                values = await store.fields(self._redis, f"partie:{{moderation}}:{name}")
                if name == "networks":
                    self._hidden = _readable(values, _Hidden)
                    found[name] = {target: hidden.act for target, hidden in self._hidden.items()}
                else:
                    found[name] = _readable(values, Act)
            self.held = Held(**found)
            self._networks = Networks(self.held.banned)
            hidden = self._hidden.values()
            self._hidden_networks = [Networks(dict.fromkeys(one.networks, one.act)) for one in hidden]
            self.stale = False
            self.on_change(changed)

    # --- rules in force -----------------------------------------------------------------------------------------------

    def role(self, person: str) -> Role:
        """The role of the person. The person named in the configuration is always an owner."""
        if person and person == self._owner:
            return "owner"
        act = self.held.roles.get(person)
        if act is None:
            return ""
        return "owner" if act.kind == "own" else "moderator"

    def closed(self, table: str) -> Act | None:
        """The act that closed the table, if any: it is then read-only."""
        return self.held.closed.get(table)

    async def is_closed(self, table: str) -> bool:
        """Whether the table is closed at this moment; asks Redis, which knows before all nodes do."""
        return bool(await self._redis.hexists("partie:{moderation}:closed", table))

    def muted(self, person: str) -> Act | None:
        """The act that mutes the person, if any; never an owner."""
        return None if self.role(person) == "owner" else _standing(self.held.muted.get(person))

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        """The ban that applies to a person, to a bot's owner or to an address; None if there is none.

        Owners are never banned, and moderators never by their network.
        """
        role = self.role(person)
        act = None if role == "owner" else _standing(self.held.banned.get(person))
        if act is None and owner:
            act = _standing(self.held.banned.get(owner))
        if act is None and not role and address is not None:
            around = chain.from_iterable(one.around(address) for one in (self._networks, *self._hidden_networks))
            act = next((act for act in around if _standing(act)), None)
        return None if act is None else Ban(act.why, act.until)

    # --- their end ------------------------------------------------------------------------------------------------

    @property
    def any_ended(self) -> bool:
        """Whether a mute or a ban has ended and is still stored."""
        held = self.held
        acts = chain(held.muted.values(), held.banned.values(), held.networks.values())
        return any(_standing(act) is None for act in acts)

    async def delete_ended(self) -> None:
        """Delete the mutes and bans that have ended, and with them the networks they name."""
        keys = [f"partie:{{moderation}}:{name}" for name in ("muted", "banned", "networks")]
        await store.run(self._redis, _DELETE_ENDED, keys)

    # --- acts ---------------------------------------------------------------------------------------------------------

    async def do(self, act: Act) -> Act:
        """Carry out an act and log it. Raises :class:`BadAct`; :meth:`may` says who is allowed to."""
        act = checked(act)
        hash_name = _HELD.get(act.kind)
        held = getattr(self.held, hash_name) if hash_name else {}
        if act.kind in _ENDS and act.target not in held:
            raise BadAct("nothing_to_end", f"nothing to {act.kind} for {act.target}")
        if act.kind in ("appoint", "own") and is_bot(act.target):
            raise BadAct("is_bot", f"{act.target} is a bot, and bots cannot moderate")
        if act.kind in TIMED and self.role(act.target) == "owner":
            raise BadAct("is_owner", f"{act.target} is an owner; take that role away before you {act.kind} the person")
        chats, line = Chats(self._redis), _line(act)
        if line is not None and not await chats.stands(*line):
            raise BadAct("no_such_line", "this message no longer exists")
        if act.kind == "settle" and not await chats.unsettled(act.target):
            raise BadAct("no_such_report", "this report has already been handled")
        seconds, micros = await self._redis.time()
        # The first closing counts, whatever reasons were given later.
        since = held[act.target].at if act.kind == "close" and act.target in held else 0
        act = replace(act, at=since or seconds * 1000 + micros // 1000)
        value = b"" if act.kind in _ENDS else msgspec.json.encode(act)
        if act.kind == "ban_network":
            value = msgspec.json.encode(_Hidden(act, await self._networks_of(act.target)))
        keys = [journal.KEY, f"partie:{{moderation}}:{hash_name}" if hash_name else journal.KEY]
        fields = ("kind", act.kind, "target", act.target, "by", act.by, "why", act.why, "until", act.until)
        await store.run(self._redis, _ACT, keys, act.target, value, ModerationChanged.channel, *fields)
        # Logged before it is done, so that every act that cannot be undone has a known author.
        if line is not None:
            await chats.strike(*line, "moderator")
        elif act.kind == "settle":
            await chats.settle(act.target)
        await self.load(act.target)
        return act

    async def _networks_of(self, person: str) -> tuple[str, ...]:
        """The networks of a connected person, and those of theirs already banned. Raises :class:`BadAct`."""
        found = await networks_of(self._redis, person)
        if not found:
            raise BadAct("not_connected", f"{person} is not connected now, so the network is unknown")
        known = self._hidden.get(person)
        return tuple(sorted({*found, *(() if known is None else known.networks)}))

    def may(self, person: str, kind: Kind, target: str = "") -> bool:
        """Whether the person may do such an act: moderators may not act on owners and moderators."""
        role = self.role(person)
        return role == "owner" or (role == "moderator" and kind not in OWNERS_ONLY and not self.role(target))

    async def log(self, count: int = 100) -> list[Act]:
        """The newest acts, the newest first."""
        found = cast("list[tuple[bytes, dict[bytes, bytes]]]", await self._redis.xrevrange(journal.KEY, count=count))
        acts = []
        for _, raw in found:
            fields = {store.text(key): store.text(value) for key, value in raw.items()}
            with contextlib.suppress(msgspec.ValidationError):  # a kind that only newer nodes know
                acts.append(msgspec.convert(fields, Act, strict=False))
        return acts


def _standing(act: Act | None) -> Act | None:
    return None if act is None or 0 < act.until <= time.time() * 1000 else act


def _line(act: Act) -> tuple[str, Room, int] | None:
    """The message that the act deletes, if any."""
    if act.kind != "remove":
        return None
    table, room, number = act.target.split("/")
    return table, cast("Room", room), int(number)


def _readable(values: dict[str, bytes], kind: type[T]) -> dict[str, T]:
    """The acts in force, without those that this node does not know."""
    found = {}
    for target, value in values.items():
        try:
            found[target] = msgspec.json.decode(value, type=kind)
        except DECODE_ERRORS as error:
            _logger.warning("act_passed_over", error=str(error))
    return found
