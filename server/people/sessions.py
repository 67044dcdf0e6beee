"""Sessions: a random id with a record in Redis, and a cookie that bears the id and our signature.

The record can be deleted, which no signature alone could undo; the signature keeps invented ids from Redis.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from server import store
from server.people.keys import Keys
from server.people.persons import KEPT_SECONDS
from server.redis.connect import Client

COOKIE: Final = "partie_session"

LONGEST_COOKIE: Final = 256
"""Bytes of a cookie that is looked at; ours has some 80."""


class Session(Struct, frozen=True):
    """Who speaks: a person, by one of possibly several sessions."""

    id: str
    person: str
    name: str


class Sessions:
    """The records of sessions, and for each person the set of those it has."""

    def __init__(self, redis: Client, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def create(self, person: str) -> str:
        """A new session of a person."""
        session = secrets.token_urlsafe(24)
        # The set first: a session that is in no set could not be ended with the others.
        await self._redis.sadd(_of_person(person), session)
        await self._redis.expire(_of_person(person), KEPT_SECONDS)
        await store.keep(self._redis, _key(session), KEPT_SECONDS, person=person, made=int(time.time()))
        return session

    def cookie(self, session: str) -> str:
        """The cookie's value."""
        return self._keys.sign(session)

    async def find(self, cookie: str) -> tuple[str, str] | None:
        """The session and its person, if the cookie is ours and the session has not ended."""
        if not cookie or len(cookie) > LONGEST_COOKIE:
            return None
        session = await self._keys.unsign(cookie)
        if session is None:
            return None
        person = store.text(await self._redis.hget(_key(session), "person"))
        return (session, person) if person else None

    async def touch(self, session: str, person: str) -> None:
        """The session is in use: keep it from now on as long as ever."""
        await self._redis.expire(_key(session), KEPT_SECONDS)
        await self._redis.expire(_of_person(person), KEPT_SECONDS)

    async def end(self, session: str, person: str) -> None:
        """End one session."""
        await self._redis.delete(_key(session))
        await self._redis.srem(_of_person(person), session)

    async def of(self, person: str) -> list[str]:
        """All sessions of a person."""
        return sorted(store.text(session) for session in await self._redis.smembers(_of_person(person)))

    async def end_all(self, person: str) -> list[str]:
        """End all sessions of a person, and say which."""
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


def _key(session: str) -> str:
    return f"partie:session:{session}"


def _of_person(person: str) -> str:
    return f"partie:person:{{{person}}}:sessions"
