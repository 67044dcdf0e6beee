"""All metrics of a node, declared in one place.

Each :class:`Metrics` has a registry of its own, so that several nodes can run in one process, as in tests. Workers on
one port cannot be scraped one by one: they count in files in one folder (:data:`FOLDER`), and each exposes the totals.
"""

from __future__ import annotations

import os
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable for the folder, set before prometheus_client is imported."""

_FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Histogram buckets in seconds. An append takes one fsync; a load takes some milliseconds."""


class Metrics:
    """The metrics of one node."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge, seconds = self._counter, self._gauge, self._seconds

        # The log and the decisions based on it.
        self.events = counter("events", "Events folded, from this node and from others.")
        self.moves = counter("moves", "Moves accepted by this node, by game.", "game")
        self.refusals = counter("refusals", "Commands refused, by the code of the refusal.", "code")
        self.undo_refusals = counter("undo_refusals", "Undos refused, by the reason.", "code")
        self.busy = counter("busy", "Commands and queries refused because a table's inbox was full.")
        self.lost_races = counter("lost_races", "Appends that lost their number to another node's event.")
        self.unsettled = counter("unsettled", "Appends whose outcome was unknown after the first attempt.")
        self.append_seconds = seconds("append", "Time from handing an event to the log to its answer.")
        self.log_commands = counter("log_commands", "Commands on logs sent to Redis.")
        self.log_batches = counter("log_batches", "Round trips in which commands on logs went to Redis.")
        self.log_resent = counter("log_resent", "Commands on logs sent again because their answer was lost.")
        self.log_short_of_replicas = counter(
            "log_short_of_replicas", "Appends acknowledged by fewer replicas than required."
        )
        self.log_rewound = counter("log_rewound", "Logs found shorter than before.")
        self.log_healed = counter("log_healed", "Shortened logs whose lost tail this node restored.")

        # Tables.
        self.tables_awake = gauge("tables_awake", "Tables in this node's memory.")
        self.loads = counter("loads", "Tables loaded, by start of the fold: snapshot or log.", "start")
        self.load_seconds = seconds("load", "Time to load a table.")
        self.archived = counter("archived", "Logs of ended games archived by this node.")
        self.forgotten = counter("forgotten", "Tables that never started, deleted by this node after they were closed.")
        self.engine_failures = counter("engine_failures", "Commands and queries on which an engine failed.", "game")
        self.quarantined = counter("quarantined", "Tables quarantined because their fold failed.")

        # Connections.
        self.connections = gauge("connections", "Open websockets.")
        self.frames_sent = counter("frames_sent", "Frames sent.")
        self.frames_received = counter("frames_received", "Frames received.")
        self.bad_frames = counter("bad_frames", "Frames that could not be read, by the code of the problem.", "code")
        self.limited = counter("limited", "Messages and requests refused by a rate limit, by what it counts by.", "by")
        self.bytes_sent = counter("sent_bytes", "Bytes of messages sent, before they are compressed.")
        self.bytes_received = counter("received_bytes", "Bytes of frames received.")
        self.update_bytes = counter("update_bytes", "Bytes of table updates, which are part of all bytes sent.")
        self.skipped_paused = counter("skipped_paused", "Updates delayed because the client reads slowly.")
        self.view_mismatches = counter(
            "view_mismatches",
            "Whole views requested because an update did not fit the client's.",
        )

        # People, and what they are sent about tables.
        self.sessions = counter("sessions", "Sessions started, by how: new, or moved with a code.", "by")
        self.lobby_tables = gauge("lobby_tables", "Tables in this node's copy of the lobby.", "livemax")
        self.bot_seconds = seconds("bot", "Time a bot thinks about one move.")
        self.bot_retries = counter("bot_retries", "Moves of bots that were retried.")
        self.bot_failures = counter("bot_failures", "Bot computations that failed or took too long.")

        # Notifications to people who are not looking.
        self.calls_sent = counter(
            "calls_sent",
            "Notifications sent, by channel and outcome.",
            "channel",
            "outcome",
        )
        self.calls_dropped = counter(
            "calls_dropped", "Notifications dropped because their reason was gone when they were due."
        )
        self.push_removed = counter("push_removed", "Push subscriptions that the push service no longer knows.")

        # The service itself.
        self.redis_errors = counter("redis_errors", "Tasks postponed because Redis did not answer, by task.", "work")
        self.http_requests = counter("http_requests", "HTTP requests, by method and status.", "method", "status")

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus's text format: of all workers, including dead ones for counters."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # left untyped there
        return generate_latest(together)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"partie_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str, together: Literal["livesum", "livemax"] = "livesum") -> Gauge:
        return Gauge(f"partie_{name}", words, registry=self.registry, multiprocess_mode=together)

    def _seconds(self, name: str, words: str) -> Histogram:
        return Histogram(f"partie_{name}_seconds", f"Seconds. {words}", buckets=_FAST, registry=self.registry)
