"""The bell: hears that a table's log has reached some seq.

It may miss a ring (a message lies in a connection that dies) and says no more than "this far"; whoever listens reads
the log itself, and asks anew for everything after each (re)connection.
"""

from __future__ import annotations

from collections.abc import Callable

from server.log.script import CHANNEL
from server.notices import SILENCE, Notices


class Bell:
    """Rings of all tables, over one connection of its own to any live server (a cluster tells all of them).

    ``on_ring`` gets table and seq. ``on_connected`` is called each time the server has confirmed that it will ring
    from now on, so that a look at the logs after that misses nothing. ``silence`` is in seconds: a server that says
    nothing for as long is asked, and given up if it says nothing for as long again.
    """

    def __init__(
        self,
        url: str,
        on_ring: Callable[[str, int], None],
        on_connected: Callable[[], None],
        *,
        silence: float = SILENCE,
    ) -> None:
        self._on_ring = on_ring
        self._on_connected = on_connected
        self._notices = Notices(url, silence=silence)
        self._notices.listen(CHANNEL, self._ring)
        self._notices.on_hearing(self._hearing)

    async def run(self) -> None:
        """Listen until cancelled."""
        await self._notices.run()

    def _hearing(self, hears: bool) -> None:
        if hears:
            self._on_connected()

    def _ring(self, message: bytes) -> None:
        table, _, seq = message.decode("ascii", "replace").partition(" ")
        # The channel is anybody's who can reach the server.
        if seq.isdecimal():
            self._on_ring(table, int(seq))
