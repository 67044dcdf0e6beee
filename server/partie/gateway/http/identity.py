"""Authentication of HTTP requests."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from partie.gateway.http.errors import Problem
from partie.gateway.http.routing import charge_person
from partie.gateway.origin import shown
from partie.limits import LocalLimit, Rate
from partie.net.proxies import VOUCHED
from partie.people.identities import LONGEST, PROXY, ExternalIdentity
from partie.people.ids import is_bot
from partie.people.people import People
from partie.people.persons import KEPT_SECONDS
from partie.people.sessions import COOKIE, Session
from partie.people.tokens import Bearer


class Identity:
    """Identifies the sender of a request by its cookie or token."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._uses = LocalLimit(Rate(1, 600.0))

    async def session(self, request: Request) -> Session:
        """The session of a request that only people may make, not bots. Raises as :meth:`anybody` does."""
        session = await self._known(request)
        if session is None:
            raise Problem(401, "no_session", "sign in first: POST /api/session with a name")
        if is_bot(session.person):
            raise Problem(403, "not_for_bots", "bots can play and read; only the owner can do this")
        await charge_person(request, session.person)
        return session

    async def anybody(self, request: Request) -> Session | None:
        """The session of a person or bot, who pays for the request; None without one.

        Raises :class:`Problem` for a bad token, and :class:`~partie.people.errors.TooMany`.
        """
        session = await self._known(request)
        if session is not None:
            await charge_person(request, session.person)
        return session

    async def _known(self, request: Request) -> Session | None:
        shows = shown(request)
        session = await self._people.session(shows)
        if isinstance(shows, Bearer):
            if session is None:
                raise Problem(401, "bad_token", "this token is not valid, or no longer")
            if self._uses.take(session.person):
                await self._people.seen(session)
        return session

    def answer(self, request: Request, session: Session, cookie: str, status: int = 200) -> Response:
        """A response with the person's identity, and the cookie, whose lifetime is renewed by each visit."""
        answer = JSONResponse({"person": session.person, "name": session.name}, status)
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return answer


def forget_cookie(request: Request) -> Response:
    """A response that deletes the browser's session cookie."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return answer


def vouched_for(request: Request) -> ExternalIdentity | None:
    """The identity that a trusted proxy vouches for; None without one."""
    subject, name = request.scope.get(VOUCHED, ("", ""))
    if not 0 < len(subject) <= LONGEST:
        return None
    return ExternalIdentity(PROXY, subject, tuple(filter(None, (name, subject))), (subject,))


def address(request: Request) -> str:
    """The network address that a request comes from; empty if there is none."""
    return "" if request.client is None else request.client.host
