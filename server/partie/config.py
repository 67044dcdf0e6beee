"""The settings of a node: command-line flags first, then environment variables, then the defaults below.

The variable of a setting is ``PARTIE_`` and its name in capitals; that of Redis is ``REDIS_URL``, as hosting
platforms call it.
"""

from __future__ import annotations

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
_REDIS_SCHEMES: Final = ("redis://", "rediss://", "unix://", "redis+cluster://", "rediss+cluster://")


class BadSetting(ValueError):
    """A setting has an invalid value: names the setting, its source and the valid values."""

    def __init__(self, setting: str, value: object, allowed: str, where: str = "") -> None:
        shown = "(hidden)" if setting in ("redis_url", "smtp_url") else repr(value)
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
    """The data directory of the built-in Redis. Ignored with ``redis_url``."""
    redis_url: str = ""
    """URL of an existing Redis; empty: use the built-in one."""
    workers: int = 1
    """Number of processes that serve, on one port."""
    engines: tuple[str, ...] = ()
    """Engines to load besides the installed ones, each as ``module:attribute``."""
    ack_replicas: int = 0
    """Number of replicas that must have a move before it is confirmed."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses of reverse proxies that are trusted to state the visitor's address and scheme; ``*``: all."""
    log_format: LogFormat = "console"
    log_level: LogLevel = "info"
    sessions_per_hour: int = 60
    """New sessions per hour from one address; 0: no limit."""
    owner: str = ""
    """Id of the person who owns the service, in addition to those that ``partie moderators own`` names."""
    open_tables: int = 5
    """Tables that one person may host before they have started."""
    commands_per_second: int = 20
    """Commands per second from one person."""
    bot_tables: int = 4
    """Unfinished tables that one bot account may host or sit at."""
    bot_commands_per_second: int = 10
    """Commands per second from one bot account."""
    archive_after: int = 24 * 3600
    """Seconds after the end of a game until its log is archived, unless someone is viewing it; 0: never."""
    bot_pause: tuple[float, float] = (0.6, 1.6)
    """Range of the random pause, in seconds, before a practice bot moves, so that people can follow."""
    public_url: str = ""
    """URL at which people open the service, used for the links in emails, like ``https://games.example.org``."""
    smtp_url: str = ""
    """The mail server: ``smtp://`` (with STARTTLS where offered) or ``smtps://``, with user and password if needed;
    empty: no emails. Needs ``public_url``."""
    mail_from: str = ""
    """Sender address of emails; empty: ``partie@`` plus the host of ``public_url``."""
    allow_private_webhooks: bool = False
    """Whether webhooks and push may go to private addresses and over plain http, for a service within one network."""
    gallery: bool = False
    """Whether ``/gallery`` shows every component of the page in all its states, for people who work on them."""

    def __post_init__(self) -> None:
        for name, (holds, allowed) in _RULES.items():
            value = getattr(self, name)
            if not holds(value):
                raise BadSetting(name, value, allowed)
        if self.smtp_url and not self.public_url:
            raise BadSetting("public_url", "", "the address of the server, which emails need for their links")


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
    "log_format": (("console", "json").__contains__, "console or json"),
    "log_level": (("debug", "info", "warning", "error").__contains__, "debug, info, warning or error"),
    "sessions_per_hour": _between(0, 1_000_000),
    "owner": (
        lambda person: bool(re.fullmatch("[A-Za-z0-9_-]{0,64}", person)),
        "the id of a person, as tables and logs show it",
    ),
    "open_tables": _between(1, 10_000),
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
    "smtp_url": (
        lambda url: not url or bool(re.fullmatch(r"smtps?://([^@/\s]+@)?[A-Za-z0-9.:\[\]_-]+", url)),
        "an address such as smtp://name:password@mail.example.org:587, with characters such as @ and / escaped",
    ),
    "mail_from": (
        lambda email: not email or bool(re.fullmatch(r"[^@\s<>\"]+@[^@\s<>\"]+", email)),
        "an email address",
    ),
    "allow_private_webhooks": ((True, False).__contains__, "true or false"),
    "gallery": ((True, False).__contains__, "true or false"),
}


def variable(setting: str) -> str:
    """The environment variable of a setting."""
    return _VARIABLES.get(setting, PREFIX + setting.upper())


def load(environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
    """Load the settings from the environment, overridden by flags that are not None. Raises :class:`BadSetting`.

    An empty variable counts as absent.
    """
    environment = os.environ if environment is None else environment
    given: dict[str, Any] = {}
    places: dict[str, str] = {}
    for field in msgspec.structs.fields(Settings):
        name = variable(field.name)
        if text := environment.get(name):
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


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Environment variables that look like settings but are none: probably typos, so the start warns about them."""
    known = {variable(field.name) for field in msgspec.structs.fields(Settings)}
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
