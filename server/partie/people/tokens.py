"""Bot accounts: persons that are programs. Each belongs to an account, or to the operator, and signs in by token.

The id shows that a person is a bot, so seats, logs, records and lists need no extra flag.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from partie.cluster.messages import SignedOut
from partie.people.errors import NoAccount, TooManyBots, UnknownBot
from partie.people.ids import BOT, is_bot
from partie.people.persons import KEPT_SECONDS, Persons, clean_name
from partie.people.records import Bot, NewToken
from partie.people.sessions import Session
from partie.redis import store
from partie.redis.connect import Client

MOST: Final = 5
"""Maximum number of bots per account. The operator has no limit."""

USE_SECONDS: Final = 3600
"""Seconds to which a token's last use is rounded; a busy bot costs no more writes than one in that time."""

_TOKEN: Final = re.compile(r"partie_(b0t[a-z2-7]{13})_[A-Za-z0-9_-]{43}")


class Bearer(Struct, frozen=True):
    """The credentials of a program: a bot's token."""

    token: str


Shown: TypeAlias = str | Bearer
"""Credentials: the value of the session's cookie, or a token."""


class Tokens:
    """The bots of accounts. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through.

    A token is 256 random bits, of which Redis holds the SHA-256. A slow hash, as for passwords, would add no
    protection, because nobody can guess that many bits, and would let strangers keep the service busy with attempts.
    """

    def __init__(self, redis: Client, persons: Persons, publish: Callable[[SignedOut], Awaitable[None]]) -> None:
        self._redis = redis
        self._persons = persons
        self._publish = publish

    async def find(self, tokens: Iterable[str]) -> list[Session | None]:
        """The session for each token; None if it was revoked or never existed."""
        asked = list(tokens)
        bots = [_bot_of(token) for token in asked]
        pipeline = self._redis.pipeline(transaction=False)
        for bot in bots:
            if bot:
                pipeline.hmget(store.person_key(bot), "token", "name", "owner")
        found = iter(await pipeline.execute() if any(bots) else [])
        sessions: list[Session | None] = []
        for token, bot in zip(asked, bots, strict=True):
            stored, name, owner = map(store.text, next(found)) if bot else ("", "", "")
            hashed = _hashed(token)
            good = bool(stored) and bool(name) and hmac.compare_digest(stored, hashed)
            sessions.append(Session(_session(bot, hashed), bot, name, owner) if good else None)
        return sessions

    async def ended(self, sessions: Sequence[str]) -> set[str]:
        """Those of the bots' sessions whose token has been revoked."""
        pipeline = self._redis.pipeline(transaction=False)
        for session in sessions:
            pipeline.hget(store.person_key(session.partition(":")[0]), "token")
        found = await pipeline.execute() if sessions else []
        return {
            session
            for session, stored in zip(sessions, found, strict=True)
            if session.partition(":")[2] != store.text(stored)
        }

    async def used(self, bot: str) -> None:
        """Note that the bot has used its token, for its owner to see."""
        hour = int(time.time()) // USE_SECONDS * USE_SECONDS
        await store.run(self._redis, _USE, [store.person_key(bot)], hour)

    async def of(self, owner: str) -> list[Bot]:
        """The bots of an account, or of the operator (empty), in order of creation."""
        records = {bot: await self._persons.record(bot) for bot in await self._listed(owner)}
        bots = [
            Bot(
                bot,
                record["name"],
                int(record.get("made", 0)),
                int(record.get("token_made", 0)) if record.get("token") else 0,
                int(record.get("used", 0)),
            )
            for bot, record in records.items()
            if "name" in record
        ]
        return sorted(bots, key=lambda one: (one.made, one.bot))

    async def make(self, owner: str, name: str) -> NewToken:
        """Create a bot for an account, or for the operator (empty). Returns its token.

        Raises :class:`BadName`, :class:`NoAccount` and :class:`TooManyBots`.
        """
        name = clean_name(name)
        now = int(time.time())
        bot = BOT + store.random_id()[len(BOT) :]
        token, hashed = _new_token(bot)
        fields: dict[str, store.Argument] = {"name": name, "made": now, "token": hashed, "token_made": now}
        # The record first: listing the bots, or deleting them all, then finds it.
        await store.keep(self._redis, store.person_key(bot), KEPT_SECONDS, owner=owner, **fields)
        listed = await self._list(owner, bot)
        if listed <= 0:
            await self._persons.erase(bot)
            if listed == 0:
                raise NoAccount("guests cannot have bots; create an account first")
            raise TooManyBots(f"an account can have at most {MOST} bots; delete one first")
        return NewToken(bot, token)

    async def renew(self, owner: str, bot: str) -> NewToken:
        """Replace a bot's token; the old one stops working. Raises :class:`UnknownBot`."""
        token, hashed = _new_token(bot)
        await self._set(owner, bot, hashed)
        return NewToken(bot, token)

    async def revoke(self, owner: str, bot: str) -> None:
        """Revoke the bot's token; the bot stays, with its name and games. Raises :class:`UnknownBot`."""
        await self._set(owner, bot, "")

    async def owned(self, owner: str, bot: str) -> None:
        """Check that the owner has that bot. Raises :class:`UnknownBot`."""
        record = await self._persons.record(bot) if is_bot(bot) else {}
        if record.get("owner", "?") != owner:
            raise UnknownBot("this owner has no such bot, or no longer")

    async def end(self, bot: str) -> None:
        """Revoke a bot's token and remove it from its owner's list, before its record is deleted."""
        record = await self._persons.record(bot)
        if "owner" in record:
            await self._replace(bot, record["owner"], "")
            await self._redis.srem(_list_key(record["owner"]), bot)

    async def all_of(self, owner: str) -> list[str]:
        """The ids of an account's bots, including those without a record."""
        return await self._listed(owner)

    async def forget_list(self, owner: str) -> None:
        """Delete the list of an account's bots, after the account and they are deleted."""
        await self._redis.delete(_list_key(owner))

    async def _set(self, owner: str, bot: str, hashed: str) -> None:
        await self.owned(owner, bot)
        if not await self._replace(bot, owner, hashed):
            raise UnknownBot("this owner has no such bot, or no longer")

    async def _replace(self, bot: str, owner: str, hashed: str) -> bool:
        """Set the hash of the token and end the connections of the old one; False if it is not the owner's bot."""
        before = await store.run(self._redis, _REPLACE, [store.person_key(bot)], owner, hashed, int(time.time()))
        if before:
            await self._publish(SignedOut((_session(bot, store.text(before)),)))
        return before is not None

    async def _list(self, owner: str, bot: str) -> int:
        """Add a bot to its owner's list. Returns 1 if it is there now; 0: no account, -1: too many bots."""
        if not owner:
            await self._redis.sadd(_list_key(owner), bot)
            return 1
        for one in await self._listed(owner):
            if not await self._redis.exists(store.person_key(one)):
                await self._redis.srem(_list_key(owner), one)  # expired after a long absence
        return int(await store.run(self._redis, _LIST, [store.person_key(owner), _list_key(owner)], bot, MOST))

    async def _listed(self, owner: str) -> list[str]:
        return sorted(store.text(bot) for bot in await self._redis.smembers(_list_key(owner)))


def is_bots_session(session: str) -> bool:
    """Whether a session is a bot's, which has no record in Redis."""
    return ":" in session


def _bot_of(token: str) -> str:
    found = _TOKEN.fullmatch(token)
    return "" if found is None else found[1]


def _new_token(bot: str) -> tuple[str, str]:
    token = f"partie_{bot}_{secrets.token_urlsafe(32)}"
    return token, _hashed(token)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _session(bot: str, hashed: str) -> str:
    return f"{bot}:{hashed}"


def _list_key(owner: str) -> str:
    return f"{store.person_key(owner)}:bots" if owner else "partie:operator:bots"


_LIST: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return 0 end
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[2]) then return -1 end
redis.call('SADD', KEYS[2], ARGV[1])
return 1
"""

_REPLACE: Final = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return nil end
local before = redis.call('HGET', KEYS[1], 'token') or ''
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'token_made', ARGV[3])
return before
"""

_USE: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'used', ARGV[1])
"""
