"""Accounts: persons who can sign in by themselves. A guest who creates one stays the same person."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct

from partie import limits
from partie.cluster.messages import SignedOut
from partie.limits import LocalLimit, Rate
from partie.people.emails import Emails, clean_email, confirmed_email
from partie.people.errors import (
    BadCode,
    BadPasskey,
    ExternalRefused,
    HasAccount,
    IdentityTaken,
    LoginTaken,
    NoAccount,
    NotProved,
    OtherIdentity,
    PeopleError,
    TooMany,
    WrongPassword,
)
from partie.people.identities import ExternalIdentity, Identities
from partie.people.links import RESET_SECONDS, Bearer, Links
from partie.people.logins import Logins, clean_login, mark, normal
from partie.people.passkeys import Passkeys, Site
from partie.people.passwords import Passwords, check_password
from partie.people.persons import Persons, epoch_of
from partie.people.players import Players
from partie.people.records import KeptIdentity, KeptPasskey
from partie.people.sessions import Listed, Session, Sessions
from partie.redis.connect import Client

PROOF_SECONDS: Final = 600
"""Seconds after a sign-in during which sensitive actions need no fresh proof of identity."""

ATTEMPTS_FROM: Final = Rate(60, 600.0)
"""Attempts to sign in per address, two classes at once; counted by all nodes together, like all attempts."""

ATTEMPTS: Final = Rate(20, 600.0)
"""Password attempts per person at a new proof."""

ATTEMPTS_AT_NAME: Final = Rate(10, 600.0)
"""Password attempts per sign-in name from one address."""

ATTEMPTS_AT_NAME_ANYWHERE: Final = Rate(200, 600.0)
"""Password attempts per sign-in name from all addresses: high enough that no stranger can lock somebody out."""

ASKED: Final = Rate(200, 600.0)
"""Passkey challenges, and sign-ins begun with a provider, per address: every page with a sign-in form requests a
challenge when it opens."""

NEW_ACCOUNTS: Final = Rate(60, 600.0)
"""Attempts to create an account per address."""

CHANGES: Final = Rate(20, 60.0)
"""Changes per account and node."""


class Account(Struct, frozen=True, rename={"email": "mail", "email_confirmed": "mail_confirmed"}):
    """The account part of a person's record. For a guest, all but ``person`` and ``name`` is empty.

    ``since`` in Unix seconds.
    """

    person: str
    name: str
    login: str = ""
    email: str = ""
    email_confirmed: bool = False
    since: int = 0
    password: bool = False
    passkeys: tuple[KeptPasskey, ...] = ()
    identities: tuple[KeptIdentity, ...] = ()


class Accounts:
    """The accounts of persons. Errors of redis-py (:data:`store.UNAVAILABLE`) pass through."""

    def __init__(
        self,
        redis: Client,
        persons: Persons,
        sessions: Sessions,
        players: Players,
        emails: Emails,
        publish: Callable[[SignedOut], Awaitable[None]],
    ) -> None:
        self._redis = redis
        self._persons = persons
        self._sessions = sessions
        self._emails = emails
        self._players = players
        self._publish = publish
        self._logins = Logins(redis, persons)
        self._passwords = Passwords()
        self._passkeys = Passkeys(redis)
        self._identities = Identities(redis)
        self._resets = Links(redis, "reset", RESET_SECONDS)
        self._changes = LocalLimit(CHANGES)

    async def of(self, person: str) -> Account:
        """The account of a person; for a guest the fields a guest has."""
        record = await self._persons.record(person)
        passkeys = await self._passkeys.of(person) if "login_normal" in record else {}
        identities = await self._identities.of(person) if "login_normal" in record else ()
        return Account(
            person,
            record.get("name", ""),
            record.get("login", ""),
            record.get("mail", ""),
            bool(confirmed_email(record)),
            int(record.get("since", 0)),
            bool(record.get("password")),
            tuple(KeptPasskey(id_, one.device, one.made) for id_, one in sorted(passkeys.items())),
            identities,
        )

    # --- creating and signing in ----------------------------------------------------------------------------------

    async def become(
        self, session: Session, login: str, password: str, address: str, email: str = "", device: str = ""
    ) -> tuple[Session, str]:
        """Turn a guest into an account. A new session of the same person replaces all others.

        The sockets of the old session stay open until :meth:`replaced` is called. Raises :class:`BadLogin`,
        :class:`BadPassword`, :class:`BadEmail`, :class:`LoginTaken`, :class:`HasAccount` or :class:`TooMany`.
        """
        self._limit(session.person)
        login, email = clean_login(login), clean_email(email)
        password = check_password(password, login, session.name)
        await self._may_become(session, login, address)
        hashed = await self._passwords.hash(password)
        return await self._become(session, login, email, device, password=hashed)

    async def offer_account(self, session: Session, login: str, site: Site, address: str) -> dict[str, Any]:
        """The options with which a guest's browser creates a passkey, the only credential of the account to be.

        Raises :class:`BadLogin`, :class:`LoginTaken`, :class:`HasAccount` or :class:`TooMany`.
        """
        self._limit(session.person)
        login = clean_login(login)
        await self._may_become(session, login, address)
        return await self._passkeys.offer(session.person, login, session.name, site)

    async def become_by_passkey(
        self, session: Session, login: str, credential: dict[str, Any], site: Site, email: str = "", device: str = ""
    ) -> tuple[Session, str]:
        """Turn a guest into an account without a password, by the passkey that its browser created.

        Raises :class:`BadLogin`, :class:`BadPasskey`, :class:`BadEmail`, :class:`LoginTaken`, :class:`HasAccount` or
        :class:`TooMany`.
        """
        self._limit(session.person)
        login, email = clean_login(login), clean_email(email)
        passkey = await self._passkeys.made(session.person, credential, site, device)
        if (await self.of(session.person)).login:
            raise HasAccount("one has an account already")
        # Before the record, so that no account is ever without a credential; without a record it expires.
        await self._passkeys.lay_by(session.person, *passkey)
        return await self._become(session, login, email, device)

    async def _may_become(self, session: Session, login: str, address: str) -> None:
        if (await self.of(session.person)).login:
            raise HasAccount("one has an account already")
        await self._limit_address("accounts", address, NEW_ACCOUNTS)
        if (taken := await self.find(login)) is not None and taken.person != session.person:
            raise LoginTaken("somebody else has this sign-in name")

    async def _become(
        self, session: Session, login: str, email: str, device: str, password: str = ""
    ) -> tuple[Session, str]:
        name = normal(login)
        if not await self._logins.claim(name, session.person):
            raise LoginTaken("somebody else has this sign-in name")
        fields = {"login": login, "password": password, "mail": email, "since": str(int(time.time()))}
        epoch = await self._persons.settle(
            session.person, name, **{key: value for key, value in fields.items() if value}
        )
        if not epoch:
            await self._logins.release(name, session.person)
            raise HasAccount("one has an account already")
        refusal = HasAccount("the account's password was set again meanwhile: sign in with it")
        begun = await self._replace(session, session.person, session.name, device, epoch, refusal)
        # Devices that were linked to the guest have proved nothing. The epoch keeps out those who are about to.
        await self.end_others(begun[0])
        return begun

    async def sign_in(
        self, login: str, password: str, address: str, before: Session | None = None, device: str = ""
    ) -> tuple[Session, str]:
        """Sign in to an account. Returns the new session and its cookie; the session ``before``, if any, ends.

        Raises :class:`WrongPassword` or :class:`TooMany`. Unknown names take as long as wrong passwords.
        """
        name = normal(login)
        await self._limit_address("attempts:address", address, ATTEMPTS_FROM)
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
        """Close the sockets of a replaced session, once the cookie of the new one is on its way."""
        await self._publish(SignedOut((session.id,)))

    # --- proofs ---------------------------------------------------------------------------------------------------

    async def prove(self, session: Session, password: str) -> None:
        """Check the password again. Raises :class:`WrongPassword`, :class:`NoAccount` or :class:`TooMany`."""
        record = await self._persons.record(session.person)
        if "login_normal" not in record:
            raise NoAccount("guests have no password")
        await self._limit_all(f"attempts:person:{session.person}", ATTEMPTS)
        if not await self._verify(session.person, record.get("password", ""), password):
            raise WrongPassword("this is not the password")
        await self._sessions.prove(session.id, epoch_of(record))

    async def proved_until(self, session: Session) -> int:
        """The time until which the proof of identity holds, in Unix seconds; 0: no proof yet."""
        at = await self._sessions.proved(session.id)
        return at + PROOF_SECONDS if at else 0

    async def demand_proof(self, session: Session) -> None:
        """Require a recent proof of identity, except from guests, who have none. Raises :class:`NotProved`."""
        if (await self.of(session.person)).login and await self.proved_until(session) < time.time():
            raise NotProved("confirm with your password or passkey, then try again")

    # --- passkeys -------------------------------------------------------------------------------------------------

    async def offer_passkey(self, session: Session, site: Site) -> dict[str, Any]:
        """The options with which a browser creates a passkey. Raises :class:`NotProved` and :class:`NoAccount`."""
        self._limit(session.person)
        await self.demand_proof(session)
        account = await self.of(session.person)
        if not account.login:
            raise NoAccount("guests have no passkeys; create an account first")
        return await self._passkeys.offer(account.person, account.login, account.name, site)

    async def add_passkey(self, session: Session, credential: dict[str, Any], site: Site, device: str = "") -> None:
        """Add the passkey that a browser created. Raises :class:`BadPasskey` and :class:`NotProved`."""
        self._limit(session.person)
        await self.demand_proof(session)
        await self._passkeys.add(session.person, credential, site, device)

    async def drop_passkey(self, session: Session, passkey: str) -> bool:
        """Delete a passkey; False if there is none with that id. Raises :class:`NotProved`."""
        self._limit(session.person)
        await self.demand_proof(session)
        return await self._passkeys.drop(session.person, passkey)

    async def ask_passkey(self, address: str, site: Site) -> dict[str, Any]:
        """The options with which a browser authenticates with a passkey. Raises :class:`TooMany`."""
        await self._limit_address("asked:address", address, ASKED)
        return await self._passkeys.ask(site)

    async def sign_in_by_passkey(
        self,
        credential: dict[str, Any],
        site: Site,
        address: str,
        before: Session | None = None,
        device: str = "",
    ) -> tuple[Session, str]:
        """Sign in as the passkey's owner, or prove that the present session is theirs: both give a new session.

        Raises :class:`BadPasskey` or :class:`TooMany`.
        """
        await self._limit_address("attempts:address", address, ATTEMPTS_FROM)
        person = await self._passkeys.shown(credential, site)
        record = await self._persons.record(person)
        refusal = BadPasskey("this passkey is not known here (any more)")
        if "login" not in record:
            raise refusal
        return await self._replace(before, person, record["name"], device, epoch_of(record), refusal)

    # --- identities elsewhere -------------------------------------------------------------------------------------

    async def limit_external(self, address: str) -> None:
        """Count one sign-in with a provider that begins. Raises :class:`TooMany`."""
        await self._limit_address("asked:address", address, ASKED)

    async def sign_in_external(
        self, identity: ExternalIdentity, address: str, before: Session | None = None, device: str = "", *, proved: bool
    ) -> tuple[Session, str]:
        """Sign in with an identity elsewhere, for which the caller vouches. An unknown one gets an account.

        A guest becomes that account, and stays the same person. ``proved``: the person has just shown the provider who
        they are. Raises :class:`ExternalRefused` or :class:`TooMany`.
        """
        await self._limit_address("attempts:address", address, ATTEMPTS_FROM)
        person = await self._identities.find(identity) or await self._join(identity, address, before)
        record = await self._persons.record(person)
        refusal = ExternalRefused("the account of this identity has changed meanwhile; start again")
        if not record:
            raise refusal
        new = "login_normal" not in record
        epoch = await self._name_account(person, record["name"], identity) if new else epoch_of(record)
        begun = await self._replace(before, person, record["name"], device, epoch, refusal, proved=proved)
        if new:
            await self.end_others(begun[0])
        return begun

    async def _join(self, identity: ExternalIdentity, address: str, before: Session | None) -> str:
        """Give an identity to the guest of a session, else to a new one. Returns the person who has it."""
        await self._limit_address("accounts", address, NEW_ACCOUNTS)
        if before is not None and not (await self.of(before.person)).login:
            return await self._identities.add(before.person, identity)
        person = await self._persons.create(identity.name())
        holder = await self._identities.add(person, identity)
        if holder != person:
            # Another request with the same identity was quicker.
            await self._persons.erase(person)
        return holder

    async def _name_account(self, person: str, name: str, identity: ExternalIdentity) -> int:
        """Turn the guest who has an identity into an account, with a free sign-in name. Returns the epoch."""
        for login in identity.free_logins(name):
            claimed = normal(login)
            if await self._logins.claim(claimed, person):
                epoch = await self._persons.settle(person, claimed, login=login, since=str(int(time.time())))
                if not epoch:
                    # Another request has done it, or the person has been deleted.
                    await self._logins.release(claimed, person)
                    return await self._persons.epoch(person)
                return epoch
        raise LoginTaken("somebody else has each sign-in name that this identity could have")

    async def prove_external(self, session: Session, identity: ExternalIdentity) -> None:
        """Note that the person has just shown who they are elsewhere. Raises :class:`OtherIdentity`."""
        epoch = await self._persons.epoch(session.person)
        if await self._identities.find(identity) != session.person:
            raise OtherIdentity("this is not an identity of this account")
        await self._sessions.prove(session.id, epoch)

    async def is_of(self, session: Session, identity: ExternalIdentity) -> bool:
        """Whether the session is that of the person with an identity."""
        return await self._identities.find(identity) == session.person

    async def add_identity(self, session: Session, identity: ExternalIdentity) -> None:
        """Let an account sign in with an identity too.

        Raises :class:`NotProved`, :class:`NoAccount`, :class:`IdentityTaken` or :class:`TooMany`.
        """
        self._limit(session.person)
        await self.demand_proof(session)
        if not (await self.of(session.person)).login:
            raise NoAccount("guests have no identities elsewhere; create an account first")
        if await self._identities.add(session.person, identity) != session.person:
            raise IdentityTaken("this identity belongs to another account, or this one has too many")

    async def drop_identity(self, session: Session, identity: str) -> bool:
        """Delete an identity by its id; False if there is none. Raises :class:`NotProved`, :class:`LastPasskey`."""
        self._limit(session.person)
        await self.demand_proof(session)
        return await self._identities.drop(session.person, identity)

    # --- changes --------------------------------------------------------------------------------------------------

    async def change_password(self, session: Session, password: str) -> None:
        """Set another password and end all other sessions. Raises :class:`NotProved` among others."""
        self._limit(session.person)
        await self.demand_proof(session)
        record = await self._persons.record(session.person)
        epoch = await self._set_password(session.person, record, await self._sessions.epoch(session.id), password)
        if not epoch:
            raise NotProved("the password was changed elsewhere; confirm with it, then try again")
        await self._sessions.prove(session.id, epoch)
        await self.end_others(session)

    async def change_email(self, session: Session, email: str) -> None:
        """Set another email address, or none (empty). It counts for nothing until it is confirmed.

        Raises :class:`BadEmail` and :class:`NotProved` among others.
        """
        self._limit(session.person)
        email = clean_email(email)
        await self.demand_proof(session)
        if not await self._emails.set(session.person, email):
            raise NoAccount("guests have no email address; create an account first")

    # --- a forgotten password -------------------------------------------------------------------------------------

    async def find(self, login: str) -> Account | None:
        """The account with a sign-in name; None if there is none."""
        name = normal(login)
        person = await self._logins.find(name)
        record = await self._persons.record(person)
        return await self.of(person) if record.get("login_normal") == name else None

    async def make_reset(self, person: str) -> str:
        """A code that sets a new password, once and within a day. Only an operator may create one.

        It expires early if the password is set, with this code or otherwise.
        """
        return await self._resets.create(person, await self._persons.epoch(person))

    async def reset(self, code: str, password: str, address: str, device: str = "") -> tuple[Session, str]:
        """Set a new password with an operator's code, end all sessions and start one.

        Raises :class:`BadCode`, :class:`BadPassword` or :class:`TooMany`.
        """
        await self._limit_address("attempts:address", address, ATTEMPTS_FROM)
        check_password(password)
        refusal = BadCode("this code is not good (any more): a code can be used once, within a day")
        begun = await self.replace_password(await self._resets.peek(code), password, refusal, None, device)
        await self._resets.redeem(code)
        return begun

    async def replace_password(
        self, bearer: Bearer | None, password: str, refusal: PeopleError, before: Session | None, device: str
    ) -> tuple[Session, str]:
        """Set the password of the bearer of a code or link, end all sessions and start one.

        The new epoch invalidates all codes and links; an error before that leaves them valid. Raises ``refusal`` if
        they are invalid already, and :class:`BadPassword`. The session ``before``, if any, ends too.
        """
        record = {} if bearer is None else await self._persons.record(bearer.person)
        if bearer is None or "login" not in record or epoch_of(record) != bearer.epoch:
            raise refusal
        epoch = await self._set_password(bearer.person, record, bearer.epoch, password)
        if not epoch:
            raise refusal
        await self._end(bearer.person, await self._sessions.of(bearer.person))
        return await self._replace(before, bearer.person, record["name"], device, epoch, refusal)

    # --- sessions -------------------------------------------------------------------------------------------------

    async def sessions(self, person: str) -> list[Listed]:
        """The sessions of a person."""
        return await self._sessions.listed(person)

    async def end(self, session: Session, handle: str) -> bool:
        """End one session of the person, given by its handle; False if there is none."""
        found = [one.id for one in await self._sessions.listed(session.person) if one.handle == handle]
        await self._end(session.person, found)
        return bool(found)

    async def end_others(self, session: Session) -> int:
        """End all other sessions of the person. Returns how many there were."""
        others = [one for one in await self._sessions.of(session.person) if one != session.id]
        await self._end(session.person, others)
        return len(others)

    # --- erasure --------------------------------------------------------------------------------------------------

    async def erase(self, person: str) -> bool:
        """Release the sign-in name, and delete all that the account consists of; False if there was no record.

        The record is deleted after the name and the email address, so that a repeat finds what is left, and before
        passkeys, identities and links, so that none can be added after them.
        """
        record = await self._persons.record(person)
        if "login_normal" in record:
            await self._logins.release(record["login_normal"], person)
        await self._emails.erase(person, record)
        erased = await self._persons.erase(person)
        await self._passkeys.erase(person)
        await self._identities.erase(person)
        # Again, for what a confirmation under way has added.
        await self._emails.erase(person, record)
        return erased

    # --- helpers --------------------------------------------------------------------------------------------------

    async def _verify(self, person: str, stored: str, password: str) -> bool:
        if not await self._passwords.verify(stored, password):
            return False
        if self._passwords.outdated(stored):
            await self._persons.change(person, "password", stored, await self._passwords.hash(password))
        return True

    async def _set_password(self, person: str, record: dict[str, str], epoch: int, password: str) -> int:
        """Set the password of a record in an epoch. Returns the new epoch; 0 if the given one is outdated."""
        if "login_normal" not in record:
            raise NoAccount("guests have no password; create an account first")
        plain = check_password(password, record["login"], record.get("name", ""))
        return await self._persons.set_password(person, epoch, await self._passwords.hash(plain))

    async def _begin(
        self, person: str, name: str, device: str, epoch: int, refusal: PeopleError, *, proved: bool
    ) -> tuple[Session, str]:
        """Start a session. Raises ``refusal`` if the password was set after the epoch was read."""
        id_ = await self._sessions.create(person, epoch, device, proved=proved)
        if id_ is None:
            raise refusal
        session = Session(id_, person, name)
        return session, self._sessions.cookie(session.id)

    async def _replace(
        self,
        before: Session | None,
        person: str,
        name: str,
        device: str,
        epoch: int,
        refusal: PeopleError,
        *,
        proved: bool = True,
    ) -> tuple[Session, str]:
        begun = await self._begin(person, name, device, epoch, refusal, proved=proved)
        if before is not None:
            await self._sessions.end(before.id, before.person)
        return begun

    async def _end(self, person: str, sessions: list[str]) -> None:
        for one in sessions:
            await self._sessions.end(one, person)
        if sessions:
            await self._publish(SignedOut(tuple(sessions)))

    async def _limit_address(self, what: str, address: str, rate: Rate) -> None:
        """Count one use from an address, which has more of them the more people play there."""
        home = limits.network(address)
        await self._players.learn(home)
        await self._limit_all(f"{what}:{home}", self._players.grown(home, rate))

    async def _limit_all(self, name: str, rate: Rate) -> None:
        """Count one use against a limit that all nodes share. Raises :class:`TooMany`."""
        if wait := await limits.take(self._redis, name, rate):
            raise TooMany("too many attempts; try again later", wait)

    def _limit(self, person: str) -> None:
        if not self._changes.take(person):
            raise TooMany(
                f"you can change your account at most {CHANGES.count} times per minute", int(CHANGES.interval * 1000)
            )
