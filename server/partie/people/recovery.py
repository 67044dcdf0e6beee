"""The way back to an account whose password is forgotten: a link to its confirmed email address.

A request for a link gets the same answer in the same time, whether or not there is such an account: everything that
depends on the account happens after the answer.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from functools import cache
from importlib.resources import files
from typing import Any, Final

import structlog

from partie import limits, tasks
from partie.delivery.mailer import Language, Mailer, plain
from partie.delivery.sending import NotSent
from partie.limits import Rate
from partie.people.accounts import Accounts
from partie.people.emails import Emails, clean_email, confirmed_email, email_mark
from partie.people.errors import BadLink, NoEmail, TooMany
from partie.people.passwords import check_password
from partie.people.persons import Persons
from partie.people.sessions import Session
from partie.redis import store
from partie.redis.connect import Client

CONFIRMATIONS: Final = Rate(5, 3600.0)
"""Confirmation emails per account, and per email address."""

CONFIRMATIONS_FROM: Final = Rate(10, 3600.0)
"""Confirmation emails caused from one network, by any account."""

REQUESTS_FROM: Final = Rate(20, 3600.0)
"""Requests for a reset link from one network."""

RESETS: Final = Rate(5, 3600.0)
"""Reset links per account. Beyond it none is sent, without a word, because that would say that the account exists."""

RESETS_TO: Final = Rate(10, 3600.0)
"""Reset links per email address, for all accounts that have it; this limit is silent, too."""

OPENED: Final = Rate(30, 600.0)
"""Links opened from one network, valid or not."""

MOST_SENDING: Final = 100
"""Maximum number of requests that one node works on. Further ones are dropped, and get the same answer."""

STOP_SECONDS: Final = 5.0
"""Maximum seconds that a stopping node waits for the emails it is sending."""

_log = structlog.get_logger(__name__)


class Recovery:
    """Confirms email addresses and resets passwords by email. Errors of redis-py pass through."""

    def __init__(self, redis: Client, mailer: Mailer, persons: Persons, accounts: Accounts, emails: Emails) -> None:
        self._redis = redis
        self._mailer = mailer
        self._persons = persons
        self._accounts = accounts
        self._emails = emails
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def offered(self) -> bool:
        """Whether the service sends emails."""
        return self._mailer.offered

    def demand_offered(self) -> None:
        """Raise :class:`NoEmail` if the service sends no emails."""
        if not self.offered:
            raise NoEmail("this server does not send emails")

    # --- the address ----------------------------------------------------------------------------------------------

    async def change_email(self, session: Session, email: str, language: Language, address: str) -> None:
        """Set another email address and send the link that confirms it; or remove it (empty).

        The present address gets another link, unless it is confirmed. Raises what :meth:`Accounts.change_email`
        raises, :class:`NoEmail`, :class:`TooMany` and :class:`NotSent`.
        """
        email = clean_email(email)
        account = await self._accounts.of(session.person)
        if email and account.login:
            self.demand_offered()
            await self._accounts.demand_proof(session)
            if account.email == email and account.email_confirmed:
                return
            await self._limit_confirmations(session.person, email, address)
        await self._accounts.change_email(session, email)
        if email:
            await self._send_confirmation(session.person, email, language)

    def confirm_later(self, session: Session, language: Language, address: str) -> None:
        """Send the link that confirms the address of a new account. Nobody waits for it, and a failure is logged."""
        self._spawn(self._confirm_later(session.person, language, address))

    async def confirm(self, token: str, address: str) -> str:
        """Confirm an address by the link sent there, and return it. No session is needed: having it is proof enough.

        Raises :class:`BadLink`, :class:`NoEmail` or :class:`TooMany`.
        """
        self.demand_offered()
        await self._limit(f"opened:{limits.network(address)}", OPENED)
        if not (email := await self._emails.confirm(token)):
            raise BadLink("this link is not valid, or no longer: it works once, within two days")
        return email

    # --- the password ---------------------------------------------------------------------------------------------

    async def request(self, name: str, language: Language, address: str) -> None:
        """Send a reset link to the account with that sign-in name, or to all with that confirmed email address.

        Returns before anything is looked up. Raises :class:`NoEmail` or :class:`TooMany`.
        """
        self.demand_offered()
        await self._limit(f"from:{limits.network(address)}", REQUESTS_FROM)
        if len(self._sending) < MOST_SENDING:
            self._spawn(self._send_resets(name, language))
        else:
            _log.warning("recovery_crowded")

    async def login_of(self, token: str, address: str) -> str:
        """The sign-in name of the account that a reset link is for. The link stays valid.

        Raises :class:`BadLink`, :class:`NoEmail` or :class:`TooMany`.
        """
        self.demand_offered()
        await self._limit(f"opened:{limits.network(address)}", OPENED)
        bearer = await self._emails.reset_of(token)
        if bearer is None or not (login := (await self._accounts.of(bearer.person)).login):
            raise _bad_reset()
        return login

    async def reset(
        self, token: str, password: str, address: str, before: Session | None = None, device: str = ""
    ) -> tuple[Session, str]:
        """Set a new password with a reset link, end all sessions and start one.

        Raises :class:`BadLink`, :class:`BadPassword`, :class:`NoEmail` or :class:`TooMany`.
        """
        self.demand_offered()
        await self._limit(f"opened:{limits.network(address)}", OPENED)
        check_password(password)
        bearer = await self._emails.reset_of(token)
        begun = await self._accounts.replace_password(bearer, password, _bad_reset(), before, device)
        await self._emails.drop_resets(begun[0].person)
        return begun

    async def stop(self) -> None:
        """Wait for the emails being sent, for a while, and cut off the rest."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=STOP_SECONDS)
        await tasks.end(self._sending)

    # --- sending --------------------------------------------------------------------------------------------------

    async def _send_confirmation(self, person: str, email: str, language: Language) -> None:
        texts = words(language)
        link = f"{self._mailer.origin}/account#confirm.{await self._emails.ask(person, email)}"
        text = texts["confirm.text"].format(origin=self._mailer.origin, link=link)
        await self._mailer.deliver(self._mailer.compose(email, texts["confirm.subject"], self._signed(text, language)))

    async def _confirm_later(self, person: str, language: Language, address: str) -> None:
        try:
            email = (await self._accounts.of(person)).email
            await self._limit_confirmations(person, email, address)
            await self._send_confirmation(person, email, language)
        except TooMany:
            _log.warning("recovery_not_sent", why="too_many")
        except NotSent as failed:
            _log.warning("recovery_not_sent", why=failed.why)
        except store.UNAVAILABLE as error:
            _log.warning("redis_unavailable", work="recovery", error=repr(error))

    async def _send_resets(self, name: str, language: Language) -> None:
        try:
            for person in await self._asked_for(name):
                await self._send_reset(person, language)
        except store.UNAVAILABLE as error:
            _log.warning("redis_unavailable", work="recovery", error=repr(error))

    async def _asked_for(self, name: str) -> list[str]:
        """The persons with that sign-in name or email address."""
        account = await self._accounts.find(name)
        by_name = [] if account is None else [account.person]
        return list(dict.fromkeys(by_name + await self._emails.owners(name.strip())))

    async def _send_reset(self, person: str, language: Language) -> None:
        record = await self._persons.record(person)
        email = confirmed_email(record)
        if not email:
            return
        try:
            await self._limit(f"reset:{person}", RESETS)
            await self._limit(f"reset-to:{email_mark(email)}", RESETS_TO)
            texts = words(language)
            link = f"{self._mailer.origin}/account#reset.{await self._emails.make_reset(person, record)}"
            # The name was chosen by somebody who may have been a stranger to this address.
            text = texts["reset.text"].format(origin=self._mailer.origin, link=link, login=plain(record["login"]))
            message = self._mailer.compose(email, texts["reset.subject"], self._signed(text, language))
            await self._mailer.deliver(message)
        except TooMany:
            _log.warning("recovery_not_sent", why="too_many")
        except NotSent as failed:
            # Without the address, which is secret.
            _log.warning("recovery_not_sent", why=failed.why)

    def _signed(self, text: str, language: Language) -> str:
        return f"{text}\n\n-- \n{words(language)['foot'].format(origin=self._mailer.origin)}"

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        tasks.report(task)

    # --- limits ---------------------------------------------------------------------------------------------------

    async def _limit_confirmations(self, person: str, email: str, address: str) -> None:
        await self._limit(f"confirm-from:{limits.network(address)}", CONFIRMATIONS_FROM)
        await self._limit(f"confirm:{person}", CONFIRMATIONS)
        await self._limit(f"confirm-to:{email_mark(email)}", CONFIRMATIONS)

    async def _limit(self, name: str, rate: Rate) -> None:
        """Count one use against a limit that all nodes share. Raises :class:`TooMany`."""
        if wait := await limits.take(self._redis, f"recovery:{name}", rate):
            raise TooMany("too many attempts; try again later", wait)


@cache
def words(language: Language) -> dict[str, str]:
    """The texts of a language."""
    found: dict[str, str] = json.loads(files(__package__).joinpath(f"say.{language}.json").read_text("utf-8"))
    return found


def _bad_reset() -> BadLink:
    return BadLink("this link is not valid, or no longer: it works once, within an hour")
