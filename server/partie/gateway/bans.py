"""The interface to bans, and the answer where nobody is banned."""

from __future__ import annotations

from typing import Protocol

from partie.net.networks import Address


class Ban(Protocol):
    """A ban: its reason, and its end in milliseconds; ``until`` 0 means permanent."""

    @property
    def until(self) -> int: ...

    @property
    def why(self) -> str: ...


class Bans(Protocol):
    """The lookup of bans."""

    @property
    def any(self) -> bool:
        """Whether anybody is banned at all."""
        ...

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        """The ban that applies to a person, to a bot's owner or to an address; None if there is none."""
        ...


class NoBans:
    """The lookup of a service without bans."""

    any = False

    def banned(self, person: str, address: Address | None, owner: str = "") -> Ban | None:
        return None
