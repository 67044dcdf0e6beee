"""The bus between nodes: messages that may be lost, each delivered to all its listeners, also on this node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import structlog

from partie.cluster.messages import Message
from partie.redis.connect import Client
from partie.redis.pubsub import PubSub

M = TypeVar("M", bound=Message)

_Handler: TypeAlias = Callable[[Any], None]

_log = structlog.get_logger(__name__)


class Bus:
    """Receives what all nodes publish over one connection, and publishes over the client's."""

    def __init__(self, redis: Client, pubsub: PubSub) -> None:
        self._redis = redis
        self._pubsub = pubsub
        self._handlers: dict[str, dict[type[Message], list[_Handler]]] = {}

    def listen(self, kind: type[M], handler: Callable[[M], None]) -> None:
        """Call ``handler``, which must not block, with each message of a kind; a kind may have several handlers.

        Invalid messages are skipped: anybody who reaches Redis can publish.
        """
        kinds = self._handlers.get(kind.channel)
        if kinds is None:
            kinds = self._handlers[kind.channel] = {}
            self._pubsub.listen(kind.channel, lambda data: self._hear(kinds, data))
        kinds.setdefault(kind, []).append(handler)

    def on_hearing(self, callback: Callable[[bool], None]) -> None:
        """Call back with True when messages are being received, and with False when some may be missed."""
        self._pubsub.on_hearing(callback)

    async def publish(self, message: Message) -> None:
        """Publish to all nodes. Raises redis-py's errors."""
        await publish(self._redis, message)

    async def run(self) -> None:
        """Receive messages until cancelled."""
        await self._pubsub.run()

    @staticmethod
    def _hear(kinds: dict[type[Message], list[_Handler]], data: bytes) -> None:
        for kind, handlers in kinds.items():
            message = kind.decode(data)
            for handler in handlers if message is not None else ():
                try:
                    handler(message)
                except Exception:
                    # Whatever goes wrong in one handler, the others are called and the node keeps receiving.
                    _log.exception("listener_failed", channel=kind.channel)


async def publish(redis: Client, message: Message) -> None:
    """Publish to all nodes, for code without a bus of its own. Raises redis-py's errors."""
    await redis.publish(message.channel, message.encode())
