"""Login: who comes is let in when its session is known, and a crowd waits here and not before the moves.

A node that dies sends all its people to another one at once. Their sessions are read many in two round trips, and
they are let in one at each turn of the event loop, so that those who play already come to their moves in between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, TypeAlias

import structlog

from partie.net.admission import Admission
from partie.people.people import People
from partie.people.sessions import Session
from partie.people.tokens import Shown
from partie.redis import store
from partie.tasks import Background

SLICE: Final = 32
"""Sessions that are read together."""

MOST_WAITING: Final = 10_000
"""Who comes when so many wait already is told to try again, and so is who waits for too long."""

WAIT_SECONDS: Final = 10.0

NOTE_SECONDS: Final = 0.02
"""Between two notes that somebody has come. Each is a write, and nobody waits for it."""

_Newcomer: TypeAlias = tuple[Shown, asyncio.Future[Session | None]]

_log = structlog.get_logger(__name__)


class Crowded(Exception):
    """More people come than can be let in; they should try again, each at its own moment."""


class Login:
    """Lets people into one node."""

    def __init__(self, people: People, admission: Admission, background: Background) -> None:
        self._people = people
        self._admission = admission
        self._background = background
        self._waiting: deque[_Newcomer] = deque()
        self._letting_in = False
        self._came: dict[str, Session] = {}
        self._noting = False

    async def session(self, shown: Shown) -> Session | None:
        """The session of who has come; None if the cookie or token is not ours or has ended.

        Raises :class:`Crowded`, and one of :data:`store.UNAVAILABLE`.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise Crowded
        known: asyncio.Future[Session | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((shown, known))
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
                newcomers = [self._waiting.popleft() for _ in range(min(SLICE, len(self._waiting)))]
                try:
                    await self._answer([newcomer for newcomer in newcomers if not newcomer[1].done()])
                except Exception as error:
                    # Whatever it is, those who wait raise it, and those behind them come to their turn.
                    for _, known in newcomers:
                        if not known.done():
                            known.set_exception(error)
        finally:
            self._letting_in = False

    async def _answer(self, newcomers: list[_Newcomer]) -> None:
        sessions = await self._people.sessions([shown for shown, _ in newcomers])
        for (_, known), session in zip(newcomers, sessions, strict=True):
            await self._admission.passed()
            if not known.done():
                known.set_result(session)

    def _note(self, session: Session) -> None:
        """Have the session, and the record of its person, kept from now on as long as ever."""
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
                    # They are kept for months, and will come again.
                    _log.warning("redis_unavailable", work="login", error=repr(error))
                    self._came.clear()
                    return
                await asyncio.sleep(NOTE_SECONDS)
        finally:
            self._noting = False
