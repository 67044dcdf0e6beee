"""Looks at every table that players saw, through a fresh node and with their eyes, and writes down what it sees.

python -m tests.faults.reader FOLDER URL
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from partie.client.client import Client
from tests.faults.notes import Notes, read
from tests.faults.player import digest


async def look(folder: Path, url: str) -> None:
    notes = Notes(folder / "reader.0.notes")
    paths = folder.glob("player*.notes")  # noqa: ASYNC240 (nothing else runs here)
    seen = [note for path in paths for note in read(path) if note["k"] == "seen"]
    for table, person, cookie in sorted({(str(n["table"]), int(str(n["person"])), str(n["cookie"])) for n in seen}):
        client = await Client.join(url, cookie=cookie)
        await client.enter(table)
        assert client.cursor is not None
        notes.write("fold", table=table, person=person, seq=client.cursor[0], digest=digest(client.view))
        await client.close()


if __name__ == "__main__":
    asyncio.run(look(Path(sys.argv[1]), sys.argv[2]))
