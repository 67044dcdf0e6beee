"""Sessions: a random id with a record in Redis, and a cookie with the id and our signature.

The record makes a session revocable, which a signature alone is not; the signature keeps made-up ids from Redis.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from partie.people.keys import Keys
from partie.people.persons import KEPT_SECONDS
from partie.redis import store
from partie.redis.connect import Client

COOKIE: Final = "partie_session"

_DAY: Final = 24 * 3600

LONGEST_COOKIE: Final = 256
"""Maximum length in bytes of a cookie that is checked at all; ours has some 80."""


class Session(Struct, frozen=True):
    """An authenticated person, by one of possibly several sessions; for a bot also its owner."""

    id: str
    person: str
    name: str
    owner: str = ""


class Listed(Struct, frozen=True):
    """A session as shown to its person. ``handle`` identifies it, ``id`` is secret.

    ``made`` and ``seen`` are in Unix seconds; ``seen`` is known only to the day.
    """

    handle: str
    id: str
    device: str
    made: int
    seen: int


def handle(session: str) -> str:
    """An identifier of a session that cannot be used to sign in."""
    return hashlib.sha256(session.encode()).hexdigest()[:16]


class Sessions:
    """The records of sessions, and for each person the set of their sessions."""

    def __init__(self, redis: Client, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def create(self, person: str, epoch: int, device: str = "", *, proved: bool = False) -> str | None:
        """Create a session for a person. ``proved``: they have just proved their identity by password or passkey.

        Returns None if the person is unknown, or the password was set after ``epoch`` was read. The caller must read
        the epoch before it checks the proof.
        """
        session = secrets.token_urlsafe(24)
        now = int(time.time())
        await store.keep(
            self._redis,
            _key(session),
            KEPT_SECONDS,
            person=person,
            made=now,
            seen=now // _DAY,
            device=device,
            proved=now if proved else 0,
            epoch=epoch,
        )
        # The record first: ending all sessions in between either finds it, or makes its epoch outdated before it is
        # listed.
        keys = [store.person_key(person), _of_person(person)]
        if not await store.run(self._redis, _LIST, keys, epoch, session, KEPT_SECONDS):
            await self._redis.delete(_key(session))
            return None
        return session

    def cookie(self, session: str) -> str:
        """The value of the cookie."""
        return self._keys.sign(session)

    async def find(self, cookies: Iterable[str]) -> list[tuple[str, str] | None]:
        """For each cookie the session and its person; None if the cookie is not ours or the session has ended."""
        sessions = [await self._session(cookie) for cookie in cookies]
        asked = [session for session in sessions if session is not None]
        pipeline = self._redis.pipeline(transaction=False)
        for session in asked:
            pipeline.hget(_key(session), "person")
        found = await pipeline.execute() if asked else []
        persons = dict(zip(asked, map(store.text, found), strict=True))
        return [(one, persons[one]) if one is not None and persons[one] else None for one in sessions]

    async def _session(self, cookie: str) -> str | None:
        return await self._keys.unsign(cookie) if 0 < len(cookie) <= LONGEST_COOKIE else None

    async def touch(self, session: str, person: str) -> None:
        """Extend the lifetime of the session, because it is in use."""
        await store.run(self._redis, _TOUCH, [_key(session)], KEPT_SECONDS, int(time.time()) // _DAY)
        await self._redis.expire(_of_person(person), KEPT_SECONDS)

    async def prove(self, session: str, epoch: int) -> None:
        """Note that the person has just proved their identity, or set the password of an epoch, in this session."""
        await store.run(self._redis, _PROVE, [_key(session)], int(time.time()), epoch)

    async def epoch(self, session: str) -> int:
        """The epoch of the password with which the session began, or which was last proved in it."""
        return int(await self._redis.hget(_key(session), "epoch") or 0)

    async def proved(self, session: str) -> int:
        """The time of the last proof of identity in this session, in Unix seconds; 0: never."""
        return int(await self._redis.hget(_key(session), "proved") or 0)

    async def listed(self, person: str) -> list[Listed]:
        """The sessions of a person, the most recently used first; expired ones are left out."""
        sessions = await self.of(person)
        pipeline = self._redis.pipeline(transaction=False)
        for session in sessions:
            pipeline.hmget(_key(session), "person", "device", "made", "seen")
        found = await pipeline.execute() if sessions else []
        listed = [
            Listed(
                handle(session), session, store.text(device), int(made or 0), int(seen or int(made or 0) // _DAY) * _DAY
            )
            for session, (of, device, made, seen) in zip(sessions, found, strict=True)
            if of
        ]
        return sorted(listed, key=lambda one: (-one.seen, -one.made))

    async def end(self, session: str, person: str) -> None:
        """End one session."""
        await self._redis.delete(_key(session))
        await self._redis.srem(_of_person(person), session)

    async def of(self, person: str) -> list[str]:
        """All sessions of a person."""
        return sorted(store.text(session) for session in await self._redis.smembers(_of_person(person)))

    async def end_all(self, person: str) -> list[str]:
        """End all sessions of a person. Returns them."""
        sessions = await self.of(person)
        for session in sessions:
            await self.end(session, person)
        return sessions

    async def ended(self, sessions: Iterable[str]) -> set[str]:
        """Those of the sessions that have ended."""
        asked = list(sessions)
        pipeline = self._redis.pipeline(transaction=False)
        for session in asked:
            pipeline.exists(_key(session))
        found = await pipeline.execute() if asked else []
        return {session for session, there in zip(asked, found, strict=True) if not there}


_LIST: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if (redis.call('HGET', KEYS[1], 'epoch') or '0') ~= ARGV[1] then return 0 end
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""

_TOUCH: Final = """
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'seen', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[1])
"""

_PROVE: Final = """
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'proved', ARGV[1], 'epoch', ARGV[2]) end
"""


def _key(session: str) -> str:
    return f"partie:session:{session}"


def _of_person(person: str) -> str:
    return f"{store.person_key(person)}:sessions"
