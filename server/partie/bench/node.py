"""A real node for the bench, by default without rate limits, whose tables fall asleep soon after nobody shows them."""

from __future__ import annotations

import argparse
import asyncio
import json

from msgspec.structs import replace

from partie import logs
from partie.config import Settings
from partie.live import tables
from partie.net.addresses import listen
from partie.node import AnnouncingNode


async def main() -> None:
    """Serve until SIGTERM; prints the port as JSON once it listens."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--redis-url", required=True)
    parser.add_argument("--engines", nargs="*", default=[])
    parser.add_argument("--sleep", type=float, default=60.0, help="seconds from the last viewer to sleep")
    parser.add_argument("--limits", action="store_true", help="with the limits of every service, behind a proxy")
    options = parser.parse_args()
    logs.configure("console", "warning")
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    settings = Settings(port=port, redis_url=options.redis_url, engines=tuple(options.engines))
    if options.limits:
        settings = replace(settings, trusted_proxies=("127.0.0.1",))
    else:
        settings = replace(
            settings,
            sessions_per_hour=0,
            address_factor=0.0,
            commands_per_second=10_000,
            open_tables=10_000,
            tables_with_bots=10_000,
        )
    tables.SLEEP_SECONDS = options.sleep  # type: ignore[misc]  # the bench has no minute to wait
    node = AnnouncingNode(settings, lambda: print(json.dumps({"port": port}), flush=True))
    if not options.limits:
        core = node.app.state.wiring.core
        core.connections.frame_allowed = lambda _connection: True
        core.doors.most_of_person = 10_000  # all spectators are tabs of one person
    await node.serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main())
