"""Accounts: persons who come back by a sign-in name and a password. A guest that becomes one stays the same person."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct

from partie import limits
from partie.cluster.messages import SignedOut
from partie.limits import LocalLimit, Rate
from partie.people.errors import (
    BadCode,
    BadEmail,
    BadPasskey,
    HasAccount,
    LoginTaken,
    NoAccount,
    NotProved,
    PeopleError,
    TooMany,
    WrongPassword,
)
from partie.people.links import RESET_SECONDS, Links
from partie.people.logins import Logins, clean_login, mark, normal
from partie.people.passkeys import Passkeys, Site
from partie.people.passwords import Passwords, check_password
from partie.people.persons import Persons, epoch_of
from partie.people.sessions import Listed, Session, Sessions
from partie.redis.connect import Client

PROOF_SECONDS: Final = 600
"""Seconds after a sign-in in which nothing is asked again for what would hurt in other hands."""

ATTEMPTS: Final = Rate(20, 600.0)
"""Passwords tried from one address, or anew by one person, on all nodes together."""

ATTEMPTS_AT_NAME: Final = Rate(10, 600.0)
"""Passwords tried for one sign-in name from one address."""

ATTEMPTS_AT_NAME_ANYWHERE: Final = Rate(200, 600.0)
"""Passwords tried for one sign-in name from all addresses: so many that nobody is locked out by one stranger."""

ASKED: Final = Rate(120, 600.0)
"""Passkeys asked for at one address: every page on which one may sign in asks as it opens."""

NEW_ACCOUNTS: Final = Rate(20, 600.0)
"""Accounts that are asked for at one address."""

CHANGES: Final = Rate(20, 60.0)
"""Changes of one account at one node."""

LONGEST_EMAIL: Final = 254


class KeptPasskey(Struct, frozen=True):
    """A passkey as its person is shown it; ``made`` in Unix seconds."""

    id: str
    device: str
    made: int


class Account(Struct, frozen=True, rename={"email": "mail"}):
    """What a person's record holds of its account. All but ``person`` and ``name`` is empty for a guest.

    ``since`` in Unix seconds.
    """

    person: str
    name: str
    login: str = ""
    email: str = ""
    since: int = 0
    password: bool = False
    passkeys: tuple[KeptPasskey, ...] = ()


class Accounts:
    """The accounts of persons. Raises redis-py's errors (:data:`store.UNAVAILABLE`) as they come."""

    def __init__(
        self,
        redis: Client,
        persons: Persons,
        sessions: Sessions,
        publish: Callable[[SignedOut], Awaitable[None]],
    ) -> None:
        self._redis = redis
        self._persons = persons
        self._sessions = sessions
        self._publish = publish
        self._logins = Logins(redis, persons)
        self._passwords = Passwords()
        self._passkeys = Passkeys(redis)
        self._resets = Links(redis, "reset", RESET_SECONDS)
        self._changes = LocalLimit(CHANGES)

    async def of(self, person: str) -> Account:
        """The account of a person, or what there is of a guest."""
        record = await self._persons.record(person)
        passkeys = await self._passkeys.of(person) if "login_normal" in record else {}
        return Account(
            person,
            record.get("name", ""),
            record.get("login", ""),
            record.get("mail", ""),
            int(record.get("since", 0)),
            bool(record.get("password")),
            tuple(KeptPasskey(id_, one.device, one.made) for id_, one in sorted(passkeys.items())),
        )

    # --- becoming and coming back ---------------------------------------------------------------------------------

    async def become(
        self, session: Session, login: str, password: str, address: str, email: str = "", device: str = ""
    ) -> tuple[Session, str]:
        """Make a guest an account; a new session of the same person takes the place of the given one.

        Whose sockets stand until :meth:`replaced` is called. Raises :class:`BadLogin`, :class:`BadPassword`,
        :class:`BadEmail`, :class:`LoginTaken`, :class:`HasAccount` or :class:`TooMany`.
        """
        self._limit(session.person)
        login, email = clean_login(login), clean_email(email)
        password = check_password(password, login, session.name)
        await self._may_become(session, login, address)
        hashed = await self._passwords.hash(password)
        return await self._become(session, login, email, device, password=hashed)

    async def offer_account(self, session: Session, login: str, site: Site, address: str) -> dict[str, Any]:
        """What a guest's browser is to make a passkey with, which will be all that the account is known by.

        Raises :class:`BadLogin`, :class:`LoginTaken`, :class:`HasAccount` or :class:`TooMany`.
        """
        self._limit(session.person)
        login = clean_login(login)
        await self._may_become(session, login, address)
        return await self._passkeys.offer(session.person, login, session.name, site)

    async def become_by_passkey(
        self, session: Session, login: str, credential: dict[str, Any], site: Site, email: str = "", device: str = ""
    ) -> tuple[Session, str]:
        """Make a guest an account without a password, by the passkey that its browser made.

        Raises :class:`BadLogin`, :class:`BadPasskey`, :class:`BadEmail`, :class:`LoginTaken`, :class:`HasAccount` or
        :class:`TooMany`.
        """
        self._limit(session.person)
        login, email = clean_login(login), clean_email(email)
        passkey = await self._passkeys.made(session.person, credential, site, device)
        if (await self.of(session.person)).login:
            raise HasAccount("one has an account already")
        # Before the record, so that no account is ever without a way in; without one it is gone by itself.
        await self._passkeys.lay_by(session.person, *passkey)
        return await self._become(session, login, email, device)

    async def _may_become(self, session: Session, login: str, address: str) -> None:
        if (await self.of(session.person)).login:
            raise HasAccount("one has an account already")
        await self._limit_all(f"accounts:{limits.network(address)}", NEW_ACCOUNTS)
        if (taken := await self.find(login)) is not None and taken.person != session.person:
            raise LoginTaken("somebody else has this sign-in name")

    async def _become(
        self, session: Session, login: str, email: str, device: str, password: str = ""
    ) -> tuple[Session, str]:
        name = normal(login)
        if not await self._logins.claim(name, session.person):
            raise LoginTaken("somebody else has this sign-in name")
        fields = {"login": login, "password": password, "mail": email, "since": str(int(time.time()))}
        if not await self._persons.settle(
            session.person, name, **{key: value for key, value in fields.items() if value}
        ):
            await self._logins.release(name, session.person)
            raise HasAccount("one has an account already")
        refusal = HasAccount("the account's password was set again meanwhile: sign in with it")
        return await self._replace(session, session.person, session.name, device, 0, refusal)

    async def sign_in(
        self, login: str, password: str, address: str, before: Session | None = None, device: str = ""
    ) -> tuple[Session, str]:
        """A new session of an account, and its cookie. The session ``before`` that it replaces ends.

        Raises :class:`WrongPassword` or :class:`TooMany`. Unknown names take as long as wrong passwords.
        """
        name = normal(login)
        await self._limit_address(address)
        await self._limit_all(f"attempts:login:{mark(name)}:{limits.network(address)}", ATTEMPTS_AT_NAME)
        await self._limit_all(f"attempts:login:{mark(name)}", ATTEMPTS_AT_NAME_ANYWHERE)
        person = await self._logins.find(name)
        record = await self._persons.record(person)
        stored = record.get("password", "") if record.get("login_normal") == name else ""
        refusal = WrongPassword("there is no account of this name and password")
        if not await self._verify(person, stored, password):
            raise refusal
        return await self._replace(before, person, record["name"], device, epoch_of(record), refusal)

    async def replaced(self, session: Session) -> None:
        """Close the sockets of a session that a new one has taken the place of, when its cookie is on its way."""
        await self._publish(SignedOut((session.id,)))

    # --- proofs ---------------------------------------------------------------------------------------------------

    async def prove(self, session: Session, password: str) -> None:
        """Show the password again. Raises :class:`WrongPassword`, :class:`NoAccount` or :class:`TooMany`."""
        record = await self._persons.record(session.person)
        if "login_normal" not in record:
            raise NoAccount("a guest has no password")
        await self._limit_all(f"attempts:person:{session.person}", ATTEMPTS)
        if not await self._verify(session.person, record.get("password", ""), password):
            raise WrongPassword("this is not the password")
        await self._sessions.prove(session.id, epoch_of(record))

    async def proved_until(self, session: Session) -> int:
        """Until when nothing is asked again, in Unix seconds; 0: never shown."""
        at = await self._sessions.proved(session.id)
        return at + PROOF_SECONDS if at else 0

    async def demand_proof(self, session: Session) -> None:
        """Make sure of who it is. A guest has nothing to show. Raises :class:`NotProved`."""
        if (await self.of(session.person)).login and await self.proved_until(session) < time.time():
            raise NotProved("show the password or the passkey again, then ask again")

    # --- passkeys -------------------------------------------------------------------------------------------------

    async def offer_passkey(self, session: Session, site: Site) -> dict[str, Any]:
        """What the account's browser is to make a passkey with. Raises :class:`NotProved` and :class:`NoAccount`."""
        self._limit(session.person)
        await self.demand_proof(session)
        account = await self.of(session.person)
        if not account.login:
            raise NoAccount("a guest has no passkey: make an account first")
        return await self._passkeys.offer(account.person, account.login, account.name, site)

    async def add_passkey(self, session: Session, credential: dict[str, Any], site: Site, device: str = "") -> None:
        """Keep the passkey that was made. Raises :class:`BadPasskey` and :class:`NotProved`."""
        self._limit(session.person)
        await self.demand_proof(session)
        await self._passkeys.add(session.person, credential, site, device)

    async def drop_passkey(self, session: Session, passkey: str) -> bool:
        """Forget a passkey; False if there is none of that id. Raises :class:`NotProved`."""
        self._limit(session.person)
        await self.demand_proof(session)
        return await self._passkeys.drop(session.person, passkey)

    async def ask_passkey(self, address: str, site: Site) -> dict[str, Any]:
        """What a browser is to show a passkey with. Raises :class:`TooMany`."""
        await self._limit_all(f"asked:address:{limits.network(address)}", ASKED)
        return await self._passkeys.ask(site)

    async def sign_in_by_passkey(
        self,
        credential: dict[str, Any],
        site: Site,
        address: str,
        before: Session | None = None,
        device: str = "",
    ) -> tuple[Session, str]:
        """A new session of the passkey's person, or a proof that the present one is its: in both cases a new session.

        Raises :class:`BadPasskey` or :class:`TooMany`.
        """
        await self._limit_address(address)
        person = await self._passkeys.shown(credential, site)
        record = await self._persons.record(person)
        refusal = BadPasskey("this passkey is not known here (any more)")
        if "login" not in record:
            raise refusal
        return await self._replace(before, person, record["name"], device, epoch_of(record), refusal)

    # --- changes --------------------------------------------------------------------------------------------------

    async def change_password(self, session: Session, password: str) -> None:
        """Set another password and end all other sessions. Raises :class:`NotProved` among others."""
        self._limit(session.person)
        await self.demand_proof(session)
        record = await self._persons.record(session.person)
        epoch = await self._set_password(session.person, record, await self._sessions.epoch(session.id), password)
        if not epoch:
            raise NotProved("the password was set elsewhere: show it, then ask again")
        await self._sessions.prove(session.id, epoch)
        await self.end_others(session)

    async def change_email(self, session: Session, email: str) -> None:
        """Set another email address, or none (empty). Raises :class:`BadEmail` and :class:`NotProved` among others."""
        self._limit(session.person)
        email = clean_email(email)
        await self.demand_proof(session)
        changed = False
        while not changed:
            account = await self.of(session.person)
            if not account.login:
                raise NoAccount("a guest leaves no address")
            changed = await self._persons.change(session.person, "mail", account.email, email)

    # --- a forgotten password -------------------------------------------------------------------------------------

    async def find(self, login: str) -> Account | None:
        """The account of a sign-in name."""
        name = normal(login)
        person = await self._logins.find(name)
        record = await self._persons.record(person)
        return await self.of(person) if record.get("login_normal") == name else None

    async def make_reset(self, person: str) -> str:
        """A code with which a new password can be set once, within a day. Only an operator may ask.

        It is good until the password is set, by this code or otherwise.
        """
        return await self._resets.create(person, await self._persons.epoch(person))

    async def reset(self, code: str, password: str, address: str, device: str = "") -> tuple[Session, str]:
        """Set a new password with an operator's code, end all sessions and begin one.

        Raises :class:`BadCode`, :class:`BadPassword` or :class:`TooMany`.
        """
        await self._limit_address(address)
        check_password(password)
        refusal = BadCode("this code is not good (any more): a code can be used once, within a day")
        bearer = await self._resets.peek(code)
        record = {} if bearer is None else await self._persons.record(bearer.person)
        if bearer is None or "login" not in record or epoch_of(record) != bearer.epoch:
            raise refusal
        # The new epoch uses the code up, and whatever fails before leaves it good.
        epoch = await self._set_password(bearer.person, record, bearer.epoch, password)
        if not epoch:
            raise refusal
        await self._end(bearer.person, await self._sessions.of(bearer.person))
        await self._resets.redeem(code)
        return await self._begin(bearer.person, record["name"], device, epoch, refusal)

    # --- sessions -------------------------------------------------------------------------------------------------

    async def sessions(self, person: str) -> list[Listed]:
        """The sessions of a person."""
        return await self._sessions.listed(person)

    async def end(self, session: Session, handle: str) -> bool:
        """End one session of the person, of which only the handle is known; False if there is none."""
        found = [one.id for one in await self._sessions.listed(session.person) if one.handle == handle]
        await self._end(session.person, found)
        return bool(found)

    async def end_others(self, session: Session) -> int:
        """End all other sessions of the person, and say how many."""
        others = [one for one in await self._sessions.of(session.person) if one != session.id]
        await self._end(session.person, others)
        return len(others)

    # --- erasure --------------------------------------------------------------------------------------------------

    async def erase(self, person: str) -> bool:
        """Give the sign-in name back and erase the record and the passkeys; False if there was no record.

        The record goes after the name, so that whoever repeats this finds what is left, and before the passkeys, so
        that none comes after them.
        """
        record = await self._persons.record(person)
        if "login_normal" in record:
            await self._logins.release(record["login_normal"], person)
        erased = await self._persons.erase(person)
        await self._passkeys.erase(person)
        return erased

    # --- inside ---------------------------------------------------------------------------------------------------

    async def _verify(self, person: str, stored: str, password: str) -> bool:
        if not await self._passwords.verify(stored, password):
            return False
        if self._passwords.outdated(stored):
            await self._persons.change(person, "password", stored, await self._passwords.hash(password))
        return True

    async def _set_password(self, person: str, record: dict[str, str], epoch: int, password: str) -> int:
        """Set the password of a record in an epoch and return the new one; 0 if the epoch is past."""
        if "login_normal" not in record:
            raise NoAccount("a guest has no password: make an account first")
        plain = check_password(password, record["login"], record.get("name", ""))
        return await self._persons.set_password(person, epoch, await self._passwords.hash(plain))

    async def _begin(
        self, person: str, name: str, device: str, epoch: int, refusal: PeopleError
    ) -> tuple[Session, str]:
        """A new session, proved. Raises the refusal if the password was set since the epoch was read."""
        id_ = await self._sessions.create(person, epoch, device, proved=True)
        if id_ is None:
            raise refusal
        session = Session(id_, person, name)
        return session, self._sessions.cookie(session.id)

    async def _replace(
        self, before: Session | None, person: str, name: str, device: str, epoch: int, refusal: PeopleError
    ) -> tuple[Session, str]:
        begun = await self._begin(person, name, device, epoch, refusal)
        if before is not None:
            await self._sessions.end(before.id, before.person)
        return begun

    async def _end(self, person: str, sessions: list[str]) -> None:
        for one in sessions:
            await self._sessions.end(one, person)
        if sessions:
            await self._publish(SignedOut(tuple(sessions)))

    async def _limit_address(self, address: str) -> None:
        await self._limit_all(f"attempts:address:{limits.network(address)}", ATTEMPTS)

    async def _limit_all(self, name: str, rate: Rate) -> None:
        """Use one of an allowance that all nodes share. Raises :class:`TooMany`."""
        if wait := await limits.take(self._redis, name, rate):
            raise TooMany("too much was tried here or for this name", wait)

    def _limit(self, person: str) -> None:
        if not self._changes.take(person):
            raise TooMany(f"at most {CHANGES.count} changes of an account a minute", int(CHANGES.interval * 1000))


def clean_email(email: str) -> str:
    """An email address, or nothing. Raises :class:`BadEmail`."""
    cleaned = email.strip()
    if cleaned and (len(cleaned) > LONGEST_EMAIL or not re.fullmatch(r"[^@\s\x00-\x1f]+@[^@\s\x00-\x1f]+", cleaned)):
        raise BadEmail("this is not an email address")
    return cleaned
