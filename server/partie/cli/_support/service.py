"""What to say when a command needs the service and only the base package is installed."""

from __future__ import annotations

from typing import Final

from partie.cli._support.output import CommandFailed

NEEDED: Final = frozenset(
    {
        "aiohttp",
        "aiosmtplib",
        "anyio",
        "argon2",
        "cryptography",
        "h11",
        "hiredis",
        "itsdangerous",
        "joserfc",
        "openskill",
        "prometheus_client",
        "psutil",
        "py_vapid",
        "pywebpush",
        "redis",
        "rich",
        "starlette",
        "structlog",
        "tenacity",
        "typer",
        "uvicorn",
        "webauthn",
    }
)
"""The modules that only the service imports."""


def service_missing() -> CommandFailed:
    """The service is not installed."""
    return CommandFailed("no_service", 'This needs the service: pip install "partie[server]"')
