"""The records of persons: their identity, how they sign in, and where they are invited."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from redis.asyncio import RedisCluster

from partie import limits
from partie.clock import Clock
from partie.cluster.bus import publish
from partie.cluster.messages import OfPersons, Renamed, SignedOut, Uninvited
from partie.config import Settings
from partie.delivery.mailer import Mailer
from partie.limits import LocalLimit, Rate
from partie.people.accounts import Accounts
from partie.people.emails import Emails
from partie.people.errors import BadCode, TooMany
from partie.people.external import ExternalSignIn
from partie.people.games import Games
from partie.people.ids import is_bot
from partie.people.invitations import Invitations
from partie.people.keys import Keys
from partie.people.links import GOOD_SECONDS, Links
from partie.people.oidc import Provider
from partie.people.persons import Persons, clean_name
from partie.people.players import Players
from partie.people.recovery import Recovery
from partie.people.sessions import Session, Sessions
from partie.people.tokens import Bearer, Shown, Tokens, is_bots_session
from partie.redis import store
from partie.redis.connect import Client

_HOUR = 3600.0

CHANGES: Final = Rate(30, 60.0)
"""New names and codes per person and node: a name is announced to everybody, and a code opens a session."""


Erase: TypeAlias = Callable[[Client, str], Awaitable[None]]
"""Deletes what one part of the service stores about a person. Idempotent; errors of Redis pass through."""


class Link(Struct, frozen=True):
    """A code for another device; ``expires`` in milliseconds since 1970."""

    code: str
    expires: int


class Forgotten(Struct, frozen=True):
    """The result of forgetting a person.

    ``rewriting``: Redis has been asked to rewrite its append-only files, which may contain the name until that is done.
    The logs of tables never contained the name and are unchanged.
    """

    person: str
    name_erased: bool
    sessions_ended: int
    rewriting: bool


class People:
    """Persons, sessions, codes and invitations. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through.

    ``erasures`` delete what features store about a person. ``clock`` says when links from emails expire.
    """

    def __init__(
        self, redis: Client, settings: Settings, erasures: Sequence[Erase] = (), clock: Clock | None = None
    ) -> None:
        self._redis = redis
        self._erasures = erasures
        self.keys = Keys(redis, settings.keys_file)
        self._persons = Persons(redis)
        self._sessions = Sessions(redis, self.keys)
        self._links = Links(redis)
        self.players = Players(redis, self.keys.fingerprint, settings.address_factor)
        emails = Emails(redis, self._persons, Clock() if clock is None else clock)
        self.accounts = Accounts(redis, self._persons, self._sessions, self.players, emails, self._publish)
        self.recovery = Recovery(redis, Mailer(settings), self._persons, self.accounts, emails)
        self.provider = Provider(settings)
        self.external = ExternalSignIn(redis, self.provider, self.accounts)
        self.tokens = Tokens(redis, self._persons, self._publish)
        self._invitations = Invitations(redis)
        self.games = Games(redis)
        self._sessions_per_hour = settings.sessions_per_hour
        self._changes = LocalLimit(CHANGES)
        self._commands = LocalLimit(Rate(settings.commands_per_second, 1.0))
        self._bots_commands = LocalLimit(Rate(settings.bot_commands_per_second, 1.0))

    async def start(self) -> None:
        """Generate or read the service's keys."""
        await self.keys.load()

    # --- sessions -------------------------------------------------------------------------------------------------

    async def sign_in(self, name: str, address: str, device: str = "") -> tuple[Session, str]:
        """Create a guest with that name. Returns a session and its cookie.

        ``address`` is the network address of the request, ``device`` names the device to its owner. Raises
        :class:`BadName` or :class:`TooMany`.
        """
        name = clean_name(name)
        await self._limit_address(address)
        person = await self._persons.create(name)
        return await self._begin(person, name, device)

    async def session(self, shown: Shown) -> Session | None:
        """The session of a cookie or a token; None if that is unknown or has ended."""
        (session,) = await self.sessions([shown])
        return session

    async def sessions(self, shown: Sequence[Shown]) -> list[Session | None]:
        """The sessions of many cookies and tokens, in two round trips, and one more if there are bots among them."""
        found = await self._sessions.find(one for one in shown if isinstance(one, str))
        names = await self._persons.names(one[1] for one in found if one is not None)
        people = iter(Session(*one, names[one[1]]) if one is not None and one[1] in names else None for one in found)
        bots = iter(await self.tokens.find(one.token for one in shown if isinstance(one, Bearer)))
        return [next(people if isinstance(one, str) else bots) for one in shown]

    async def seen(self, session: Session) -> None:
        """Extend the lifetime of the session and of its person's record, because the person is here."""
        if is_bot(session.person):
            await self.tokens.used(session.person)
        else:
            await self._sessions.touch(session.id, session.person)
        await self._persons.touch(session.person)

    def cookie(self, session: Session) -> str:
        """The cookie of a session, signed with the current key."""
        return self._sessions.cookie(session.id)

    async def sign_out(self, session: Session) -> None:
        """End the session on all nodes."""
        await self._sessions.end(session.id, session.person)
        await self._publish(SignedOut((session.id,)))

    async def ended(self, sessions: Iterable[str]) -> set[str]:
        """Those of the sessions that have ended: for use after messages may have been missed."""
        asked = list(sessions)
        bots = [session for session in asked if is_bots_session(session)]
        people = await self._sessions.ended(session for session in asked if not is_bots_session(session))
        return people | await self.tokens.ended(bots)

    # --- persons --------------------------------------------------------------------------------------------------

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The present names of persons; unknown persons are left out."""
        return await self._persons.names(persons)

    async def rename(self, session: Session, name: str) -> Session:
        """Rename the person. Returns the session with the new name. Raises :class:`BadName` or :class:`TooMany`."""
        name = clean_name(name)
        self._limit_changes(session.person)
        if await self._persons.rename(session.person, name):
            await self._publish(Renamed(session.person, name))
        return Session(session.id, session.person, name)

    async def forget(self, person: str) -> Forgotten:
        """Delete the person's name and the text of all their chat messages, and end their sessions. Idempotent.

        The same happens to their bots.
        """
        sessions, erased = await self._erase(person)
        # From here on no bots can be added, because the owner's record is gone.
        for bot in await self.tokens.all_of(person):
            await self._erase(bot)
        await self.tokens.forget_list(person)
        return Forgotten(person, erased, sessions, await self._rewrite())

    async def _erase(self, person: str) -> tuple[int, bool]:
        """Returns how many sessions ended, and whether there was a name."""
        if is_bot(person):
            await self.tokens.end(person)
        # Without a session the person can do nothing new, and without a record nothing new is stored: what is left
        # after that is all there is.
        sessions = await self._end_all(person)
        erased = await self.accounts.erase(person)
        sessions += await self._end_all(person)
        await self.games.erase(person)
        for erase in self._erasures:
            await erase(self._redis, person)
        await self._publish(Renamed(person, ""))
        return sessions, erased

    async def rated(self, persons: Iterable[str]) -> set[str]:
        """Those people at a rated table who are rated: the accounts, but nobody if a bot account plays."""
        there = list(persons)
        return set() if any(map(is_bot, there)) else await self._persons.accounts(there)

    # --- other devices --------------------------------------------------------------------------------------------

    async def make_link(self, session: Session) -> Link:
        """A code that gives the same person a session on another device, once.

        Raises :class:`NotProved` or :class:`TooMany`.
        """
        self._limit_changes(session.person)
        await self.accounts.demand_proof(session)
        code = await self._links.create(session.person, await self._sessions.epoch(session.id))
        return Link(code, int(time.time() + GOOD_SECONDS) * 1000)

    async def redeem(
        self, code: str, address: str, before: Session | None = None, device: str = ""
    ) -> tuple[Session, str]:
        """Sign in with a code. Returns the new session and its cookie; the session ``before``, if any, ends.

        Raises :class:`BadCode` or :class:`TooMany`; failed attempts count as well.
        """
        await self._limit_address(address)
        bearer = await self._links.redeem(code)
        name = "" if bearer is None else await self._persons.name(bearer.person)
        if bearer is None or not name:
            raise _bad_code()
        begun = await self._begin(bearer.person, name, device, bearer.epoch)
        if before is not None:
            await self.sign_out(before)
        return begun

    # --- invitations ----------------------------------------------------------------------------------------------

    async def invite(self, table: str) -> str:
        """A token that invites to the table. The caller must have checked that its host is asking."""
        return await self._invitations.create(table)

    async def invited(self, table: str, token: str) -> bool:
        """Whether the token is an invitation to the table."""
        return await self._invitations.check(table, token)

    async def uninvited(self, table: str) -> bool:
        """Whether invitations to the table have been revoked, including those to the previous game."""
        return await self._invitations.revoked(table)

    async def uninvite(self, table: str) -> bool:
        """Revoke all invitations to the table; False if there were none."""
        revoked = await self._invitations.revoke(table)
        await self._publish(Uninvited(table))
        return revoked

    # --- tables and commands --------------------------------------------------------------------------------------

    def table_id(self, person: str, command: str) -> str:
        """The id of the table that a command creates; a repeat gets the same."""
        return self.keys.table_id(person, command)

    def command_allowed(self, person: str) -> bool:
        """Whether the person is within this node's rate limit for commands, counting one more."""
        return (self._bots_commands if is_bot(person) else self._commands).take(person)

    # --- helpers --------------------------------------------------------------------------------------------------

    async def _begin(self, person: str, name: str, device: str, epoch: int = 0) -> tuple[Session, str]:
        id_ = await self._sessions.create(person, epoch, device)
        if id_ is None:
            raise _bad_code()
        session = Session(id_, person, name)
        return session, self.cookie(session)

    async def _end_all(self, person: str) -> int:
        if sessions := await self._sessions.end_all(person):
            await self._publish(SignedOut(tuple(sessions)))
        return len(sessions)

    async def _limit_address(self, address: str) -> None:
        if not self._sessions_per_hour:
            return
        home = limits.network(address)
        await self.players.learn(home)
        rate = self.players.grown(home, Rate(self._sessions_per_hour, _HOUR))
        if wait := await limits.take(self._redis, f"sessions:{home}", rate):
            raise TooMany(f"at most {self._sessions_per_hour} new sessions per hour from one address", wait)

    def _limit_changes(self, person: str) -> None:
        if not self._changes.take(person):
            raise TooMany(f"at most {CHANGES.count} new names and codes per minute", int(CHANGES.interval * 1000))

    async def _publish(self, message: OfPersons) -> None:
        await publish(self._redis, message)

    async def _rewrite(self) -> bool:
        """Ask Redis to rewrite its append-only files; False if it does not allow that."""
        try:
            if isinstance(self._redis, RedisCluster):
                await self._redis.bgrewriteaof(target_nodes=RedisCluster.PRIMARIES)
            else:
                await self._redis.bgrewriteaof()
        except store.UNAVAILABLE:
            return False
        return True


def _bad_code() -> BadCode:
    return BadCode("this code is not good (any more): a code can be used once, within ten minutes")
