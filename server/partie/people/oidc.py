"""An OpenID Connect provider, as the one that the settings name: the authorization code flow with PKCE.

Signatures are checked by joserfc. Answers are read with a limit and a timeout, and not believed before the id token is
verified: its signature, issuer, audience, nonce and times.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

import msgspec
import structlog
from msgspec import Struct

from partie.config import Settings
from partie.people.errors import ExternalClock, ExternalRefused, NoProvider, ProviderUnreachable
from partie.people.identities import LONGEST, ExternalIdentity

if TYPE_CHECKING:
    import aiohttp
    from joserfc.jwk import KeySet
    from joserfc.jwt import Token

SECONDS: Final = 10.0
"""Timeout of a request to the provider."""

MOST: Final = 256 * 1024
"""Maximum size of an answer in bytes."""

FRESH_SECONDS: Final = 3600.0
"""Seconds for which the provider's description and keys are kept."""

RELOAD_SECONDS: Final = 10.0
"""Minimum seconds between two requests for keys, because a token names one that is unknown."""

LEEWAY_SECONDS: Final = 60
"""Seconds by which the provider's clock may differ from this one's."""

RETURN_PATH: Final = "/signed-in"
"""The page to which the provider sends people back."""

_ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519")
"""Signatures by a key pair. None by a shared secret, which a public key could be mistaken for."""

_logger = structlog.get_logger()

_Decoded = TypeVar("_Decoded")


