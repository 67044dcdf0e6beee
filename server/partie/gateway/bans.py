"""Who may not come in."""

from __future__ import annotations

from typing import Final, Protocol

from partie.net.networks import Address

BANNED: Final = 4410
"""Close code: the person or its network may not come in; why and until when was said before."""


class Ban(Protocol):
    """Why somebody may not come in, and until when, in milliseconds; ``until`` 0 is for good."""

    @property
    def until(self) -> int: ...

    @property
    def why(self) -> str: ...


class Bans(Protocol):
    """Who knows of bans."""

    @property
    def any(self) -> bool:
        """Whether anybody is banned at all."""
        ...

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        """The ban that keeps a person out, or the owner of a bot, or an address."""
        ...


class NoBans:
    """Everybody may come in."""

    any = False

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        return None
