"""Starting a table of ``partie dev``: everybody sits and is ready at once, and a seed decides all chance."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import AsyncExitStack

from partie.cli._dev.desk import Setup
from partie.client.client import Client
from partie.people.sessions import COOKIE


def seed_of(command: str) -> bytes:
    """Return the seed of the table that a command of :func:`start` creates."""
    return hashlib.sha256(command.partition("-")[0].encode()).digest()


async def start(key: str, service: str, seats: Sequence[str], setup: Setup) -> str:
    """Start a table with one person at each of the addresses, and return its id.

    A guest creates it, because one person may create only so many. Raises :class:`partie.client.client.Refused`,
    :class:`partie.client.client.Lost` or ``OSError``.
    """
    seed = hashlib.sha256(setup.seed.encode()).hexdigest()
    async with AsyncExitStack() as stack:
        host = await Client.join(service, "Partie")
        stack.push_async_callback(host.close)
        # The command id gives the table its seed, and differs each time.
        command = f"{seed[:32]}-{secrets.token_hex(8)}"
        table = await host.create(key, setup.seats, options=setup.options, command=command)
        people = []
        for number, address in enumerate(seats[: setup.seats]):
            person = await Client.join(address, cookie=f"{COOKIE}=")
            stack.push_async_callback(person.close)
            await person.enter(table)
            await person.do({"type": "sit", "seat": number})
            people.append(person)
        for person in people:
            await person.do({"type": "ready", "ready": True, "nonce": seed})
    return table
