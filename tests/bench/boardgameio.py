"""A server that speaks as boardgame.io does: socket.io, whose text messages begin with what they are."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.net.addresses import listen

matches: dict[str, list[WebSocket]] = defaultdict(list)
made: dict[str, int] = defaultdict(int)


async def play(websocket: WebSocket) -> None:
    """Serve somebody at a match: the state as it is, and to everybody after each move that follows the one before."""
    await websocket.accept()
    await websocket.send_text('0{"sid":"one","pingInterval":25000}')
    assert await websocket.receive_text() == "40/table,"
    await websocket.send_text("2")
    await websocket.send_text('40/table,{"sid":"one"}')
    assert await websocket.receive_text() == "3"
    table = ""
    try:
        while True:
            event = json.loads((await websocket.receive_text()).removeprefix("42/table,"))
            if event[0] == "sync":
                table = event[1]
                matches[table].append(websocket)
                await websocket.send_text(f'42/table,["sync","{table}",{{}}]')
                for one in matches[table]:
                    await one.send_text(f'42/table,["matchData","{table}",[]]')
            elif event[2] == made[table] and event[4] == str(made[table] % 2):
                made[table] += 1
                for one in matches[table]:
                    await one.send_text(f'42/table,["update","{table}",{{"_stateID":{made[table]}}},[]]')
    except WebSocketDisconnect:
        if websocket in matches[table]:
            matches[table].remove(websocket)


async def main() -> None:
    """Serve until the process is killed; prints the port as JSON once it listens."""
    app = Starlette(routes=[WebSocketRoute("/socket.io/", play)])
    listener = listen("127.0.0.1", 0)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    await uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None)).serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main())
