"""A node in a network of its own: its only way to Redis leads through a router that loses packets on command.

    Redis, people  --10.231.1.0/30--  router  --10.231.2.0/30--  node
                   --------------10.231.3.0/30----------------

Network namespaces of Linux; people have a line of their own to the node, which never fails.
"""

from __future__ import annotations

import subprocess
from types import TracebackType
from typing import Final, Self

REDIS: Final = "10.231.1.1"
NODE: Final = "10.231.3.2"
"""Where people find the node."""

_ROUTER: Final = "partie-router"
_NODE: Final = "partie-node"
_BEHIND: Final = "10.231.2.2"

_HOUSE: Final = f"""
netns add {_ROUTER}
netns add {_NODE}
link add partie-a type veth peer name far netns {_ROUTER}
link add partie-c type veth peer name people netns {_NODE}
-n {_ROUTER} link add name near type veth peer name near netns {_NODE}
address add {REDIS}/30 dev partie-a
address add 10.231.3.1/30 dev partie-c
-n {_ROUTER} address add 10.231.1.2/30 dev far
-n {_ROUTER} address add 10.231.2.1/30 dev near
-n {_NODE} address add {_BEHIND}/30 dev near
-n {_NODE} address add {NODE}/30 dev people
link set partie-a up
link set partie-c up
-n {_ROUTER} link set far up
-n {_ROUTER} link set near up
-n {_NODE} link set lo up
-n {_NODE} link set near up
-n {_NODE} link set people up
route add 10.231.2.0/30 via 10.231.1.2
-n {_NODE} route add default via 10.231.2.1
netns exec {_ROUTER} sysctl -q -w net.ipv4.ip_forward=1
"""


class NotAllowed(Exception):
    """Network namespaces cannot be made here: why, and what to do."""


class Network:
    """Use it as a context. Raises :class:`NotAllowed`."""

    def __enter__(self) -> Self:
        self._tear_down()
        try:
            for line in _HOUSE.strip().splitlines():
                _ip(*line.split())
        except (OSError, subprocess.CalledProcessError) as error:
            self._tear_down()
            said = error.stderr if isinstance(error, subprocess.CalledProcessError) else error
            raise NotAllowed(
                f"network namespaces cannot be made here ({said}): run this as root with iproute2 installed, "
                "in a container with --privileged, or leave it out with PYTEST='-k \"not namespace\"'"
            ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tear_down()

    @staticmethod
    def inside(*command: str) -> list[str]:
        """The command, run where the node is."""
        return ["ip", "netns", "exec", _NODE, *command]

    @staticmethod
    def plug(*, up: bool) -> None:
        """Put the cable between node and router in, or pull it out."""
        _ip("-n", _ROUTER, "link", "set", "near", "up" if up else "down")

    @staticmethod
    def swallow(*, questions: bool = False, answers: bool = False) -> None:
        """Lose, without a word to anybody, what goes to Redis, what comes from it, both or nothing."""
        for address, loses in ((REDIS, questions), (_BEHIND, answers)):
            subprocess.run(
                ["ip", "-n", _ROUTER, "route", "del", "blackhole", f"{address}/32"], check=False, capture_output=True
            )
            if loses:
                _ip("-n", _ROUTER, "route", "add", "blackhole", f"{address}/32")

    @staticmethod
    def _tear_down() -> None:
        # The lines between them go with the namespaces.
        for name in (_ROUTER, _NODE):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
        for line in ("partie-a", "partie-c"):
            subprocess.run(["ip", "link", "del", line], check=False, capture_output=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)
