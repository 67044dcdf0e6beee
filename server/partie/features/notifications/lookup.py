"""DNS lookups of names that strangers chose, in threads of their own.

A name whose server does not answer blocks its thread for long; in the shared threads that would block everything else.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from aiohttp.abc import AbstractResolver, ResolveResult

THREADS: Final = 32


class Lookup(AbstractResolver):
    """A resolver that asks the operating system."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "lookup")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a name. Raises OSError."""
        ask = partial(socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        return [
            ResolveResult(
                hostname=host, host=str(where[0]), port=port, family=kind, proto=protocol, flags=socket.AI_NUMERICHOST
            )
            for kind, _, protocol, _, where in found
        ]

    async def close(self) -> None:
        """Start no more lookups; those under way are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
