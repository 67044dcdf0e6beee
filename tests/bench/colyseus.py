"""A server that speaks as Colyseus does: seats are reserved over HTTP, and each message begins with what it is."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from partie.net.addresses import listen

JOINED, DATA, STATE, PATCH = 10, 13, 14, 15

rooms: dict[str, list[WebSocket]] = defaultdict(list)


async def reserve(request: Request) -> JSONResponse:
    """Reserve a seat in a new room, or in one that exists."""
    room = request.path_params.get("room") or secrets.token_urlsafe(6)
    return JSONResponse({"processId": "one", "roomId": room, "sessionId": secrets.token_urlsafe(6)})


async def play(websocket: WebSocket) -> None:
    """Serve somebody in a room: the whole state once, and a patch to everybody after each move."""
    room = rooms[websocket.path_params["room"]]
    await websocket.accept()
    await websocket.send_bytes(bytes((JOINED,)))
    assert await websocket.receive_bytes() == bytes((JOINED,))
    await websocket.send_bytes(bytes((STATE, 1, 2, 3)))
    room.append(websocket)
    try:
        while (await websocket.receive_bytes())[0] == DATA:
            for one in room:
                await one.send_bytes(bytes((PATCH, 1)))
    except WebSocketDisconnect:
        room.remove(websocket)


async def main() -> None:
    """Serve until the process is killed; prints the port as JSON once it listens."""
    app = Starlette(
        routes=[
            Route("/matchmake/create/table", reserve, methods=["POST"]),
            Route("/matchmake/joinById/{room}", reserve, methods=["POST"]),
            WebSocketRoute("/{process}/{room}", play),
        ]
    )
    listener = listen("127.0.0.1", 0)
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    await uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None)).serve(sockets=[listener])


if __name__ == "__main__":
    asyncio.run(main())
