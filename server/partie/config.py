"""The settings of a node: from flags, then from the environment, then the defaults below.

Every setting has an environment variable, ``PARTIE_`` and its name in capitals; Redis's is ``REDIS_URL``, as
hosting platforms have it. The documentation prints the docstrings below, so each field has one.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

LogFormat: TypeAlias = Literal["console", "json"]
LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

PREFIX: Final = "PARTIE_"
_VARIABLES: Final = {"redis_url": "REDIS_URL"}
_SECRETS: Final = frozenset({"redis_url", "smtp_url", "metrics_token", "oidc_client_secret"})
"""Settings that no message shows, and that may stand in a file of their own."""
_IN_FILE: Final = "_FILE"
"""The end of the variable that names the file of a secret, as Docker and Kubernetes hand them in."""
_REDIS_SCHEMES: Final = ("redis://", "rediss://", "unix://", "redis+cluster://", "rediss+cluster://")


class BadSetting(ValueError):
    """A setting has an invalid value: names the setting, its source and the valid values."""

    def __init__(self, setting: str, value: object, allowed: str, where: str = "") -> None:
        shown = "(hidden)" if setting in _SECRETS else repr(value)
        super().__init__(f"invalid {where or setting} {shown}; expected {allowed}")
        self.setting = setting
        self.value = value
        self.allowed = allowed


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings an operator can choose. Making them raises :class:`BadSetting` for any invalid value."""

    host: str = "127.0.0.1"
    """Address to listen on; ``0.0.0.0`` lets others on the network in."""
    port: int = 8000
    """Port to listen on; 0 takes any free one."""
    data_dir: Path = Path("data")
    """Data directory of the built-in Redis. Unused with ``REDIS_URL``."""
    keys_file: str = ""
    """File that holds the keys with which Partie signs cookies and notifications. If empty, it is ``keys`` in the data
    directory, or with ``REDIS_URL`` the keys are in Redis. All nodes need the same one."""
    redis_url: str = ""
    """The Redis to use. If empty, Partie runs its own."""
    workers: int = 1
    """Number of processes that share the port."""
    engines: tuple[str, ...] = ()
    """Engines to load in addition to the installed ones, each ``module:attribute``, separated by commas."""
    ack_replicas: int = 0
    """Number of replicas that must have a move before Partie acknowledges it."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of reverse proxies whose ``X-Forwarded-`` headers Partie trusts, separated by commas:
    ``10.1.2.3,10.8.0.0/16``; ``private`` is all private networks, ``*`` is all addresses."""
    proxy_hops: int = 0
    """Number of reverse proxies in a row in front of Partie. The address of a visitor is the one that the outermost of
    them wrote into ``X-Forwarded-For``. 0 takes the last address there that is no trusted proxy's; with ``*`` it is 1.
    Set it if visitors can have addresses that ``PARTIE_TRUSTED_PROXIES`` includes."""
    log_format: LogFormat = "console"
    """Format of the log on standard error: for people, or one JSON object a line."""
    log_level: LogLevel = "info"
    """The least severe messages to log."""
    sessions_per_hour: int = 200
    """Maximum number of new sessions per hour from one network address; 0 is no limit. More where people play."""
    address_factor: float = 1.0
    """Factor for everything that one network address may do, for a large school or a club; 0 is no limit. See the page
    about limits."""
    owner: str = ""
    """Id of a person who owns the service, in addition to the owners made with ``partie moderators own``."""
    open_tables: int = 5
    """Maximum number of tables that one person may host before they start."""
    tables_with_bots: int = 8
    """Maximum number of tables with bots that one person may host at once; those where nothing happened for half an
    hour do not count."""
    commands_per_second: int = 20
    """Maximum number of commands per second from one person."""
    bot_tables: int = 4
    """Maximum number of unfinished tables at which one bot account may host or sit."""
    bot_commands_per_second: int = 10
    """Maximum number of commands per second from one bot account."""
    archive_after: int = 24 * 3600
    """Seconds from the end of a game until its log is archived, unless the table is open somewhere; 0 is never."""
    bot_pause: tuple[float, float] = (0.6, 1.6)
    """Shortest and longest pause in seconds before a bot moves, so that people can follow. The pause is random, and
    half as long within a turn that the bot has begun."""
    public_url: str = ""
    """Address at which people open the service, for links in emails: ``https://games.example.org``."""
    hosts: tuple[str, ...] = ()
    """Further names under which people open the service, separated by commas: ``play.example.org,gamebox.local``. If
    neither these nor ``PARTIE_PUBLIC_URL`` are set, Partie answers under any name behind a proxy, and else under the
    name of its machine. It always answers under its addresses."""
    metrics_token: str = ""
    """Token that ``/metrics`` asks for, as ``Authorization: Bearer``. If empty, it asks for none."""
    metrics_bind: str = ""
    """Address and port to serve ``/metrics`` at, such as ``127.0.0.1:9100``. If empty, it is served with everything
    else; if set, only there."""
    smtp_url: str = ""
    """SMTP server: ``smtp://`` (with STARTTLS if offered) or ``smtps://``, with name and password if needed. If empty,
    Partie sends no email: neither notifications nor links that reset a password. Needs ``PARTIE_PUBLIC_URL``."""
    mail_from: str = ""
    """Sender of emails. If empty, ``partie@`` and the host of ``PARTIE_PUBLIC_URL``."""
    oidc_issuer: str = ""
    """OpenID Connect provider with which people can sign in: its issuer, such as ``https://id.example.org/realms/club``.
    If empty, there is none. Needs ``PARTIE_OIDC_CLIENT_ID`` and ``PARTIE_PUBLIC_URL``."""
    oidc_client_id: str = ""
    """Id under which Partie is registered with the provider."""
    oidc_client_secret: str = ""
    """Secret that the provider has given Partie. If empty, Partie is a public client, which PKCE protects."""
    oidc_name: str = "OpenID Connect"
    """Name of the provider, as the button shows it: "Sign in with …"."""
    identity_header: str = ""
    """Header in which a reverse proxy says who has signed in there, such as ``X-Forwarded-User``. Everyone who comes
    with it has an account here. Only the proxies in ``PARTIE_TRUSTED_PROXIES`` are believed. If empty, none is read."""
    identity_name_header: str = ""
    """Header in which that proxy says by which name to call somebody new. If empty, the name is what
    ``PARTIE_IDENTITY_HEADER`` says."""
    allow_private_webhooks: bool = False
    """Allow webhooks and push to private networks and over plain http. Only for a service that stays in a network."""

    def __post_init__(self) -> None:
        for name, (holds, allowed) in _RULES.items():
            value = getattr(self, name)
            if not holds(value):
                raise BadSetting(name, value, allowed)
        if self.metrics_bind and parted(self.metrics_bind)[1] == self.port:
            raise BadSetting("metrics_bind", self.metrics_bind, "another port than that of the server")
        if self.smtp_url and not self.public_url:
            raise BadSetting("public_url", "", "the address of the server, which emails need for their links")
        if self.oidc_issuer and not self.oidc_client_id:
            raise BadSetting("oidc_client_id", "", "the id under which the provider knows this server")
        if self.oidc_issuer and not self.public_url:
            raise BadSetting("public_url", "", "the address of the server, to which the provider sends people back")
        if self.identity_header and (not self.trusted_proxies or "*" in self.trusted_proxies):
            raise BadSetting(
                "trusted_proxies",
                ",".join(self.trusted_proxies),
                "the addresses of the proxies that may say who somebody is, and not * for all",
            )
        if self.identity_name_header and not self.identity_header:
            raise BadSetting("identity_header", "", "the header in which the proxy says who somebody is")


