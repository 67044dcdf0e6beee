"""The addresses of a service: its listening socket, and the URLs to print for people."""

from __future__ import annotations

import errno
import ipaddress
import socket

import psutil

BACKLOG = 2048
"""Connections that may wait to be accepted: a full house that reconnects at once after a restart."""


class CannotListen(Exception):
    """The address is not available: which one, why, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Create the listening socket. Raises :class:`CannotListen`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio disables Nagle's algorithm only if the protocol is explicit; otherwise it would delay a frame that follows
    # another by the 40 ms of a delayed acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        other = port % 65535 + 1
        todo = (
            f"stop the program that uses it, or choose another port (--port {other}, or make run PORT={other})"
            if error.errno == errno.EADDRINUSE
            else "choose another --host or --port"
        )
        raise CannotListen(f"cannot listen on {host} port {port}: {error.strerror or error}; {todo}") from None
    return listener


def url(host: str, port: int) -> str:
    """Return the address as a URL for a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether the address stands for all of the machine's own."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def network_addresses() -> list[str]:
    """Return the machine's own IPv4 addresses that others on its networks may reach."""
    active = {name for name, state in psutil.net_if_stats().items() if state.isup}
    return sorted(
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if name in active
        for address in addresses
        if address.family == socket.AF_INET and not is_loopback(address.address)
    )
