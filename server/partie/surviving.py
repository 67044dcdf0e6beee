"""What is done again and again goes on after a failure."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import structlog

logger = structlog.get_logger()


@contextlib.contextmanager
def surviving(work: str) -> Iterator[None]:
    """Whatever goes wrong in one turn of a round, the next turn comes."""
    try:
        yield
    except Exception:
        logger.exception("round_failed", round=work)
