"""Passkeys: WebAuthn credentials on a person's device, of which we store the public half.

The record and the credentials of a person lie in one slot. A credential names its person by its user handle, so no
index is needed. Challenges are valid once, for some minutes.

The library that checks them is imported when somebody uses a passkey: it would take a tenth of the start of a node.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from typing import Any, Final

import msgspec
from msgspec import Struct

from partie.people.errors import BadPasskey, LastPasskey
from partie.people.persons import identities_key, passkeys_key
from partie.redis import store
from partie.redis.connect import Client

CHALLENGE_SECONDS: Final = 300
KEPT: Final = 10
"""Maximum number of passkeys per person."""

_RP_NAME: Final = "Partie"


class Passkey(Struct, frozen=True):
    """A credential: its public key, its counter, its creation time (Unix seconds), and the device that created it."""

    key: bytes
    count: int
    made: int
    device: str


class Site(Struct, frozen=True):
    """The address under which the page was opened, to which passkeys are bound: just the host, and the whole origin."""

    host: str
    origin: str


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Passkey).decode


class Passkeys:
    """The passkeys of persons."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    async def of(self, person: str) -> dict[str, Passkey]:
        """The passkeys of a person by their ids."""
        found = await store.fields(self._redis, passkeys_key(person))
        return {name: _decode(value) for name, value in found.items()}

    async def offer(self, person: str, login: str, name: str, site: Site) -> dict[str, Any]:
        """The options with which a browser creates a passkey (``PublicKeyCredentialCreationOptionsJSON``)."""
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import structs  # noqa: PLC0415

        known = await self.of(person)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=_RP_NAME,
            user_id=person.encode(),
            user_name=login,
            user_display_name=name,
            challenge=await self._challenge(person),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_bytes(id_)) for id_ in known],
        )
        return _as_json(options)

    async def add(self, person: str, credential: dict[str, Any], site: Site, device: str) -> None:
        """Verify and store a passkey that a browser created. Raises :class:`BadPasskey`."""
        await self.keep(person, *await self.made(person, credential, site, device))

    async def made(self, person: str, credential: dict[str, Any], site: Site, device: str) -> tuple[str, Passkey]:
        """Verify a passkey that a browser created. Returns its id and itself. Raises :class:`BadPasskey`."""
        import webauthn  # noqa: PLC0415

        challenge = await self._met(credential, person)
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except _unfit() as error:
            raise BadPasskey(f"this passkey cannot be used: {error}") from None
        passkey = Passkey(made.credential_public_key, made.sign_count, int(time.time()), device)
        return _text(made.credential_id), passkey

    async def lay_by(self, person: str, name: str, passkey: Passkey) -> None:
        """Store the first passkey of an account about to be created; it expires soon if that is not done."""
        keys = [store.person_key(person), passkeys_key(person)]
        await store.run(self._redis, _LAY_BY, keys, name, _encode(passkey), CHALLENGE_SECONDS)

    async def keep(self, person: str, name: str, passkey: Passkey) -> None:
        """Store a passkey under its id. Raises :class:`BadPasskey` if there are too many, or no account (any more)."""
        keys = [store.person_key(person), passkeys_key(person)]
        if not await store.run(self._redis, _KEEP, keys, name, _encode(passkey), KEPT):
            raise BadPasskey(f"only accounts have passkeys, at most {KEPT}")

    async def ask(self, site: Site) -> dict[str, Any]:
        """The options with which a browser uses any of its passkeys (``PublicKeyCredentialRequestOptionsJSON``)."""
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import structs  # noqa: PLC0415

        options = webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=await self._challenge(""),
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        return _as_json(options)

    async def shown(self, credential: dict[str, Any], site: Site) -> str:
        """Verify a passkey and return its owner. Raises :class:`BadPasskey`."""
        import webauthn  # noqa: PLC0415

        challenge = await self._met(credential, "")
        try:
            person = _bytes(credential["response"]["userHandle"]).decode("ascii")
            passkey = (await self.of(person))[credential["id"]]
            verified = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=passkey.key,
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        except _unfit() as error:
            raise BadPasskey(f"unknown passkey: {type(error).__name__}") from None
        if verified.new_sign_count != passkey.count:
            newer = _encode(msgspec.structs.replace(passkey, count=verified.new_sign_count))
            await store.run(self._redis, _COUNT, [passkeys_key(person)], credential["id"], newer)
        return person

    async def drop(self, person: str, passkey: str) -> bool:
        """Delete a passkey; False if there is none with that id.

        Raises :class:`LastPasskey` if there is no other, no password and no identity elsewhere.
        """
        keys = [store.person_key(person), passkeys_key(person), identities_key(person)]
        dropped = await store.run(self._redis, _DROP, keys, passkey)
        if dropped == _LAST:
            raise LastPasskey("this is the only way to sign in: set a password, or add another passkey, first")
        return bool(dropped)

    async def erase(self, person: str) -> None:
        """Delete all passkeys of a person."""
        await self._redis.delete(passkeys_key(person))

    async def _challenge(self, purpose: str) -> bytes:
        challenge = secrets.token_bytes(32)
        await self._redis.set(f"partie:challenge:{_text(challenge)}", f"for {purpose}", ex=CHALLENGE_SECONDS)
        return challenge

    async def _met(self, credential: dict[str, Any], purpose: str) -> bytes:
        """Use up the challenge that a credential answers, and return it. Raises :class:`BadPasskey`."""
        try:
            challenge = _bytes(json.loads(_bytes(credential["response"]["clientDataJSON"]))["challenge"])
        except _unfit() as error:
            raise BadPasskey(f"invalid WebAuthn response: {type(error).__name__}") from None
        if store.text(await self._redis.getdel(f"partie:challenge:{_text(challenge)}")) != f"for {purpose}":
            raise BadPasskey("the response came too late or twice; start again")
        return challenge


_KEEP: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return 0 end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""

_LAST: Final = -1

_DROP: Final = """
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 0 end
local others = redis.call('HLEN', KEYS[2]) - 1 + redis.call('HLEN', KEYS[3])
if redis.call('HEXISTS', KEYS[1], 'password') == 0 and others == 0 then return -1 end
return redis.call('HDEL', KEYS[2], ARGV[1])
"""

_LAY_BY: Final = """
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 1 then return end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
"""

_COUNT: Final = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
"""


def _unfit() -> tuple[type[Exception], ...]:
    """Errors that a malformed credential may cause: it is JSON from a stranger."""
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    return (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)


def _as_json(options: Any) -> dict[str, Any]:
    import webauthn  # noqa: PLC0415

    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def _bytes(text: str) -> bytes:
    import webauthn  # noqa: PLC0415

    return webauthn.base64url_to_bytes(text)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
