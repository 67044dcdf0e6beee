"""Playing over a connection that fails: each thing is done once, and everybody ends with the same."""

from __future__ import annotations

import asyncio

from partie.client.client import Client, Message, Refused
from tests.faults.logs import follows, log_of
from tests.faults.player import PASSING


class Ends:
    """Two people in the seats of one table: ``far`` at a node behind a line that fails, ``near`` at another."""

    def __init__(self, url: str, table: str, near: Client, far: Client) -> None:
        self.near = near
        self.far = far
        self._url = url
        self._table = table
        self._told: dict[str, int] = {}
        self._count = 0

    async def do(self, client: Client, do: Message) -> int:
        """Have something done once, however often it must be sent; the number of its event."""
        self._count += 1
        command = f"over-the-line-{self._count:03}"
        while True:
            client._answers.pop(command, None)
            try:
                answer = await client.do(do, command=command)
            except Refused as refused:
                if refused.code not in PASSING:
                    raise
                await asyncio.sleep(0.02)
            else:
                seq = self._told[command] = int(answer["seq"])
                return seq

    async def propose(self, client: Client) -> int:
        """Propose to end the game."""
        return await self.do(client, {"type": "propose", "what": "end"})

    async def decline(self, client: Client, seq: int) -> None:
        """Answer no to a proposal."""
        await client.until(lambda: client.view.get("proposal", {}).get("seq") == seq)
        await self.do(client, {"type": "answer", "proposal": seq, "grant": False})

    async def check(self) -> None:
        """Both see the same, and what was acknowledged stands in the log, where it was said to, once."""
        newest = max(self._told.values())
        for client in (self.near, self.far):
            await client.until(lambda client=client: client.cursor is not None and client.cursor[0] >= newest)  # type: ignore[misc]
        assert self.near.cursor == self.far.cursor
        log = await log_of(self._url, self._table)
        assert follows(log)
        for command, seq in self._told.items():
            holding = [number for number, (_, fields) in enumerate(log, 1) if command.encode() in fields[b"b"]]
            assert holding == [seq]
