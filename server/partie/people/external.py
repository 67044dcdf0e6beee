"""Signing in with a provider of identities: what is kept of a sign-in under way, and what becomes of it.

The sign-in belongs to one browser, by a cookie: a link that somebody else began signs nobody in. The provider's answer
is redeemed once, within some minutes, and only for what the person wanted at the start.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from typing import Final, cast

import msgspec
from msgspec import Struct

from partie.people.accounts import PROOF_SECONDS, Accounts
from partie.people.errors import ExternalRefused, NotProved
from partie.people.oidc import Provider, Secrets
from partie.people.records import Purpose
from partie.people.sessions import Session
from partie.redis.connect import Client

PENDING_SECONDS: Final = 600
"""Seconds that somebody may take at the provider."""

_BROWSER: Final = re.compile("[A-Za-z0-9_-]{32}")


class _Pending(Struct, frozen=True):
    """A sign-in under way. ``person`` is who wants it, empty for a new one; ``browser`` is hashed."""

    purpose: Purpose
    person: str
    browser: str
    nonce: str
    verifier: str


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Pending).decode


class Started(Struct, frozen=True):
    """A sign-in that has begun: where it goes on, and the cookie that marks its browser."""

    url: str
    browser: str


class ExternalSignIn:
    """Sign-ins with the provider that the settings name. Errors of redis-py pass through."""

    def __init__(self, redis: Client, provider: Provider, accounts: Accounts) -> None:
        self._redis = redis
        self._provider = provider
        self._accounts = accounts

    @property
    def provider(self) -> str:
        """The provider's name; empty if there is none."""
        return self._provider.name

    async def start(self, purpose: Purpose, session: Session | None, browser: str, address: str) -> Started:
        """Begin a sign-in in a browser, which may have a cookie of an earlier one.

        Raises :class:`NotProved`, :class:`NoProvider`, :class:`ProviderUnreachable` or :class:`TooMany`.
        """
        await self._accounts.limit_external(address)
        if purpose != "sign_in":
            if session is None:
                raise NotProved("sign in first")
            if purpose == "link":
                await self._accounts.demand_proof(session)
        if not _BROWSER.fullmatch(browser):
            browser = secrets.token_urlsafe(24)
        state = secrets.token_urlsafe(32)
        known = Secrets(secrets.token_urlsafe(32), secrets.token_urlsafe(48))
        url = await self._provider.address(state, known, again=purpose == "prove")
        person = "" if session is None else session.person
        pending = _Pending(purpose, person, _hashed(browser), known.nonce, known.verifier)
        await self._redis.set(_key(state), _encode(pending), ex=PENDING_SECONDS)
        return Started(url, browser)

    async def finish(
        self, state: str, code: str, issuer: str, browser: str, session: Session | None, address: str, device: str
    ) -> tuple[Session, str] | None:
        """End a sign-in with the code that the provider gave. Returns the new session and its cookie, if there is one.

        Nothing has changed if it raises :class:`ExternalRefused`, :class:`ExternalClock` or
        :class:`ProviderUnreachable`, among others.
        """
        stored = await self._redis.getdel(_key(state))
        pending = None if stored is None else _decode(cast("bytes", stored))
        if pending is None or not secrets.compare_digest(pending.browser, _hashed(browser)):
            raise ExternalRefused("this sign-in came too late, twice, or from another browser; start again")
        shown = await self._provider.redeem(code, issuer, Secrets(pending.nonce, pending.verifier))
        recent = shown.at > time.time() - PROOF_SECONDS
        if pending.purpose == "sign_in":
            return await self._accounts.sign_in_external(shown.identity, address, session, device, proved=recent)
        if session is None or session.person != pending.person:
            raise ExternalRefused("somebody else is signed in meanwhile; start again")
        if pending.purpose == "link":
            await self._accounts.add_identity(session, shown.identity)
        elif shown.at and not recent:
            # Asked to let people sign in again, the provider did not.
            raise NotProved("the provider has not asked who you are")
        else:
            await self._accounts.prove_external(session, shown.identity)
        return None


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _key(state: str) -> str:
    return f"partie:external:{_hashed(state)}"
