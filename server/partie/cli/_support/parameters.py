"""How commands declare what they take: with Typer or, where that is not installed, with stand-ins for it.

Typer belongs to the service. The commands for people who write games and bots work without it; see
:mod:`partie.cli._support.light`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from typer import Argument, Option
else:
    try:
        from typer import Argument, Option
    except ModuleNotFoundError:

        class _Parameter(Struct, frozen=True):
            param_decls: tuple[str, ...] = ()
            help: str = ""
            metavar: str | None = None
            envvar: str | None = None
            min: float | None = None

        def Argument(*names: str, **kept: Any) -> _Parameter:  # noqa: N802  # as in Typer
            """Describe an argument."""
            return _Parameter(names, **kept)

        Option = Argument

__all__ = ["Argument", "Option"]
