"""Login: looking up the session of every newcomer, with a queue so that a rush does not delay moves.

When a node dies, all its people arrive at another one at once. Their sessions are read in batches of two round trips,
and people are admitted one per turn of the event loop, so that moves of those already playing come in between.
"""

from __future__ import annotations

import asyncio
from typing import Final, TypeAlias

import structlog

from partie.fair import FairQueue
from partie.net.admission import NOWHERE, Admission
from partie.people.people import People
from partie.people.sessions import Session
from partie.people.tokens import Shown
from partie.redis import store
from partie.tasks import Background

SLICE: Final = 32
"""Number of sessions read in one batch."""

MOST_WAITING: Final = 10_000
"""Maximum length of the queue. Newcomers beyond it must retry, like those who wait too long."""

WAIT_SECONDS: Final = 10.0

NOTE_SECONDS: Final = 0.02
"""Seconds between two writes that note a visit; nobody waits for them."""

_Newcomer: TypeAlias = tuple[Shown, str, asyncio.Future[Session | None]]

_log = structlog.get_logger(__name__)


class Crowded(Exception):
    """More people arrive than can be admitted; they should retry, each at a random moment."""


class Login:
    """Admits people to one node."""

    def __init__(self, people: People, admission: Admission, background: Background) -> None:
        self._people = people
        self._admission = admission
        self._background = background
        self._waiting: FairQueue[_Newcomer] = FairQueue()
        self._letting_in = False
        self._came: dict[str, Session] = {}
        self._noting = False

    async def session(self, shown: Shown, address: str = NOWHERE) -> Session | None:
        """The session of a newcomer from an address; None if the cookie or token is unknown or has ended.

        Raises :class:`Crowded`, and one of :data:`store.UNAVAILABLE`.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Crowded
        known: asyncio.Future[Session | None] = asyncio.get_running_loop().create_future()
        self._waiting.push((address,), (shown, address, known))
        if not self._letting_in:
            self._letting_in = True
            self._background.spawn(self._let_in())
        await asyncio.wait([known], timeout=WAIT_SECONDS)
        if not known.done():
            known.cancel()
            raise Crowded
        session = known.result()
        if session is not None:
            self._note(session)
        return session

    async def _let_in(self) -> None:
        try:
            while self._waiting:
                newcomers = [self._waiting.pop()[1] for _ in range(min(SLICE, len(self._waiting)))]
                try:
                    await self._answer([newcomer for newcomer in newcomers if not newcomer[-1].done()])
                except Exception as error:
                    # Whatever it is: those in this batch get the error, and those behind them their turn.
                    for *_, known in newcomers:
                        if not known.done():
                            known.set_exception(error)
        finally:
            self._letting_in = False

    async def _answer(self, newcomers: list[_Newcomer]) -> None:
        sessions = await self._people.sessions([shown for shown, *_ in newcomers])
        for (_, address, known), session in zip(newcomers, sessions, strict=True):
            await self._admission.passed(address)
            if not known.done():
                known.set_result(session)

    def _note(self, session: Session) -> None:
        """Schedule the write that extends the lifetime of the session and of its person's record."""
        if len(self._came) < MOST_WAITING:
            self._came[session.id] = session
        if not self._noting:
            self._noting = True
            self._background.spawn(self._note_all())

    async def _note_all(self) -> None:
        try:
            while self._came:
                session = self._came.pop(next(iter(self._came)))
                try:
                    await self._people.seen(session)
                except store.UNAVAILABLE as error:
                    # Both live for months, and the next visit tries again.
                    _log.warning("redis_unavailable", work="login", error=repr(error))
                    self._came.clear()
                    return
                await asyncio.sleep(NOTE_SECONDS)
        finally:
            self._noting = False