class _Metadata(Struct):
    """What a provider says of itself (OpenID Connect Discovery 1.0)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class _Tokens(Struct):
    id_token: str
    access_token: str = ""


class _Refusal(Struct):
    error: str = ""


class Secrets(NamedTuple):
    """What only this service knows of a sign-in under way, so that no answer to another one fits."""

    nonce: str
    verifier: str


class Shown(NamedTuple):
    """The identity of somebody who signed in; ``at`` is when they did, in Unix seconds, 0 if the provider keeps it."""

    identity: ExternalIdentity
    at: int


class Provider:
    """The provider that the settings name, if any. ``now`` is the time in Unix seconds."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.name = settings.oidc_name if settings.oidc_issuer else ""
        """Its name, as people know it; empty if there is none."""
        self._issuer = settings.oidc_issuer
        self._client = settings.oidc_client_id
        self._secret = settings.oidc_client_secret
        self._return = settings.public_url + RETURN_PATH
        self._now = now
        self._session: aiohttp.ClientSession | None = None
        self._metadata: tuple[float, _Metadata] | None = None
        self._keys: tuple[float, KeySet] | None = None

    async def address(self, state: str, secrets: Secrets, *, again: bool) -> str:
        """The address at which somebody signs in. ``again``: even if the provider knows them already.

        Raises :class:`NoProvider` or :class:`ProviderUnreachable`.
        """
        metadata = await self._described()
        challenge = base64.urlsafe_b64encode(hashlib.sha256(secrets.verifier.encode()).digest()).rstrip(b"=")
        query = {
            "response_type": "code",
            "client_id": self._client,
            "redirect_uri": self._return,
            "scope": "openid profile",
            "state": state,
            "nonce": secrets.nonce,
            "code_challenge": challenge.decode(),
            "code_challenge_method": "S256",
            **({"prompt": "login", "max_age": "0"} if again else {}),
        }
        joint = "&" if "?" in metadata.authorization_endpoint else "?"
        return f"{metadata.authorization_endpoint}{joint}{urlencode(query)}"

    async def redeem(self, code: str, issuer: str, secrets: Secrets) -> Shown:
        """Redeem the code with which the provider sent somebody back. ``issuer`` is what it added, if anything.

        Raises :class:`ProviderUnreachable`, :class:`ExternalRefused` or :class:`ExternalClock`.
        """
        metadata = await self._described()
        if issuer != metadata.issuer and (issuer or metadata.authorization_response_iss_parameter_supported):
            raise self._refused("the answer is from another provider", issuer)
        tokens = await self._tokens(metadata, code, secrets.verifier)
        claims = await self._verified(metadata, tokens.id_token, secrets.nonce)
        if not any(_texts(claims, *_NAMES, *_LOGINS)) and metadata.userinfo_endpoint and tokens.access_token:
            more = await self._user_info(metadata.userinfo_endpoint, tokens.access_token)
            # The answer may be somebody else's, if the access token was (Core 1.0, 5.3.2).
            if more.get("sub") == claims["sub"]:
                claims = {**more, **claims}
        at = claims.get("auth_time", 0)
        identity = ExternalIdentity(metadata.issuer, claims["sub"], _texts(claims, *_NAMES), _texts(claims, *_LOGINS))
        return Shown(identity, int(at) if isinstance(at, (int, float)) else 0)

    async def aclose(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()

    # --- what the provider says of itself -------------------------------------------------------------------------

    async def _described(self) -> _Metadata:
        if not self._issuer:
            raise NoProvider("this server has no provider of identities")
        if self._metadata is not None and time.monotonic() - self._metadata[0] < FRESH_SECONDS:
            return self._metadata[1]
        url = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        metadata = self._decoded(await self._get(url), _Metadata, url)
        if metadata.issuer.rstrip("/") != self._issuer.rstrip("/"):
            raise self._unreachable(f"{url} describes the issuer {metadata.issuer}")
        scheme = "http" if self._issuer.startswith("http:") else "https:"
        for endpoint in (metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri):
            if not endpoint.startswith(scheme):
                raise self._unreachable(f"{url} names an address that is not https: {endpoint}")
        self._metadata = time.monotonic(), metadata
        return metadata

    async def _key_set(self, metadata: _Metadata, newer_than: float) -> KeySet:
        from joserfc.errors import JoseError  # noqa: PLC0415
        from joserfc.jwk import KeySet  # noqa: PLC0415

        if self._keys is not None and time.monotonic() - self._keys[0] < newer_than:
            return self._keys[1]
        answer = self._decoded(await self._get(metadata.jwks_uri), dict[str, Any], metadata.jwks_uri)
        try:
            keys = KeySet.import_key_set(answer)  # type: ignore[arg-type]  # it checks what it is given
        except (JoseError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._unreachable(f"{metadata.jwks_uri} has no keys: {error!r}") from None
        self._keys = time.monotonic(), keys
        return keys

    # --- tokens ---------------------------------------------------------------------------------------------------

    async def _tokens(self, metadata: _Metadata, code: str, verifier: str) -> _Tokens:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._return,
            "code_verifier": verifier,
        }
        headers = {}
        if self._secret and "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            pair = f"{quote(self._client, safe='')}:{quote(self._secret, safe='')}"
            headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
        else:
            form["client_id"] = self._client
            if self._secret:
                form["client_secret"] = self._secret
        status, answer = await self._request("POST", metadata.token_endpoint, headers, form)
        if status in (400, 401):
            raise self._refused("the provider does not accept this sign-in", self._error(answer))
        if status != 200:
            raise self._unreachable(f"{metadata.token_endpoint} answers {status}")
        return self._decoded(answer, _Tokens, metadata.token_endpoint)

    async def _verified(self, metadata: _Metadata, id_token: str, nonce: str) -> dict[str, Any]:
        """The claims of an id token, if it is valid (Core 1.0, 3.1.3.7)."""
        from joserfc import errors  # noqa: PLC0415
        from joserfc.jwt import JWTClaimsRegistry  # noqa: PLC0415

        required = JWTClaimsRegistry(
            now=int(self._now()),
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": metadata.issuer},
            sub={"essential": True},
            aud={"essential": True, "value": self._client},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        token = await self._signed(metadata, id_token)
        claims: dict[str, Any] = token.claims
        try:
            required.validate(claims)
        except errors.JoseError as error:
            if isinstance(error, errors.ExpiredTokenError) or getattr(error, "claim", "") in ("iat", "nbf"):
                _logger.warning("oidc_clock", reason=str(error))
                raise ExternalClock("the clocks of the provider and of this server differ") from None
            raise self._refused("the provider's confirmation is for something else", str(error)) from None
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", None if several else self._client) != self._client:
            raise self._refused("the provider's confirmation is for another service", "azp")
        if not 0 < len(claims["sub"]) <= LONGEST:
            raise self._refused("the provider's confirmation names nobody", "sub")
        return claims

    async def _signed(self, metadata: _Metadata, id_token: str) -> Token:
        """An id token whose signature is the provider's."""
        from joserfc import errors, jwt  # noqa: PLC0415

        for newer_than in (FRESH_SECONDS, RELOAD_SECONDS):
            keys = await self._key_set(metadata, newer_than)
            try:
                return jwt.decode(id_token, keys, algorithms=_ALGORITHMS)
            except errors.InvalidKeyIdError:
                # The provider may have changed its keys.
                continue
            except (errors.JoseError, ValueError, TypeError, KeyError) as error:
                raise self._refused("the provider's confirmation is not signed by it", repr(error)) from None
        raise self._refused("the provider's confirmation is not signed by it", "unknown key")

    async def _user_info(self, url: str, access_token: str) -> dict[str, Any]:
        status, answer = await self._request("GET", url, {"Authorization": f"Bearer {access_token}"})
        if status != 200:
            raise self._unreachable(f"{url} answers {status}")
        return self._decoded(answer, dict[str, Any], url)

    # --- requests -------------------------------------------------------------------------------------------------

    async def _get(self, url: str) -> bytes:
        status, answer = await self._request("GET", url, {})
        if status != 200:
            raise self._unreachable(f"{url} answers {status}")
        return answer

    async def _request(
        self,
        method: Literal["GET", "POST"],
        url: str,
        headers: Mapping[str, str],
        form: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes]:
        # Imported here because it takes long, and would slow down the start.
        import aiohttp  # noqa: PLC0415

        if self._session is None:
            self._session = aiohttp.ClientSession(
                cookie_jar=aiohttp.DummyCookieJar(), timeout=aiohttp.ClientTimeout(total=SECONDS), trust_env=False
            )
        accept = {"Accept": "application/json", **headers}
        try:
            async with self._session.request(method, url, headers=accept, data=form, allow_redirects=False) as answer:
                read = await answer.content.readexactly(MOST)
        except asyncio.IncompleteReadError as whole:
            return answer.status, whole.partial
        except (aiohttp.ClientError, ValueError, TimeoutError, OSError) as error:
            raise self._unreachable(f"{url}: {error!r}") from None
        raise self._unreachable(f"{url} answers more than {len(read)} bytes")

    def _decoded(self, answer: bytes, kind: type[_Decoded], url: str) -> _Decoded:
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, RecursionError) as error:
            raise self._unreachable(f"{url} answers something else: {error}") from None

    def _error(self, answer: bytes) -> str:
        try:
            return msgspec.json.decode(answer, type=_Refusal).error
        except (msgspec.DecodeError, RecursionError):
            return ""

    def _unreachable(self, reason: str) -> ProviderUnreachable:
        _logger.warning("oidc_unreachable", reason=reason)
        return ProviderUnreachable("the provider of identities does not answer as it should; see the server log")

    def _refused(self, message: str, reason: str) -> ExternalRefused:
        _logger.warning("oidc_refused", message=message, reason=reason)
        return ExternalRefused(f"{message}; start again")


_NAMES: Final = ("name", "nickname", "given_name")
_LOGINS: Final = ("preferred_username",)


def _texts(claims: Mapping[str, Any], *names: str) -> tuple[str, ...]:
    found = [claims.get(name) for name in names]
    return tuple(one for one in found if isinstance(one, str) and one.strip())
