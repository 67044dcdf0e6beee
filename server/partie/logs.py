"""Structured logs: one line per event, as JSON for programs or in columns for people.

Messages that other libraries log through the standard library go the same way. Names of persons never go into a log;
their random ids may. The values of variables in a traceback do not either, because secrets are among them.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator

import structlog
from structlog.typing import Processor

from partie.config import LogFormat, LogLevel

_logger = structlog.get_logger()

_EXTRA = {"engine"}
"""The names of values that modules without structlog add to their events. Those of other libraries stay out."""


def configure(log_format: LogFormat = "console", level: LogLevel = "info") -> None:
    """Send all logs of this process to standard error, in this format, from this level on. May be repeated."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    last: list[Processor]
    if log_format == "json":
        bare = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        last = [structlog.processors.ExceptionRenderer(bare), structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder(_EXTRA)],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())


@contextlib.contextmanager
def log_and_continue(work: str) -> Iterator[None]:
    """Log any exception in one pass of a repeating job, so that the next pass still runs."""
    try:
        yield
    except Exception:
        _logger.exception("round_failed", round=work)
