"""The number of files that a process may have open: each connection is one."""

from __future__ import annotations

import resource
from typing import Final

WANTED: Final = 65_536
"""Open files that are enough for a node: some ten thousand connections, and its own."""


def raise_limit() -> int:
    """Raise this process's limit of open files as far as the system allows it, and return it.

    Shells usually start programs with a limit of 1024. Child processes inherit the new one.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return WANTED
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    # macOS says that there is no limit, and refuses most numbers.
    for limit in (wanted, 10_240):
        if limit <= soft:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        except (OSError, ValueError):
            continue
        return limit
    return soft
