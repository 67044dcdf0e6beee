"""People who have been away for long, and seats that are freed of them."""

from __future__ import annotations

from partie.client.client import Client
from tests.fixtures.service import Running


def long_away(node: Running, *clients: Client) -> None:
    """Let presence say that these people have been away for long."""
    away = {client.person: 200_000 for client in clients}
    node.core.tables.hooks.away = lambda _: away


async def free(node: Running, asker: Client, seat: int, *away: Client) -> None:
    """Free the seat of somebody who is away, when nobody else is there to be asked."""
    long_away(node, *away)
    await asker.do({"type": "propose", "what": "free_seat", "seat": seat})
    long_away(node)