def _is_proxy(name: str) -> bool:
    if name in ("*", "private"):
        return True
    try:
        ipaddress.ip_network(name)
    except ValueError:
        return False
    return True


def parted(bind: str) -> tuple[str, int]:
    """The host and the port of an address to listen on."""
    host, _, port = bind.rpartition(":")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _is_bind(bind: str) -> bool:
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})", bind)
    return found is not None and 0 < int(found[2]) <= 65535


def _is_issuer(url: str) -> bool:
    return bool(re.fullmatch(r"https://[^\s?#@]+|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(/[^\s?#@]*)?", url))


def _is_header(name: str) -> bool:
    return bool(re.fullmatch("[A-Za-z0-9-]{0,64}", name)) and name.lower() not in _TAKEN_HEADERS


_TAKEN_HEADERS: Final = frozenset(
    {"authorization", "cookie", "host", "origin", "user-agent", "x-forwarded-for", "x-forwarded-proto"}
)
"""Headers that mean something else already."""


def _between(low: int, high: int) -> tuple[Callable[[Any], bool], str]:
    return lambda value: low <= value <= high, f"a whole number from {low} to {high}"


_RULES: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "host": (bool, "an address of this machine, or 0.0.0.0 for all"),
    "port": _between(0, 65535),
    "redis_url": (
        lambda url: not url or url.startswith(_REDIS_SCHEMES),
        f"a URL that begins with one of {' '.join(_REDIS_SCHEMES)}",
    ),
    "workers": _between(1, 64),
    "engines": (
        lambda names: all(re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", name) for name in names),
        "module:attribute, or several separated by commas",
    ),
    "ack_replicas": _between(0, 16),
    "trusted_proxies": (
        lambda names: all(map(_is_proxy, names)),
        "addresses or networks such as 10.1.2.3 or 10.8.0.0/16, separated by commas; or private, or *",
    ),
    "proxy_hops": _between(0, 16),
    "log_format": (("console", "json").__contains__, "console or json"),
    "log_level": (("debug", "info", "warning", "error").__contains__, "debug, info, warning or error"),
    "sessions_per_hour": _between(0, 1_000_000),
    "address_factor": (lambda factor: 0.0 <= factor <= 1_000_000.0, "a number from 0 to 1000000"),
    "owner": (
        lambda person: bool(re.fullmatch("[A-Za-z0-9_-]{0,64}", person)),
        "the id of a person, as tables and logs show it",
    ),
    "open_tables": _between(1, 10_000),
    "tables_with_bots": _between(1, 10_000),
    "commands_per_second": _between(1, 10_000),
    "bot_tables": _between(1, 10_000),
    "bot_commands_per_second": _between(1, 10_000),
    "archive_after": _between(0, 1_000_000_000),
    "bot_pause": (
        lambda pause: 0 <= pause[0] <= pause[1] <= 60,
        "two numbers of seconds from 0 to 60, separated by a comma, the smaller one first",
    ),
    "public_url": (
        lambda url: not url or bool(re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+", url)),
        "an address such as https://games.example.org, without a path",
    ),
    "hosts": (
        lambda names: all(re.fullmatch(r"[A-Za-z0-9_.-]+", name) for name in names),
        "names such as play.example.org, separated by commas, without port and path",
    ),
    "metrics_token": (
        lambda token: not token or bool(re.fullmatch(r"[!-~]{16,256}", token)),
        "at least 16 characters, without spaces",
    ),
    "metrics_bind": (
        lambda bind: not bind or _is_bind(bind),
        "an address and a port, such as 127.0.0.1:9100 or [::1]:9100",
    ),
    "smtp_url": (
        lambda url: not url or bool(re.fullmatch(r"smtps?://([^@/\s]+@)?[A-Za-z0-9.:\[\]_-]+", url)),
        "an address such as smtp://name:password@mail.example.org:587, with characters such as @ and / escaped",
    ),
    "mail_from": (
        lambda email: not email or bool(re.fullmatch(r"[^@\s<>\"]+@[^@\s<>\"]+", email)),
        "an email address",
    ),
    "oidc_issuer": (
        lambda url: not url or _is_issuer(url),
        "an address such as https://id.example.org/realms/club; http only for this machine",
    ),
    "oidc_name": (lambda name: 0 < len(name.strip()) <= 40, "a name of at most 40 characters"),
    "identity_header": (_is_header, "the name of a header, such as X-Forwarded-User"),
    "identity_name_header": (_is_header, "the name of a header, such as X-Forwarded-Preferred-Username"),
    "allow_private_webhooks": ((True, False).__contains__, "true or false"),
}


def allowed() -> dict[str, str]:
    """The values that each setting allows, in words; a setting that isn't here allows any value of its type."""
    return {name: text for name, (_, text) in _RULES.items()}


def variable(setting: str) -> str:
    """The environment variable of a setting."""
    return _VARIABLES.get(setting, PREFIX + setting.upper())


def variables() -> set[str]:
    """The environment variables of all settings, and those that name the files of secrets."""
    settings = {variable(field.name) for field in msgspec.structs.fields(Settings)}
    return settings | {variable(secret) + _IN_FILE for secret in _SECRETS}


def load(environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
    """Load the settings from the environment, overridden by flags that are not None. Raises :class:`BadSetting`.

    An empty variable counts as absent. A secret may stand in a file, whose path its variable with ``_FILE`` gives.
    """
    environment = os.environ if environment is None else environment
    given: dict[str, Any] = {}
    places: dict[str, str] = {}
    for field in msgspec.structs.fields(Settings):
        name = variable(field.name)
        if text := environment.get(name) or _in_file(field.name, environment):
            given[field.name] = _parse(field.name, field.type, text, name)
            places[field.name] = name
    for flag, value in flags.items():
        if value is not None:
            given[flag] = value
            places[flag] = "--" + flag.replace("_", "-")
    try:
        return Settings(**given)
    except BadSetting as bad:
        raise BadSetting(bad.setting, bad.value, bad.allowed, places.get(bad.setting, "")) from None


def _in_file(setting: str, environment: Mapping[str, str]) -> str:
    """The text of a secret's file; empty if none is named. Raises :class:`BadSetting`."""
    name = variable(setting) + _IN_FILE
    if setting not in _SECRETS or not (path := environment.get(name)):
        return ""
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(setting, path, f"a file that can be read: {error}", name) from None


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Environment variables that look like settings but are none: probably typos, so the start warns about them."""
    known = variables()
    environment = os.environ if environment is None else environment
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def _parse(setting: str, kind: Any, text: str, where: str) -> Any:
    """The text of a variable, converted to the setting's type. Raises :class:`BadSetting`."""
    if kind is Path:
        return Path(text)
    parts = [part.strip() for part in text.split(",")]
    is_list = str(kind).startswith("tuple")
    try:
        return msgspec.convert([part for part in parts if part] if is_list else text, kind, strict=False)
    except msgspec.ValidationError:
        raise BadSetting(setting, text, _RULES[setting][1], where) from None
