"""Handles a crash of the node: prints its last stack, marks its table, and ends the process.

It is a separate program because the node cannot do this: an engine may hang in C code that lets no Python run, or have
crashed. Standard input is a pipe that only the node holds. Its first line is JSON, the URL of Redis and the node's
name; everything after it is the stack that Python's fault handler writes there. If it closes without a stack, all is
well.

Arguments: the node's process id, and the descriptor of :class:`partie.isolation.breadcrumb.Breadcrumb`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import threading
import time
from typing import Final

QUIET_SECONDS: Final = 1.0
"""The stack is complete when nothing more has arrived for this many seconds.

It is written in one go, but a container that has used up its share of the processor pauses for tenths of a second in
the middle of that.
"""

PATIENCE: Final = 5.0
"""Timeout for Redis in seconds. After twice as long the node is ended, whatever else hangs here."""

_STDIN: Final = 0
_GUARD: Final = b"partie/table/engine_calls.py"
_CUT_OFF: Final = b"  ..."
"""The last line of a stack of which only the newest hundred calls are shown."""


def main() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # it ends with its node, and is needed until then
    node, memory = int(sys.argv[1]), int(sys.argv[2])
    data = _read()
    first, _, stack = data.partition(b"\n")
    if not stack:
        return
    late = threading.Timer(2 * PATIENCE, _end, [node])
    late.daemon = True
    late.start()
    try:
        sys.stderr.buffer.write(stack)
        sys.stderr.flush()
        if _GUARD in stack or stack.rstrip().endswith(_CUT_OFF):
            _mark(os.pread(memory, 1024, 0).rstrip(b"\0").decode(), first, stack)
    finally:
        _end(node)


def _end(node: int) -> None:
    """Kill the node. It must not be process 1 of its container, which Linux shields from everything in there."""
    # If it is already gone, its number may belong to another process.
    if os.getppid() == node:
        with contextlib.suppress(ProcessLookupError):
            os.kill(node, signal.SIGKILL)


def _read() -> bytes:
    """Read everything the node writes, until a stack is complete or the node is gone."""
    data = b""
    while True:
        patience = QUIET_SECONDS if data.partition(b"\n")[2] else None
        if not select.select([_STDIN], [], [], patience)[0]:
            return data
        more = os.read(_STDIN, 1 << 16)
        if not more:
            return data
        data += more


def _mark(table: str, first: bytes, stack: bytes) -> None:
    """Mark the table, and notify the other nodes."""
    # Imported only here: a process that waits for something so rare should be small.
    import asyncio  # noqa: PLC0415

    from partie.cluster.bus import publish  # noqa: PLC0415
    from partie.cluster.messages import Poisoned  # noqa: PLC0415
    from partie.isolation import quarantine  # noqa: PLC0415
    from partie.redis import store  # noqa: PLC0415
    from partie.redis.connect import connect, without_password  # noqa: PLC0415

    redis_url, name = json.loads(first)
    found = quarantine.Mark(name, int(time.time() * 1000), _where(stack))

    async def mark() -> None:
        redis = connect(redis_url)
        try:
            async with asyncio.timeout(PATIENCE):
                await quarantine.mark(redis, table, found)
                await publish(redis, Poisoned(table))
        finally:
            await store.close(redis)

    try:
        asyncio.run(mark())
    except (*store.UNAVAILABLE, TimeoutError) as error:
        where = without_password(redis_url)
        print(f"table {table} could not be marked as poisoned in {where}: {error}", file=sys.stderr)


def _where(stack: bytes) -> str:
    """Return the innermost call of the thread that was in an engine."""
    threads = stack.decode(errors="replace").split("\n\n")
    inside = next((thread for thread in threads if _GUARD.decode() in thread), threads[-1])
    return next((line.strip() for line in inside.splitlines() if line.startswith("  File")), "")


if __name__ == "__main__":
    main()
