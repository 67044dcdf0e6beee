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
        self.events = counter("events", "Events folded, own ones and those of other nodes.")
        self.moves = counter("moves", "Moves accepted by this node, by game.", "game")
        self.refusals = counter("refusals", "Commands refused, by the code of the refusal.", "code")
        self.undo_refusals = counter("undo_refusals", "Undos refused, by the reason why.", "code")
        self.busy = counter("busy", "Commands and questions refused because a table's inbox was full.")
        self.lost_races = counter("lost_races", "Appends that lost their number to another node's event.")
        self.unsettled = counter("unsettled", "Appends whose fate was not known after the first try.")
        self.append_seconds = seconds("append", "From handing an event to the log to its answer.")
        self.log_commands = counter("log_commands", "Commands on logs sent to Redis.")
        self.log_batches = counter("log_batches", "Round trips in which commands on logs went to Redis.")
        self.log_resent = counter("log_resent", "Commands on logs sent again, as their answer was lost.")
        self.log_short_of_replicas = counter(
            "log_short_of_replicas", "Appends acknowledged with fewer replicas than were asked for."
        )
        self.log_rewound = counter("log_rewound", "Logs found shorter than they had been.")
        self.log_healed = counter("log_healed", "Shortened logs whose lost tail this node put back.")

        # Tables.
        self.tables_awake = gauge("tables_awake", "Tables in this node's memory.")
        self.loads = counter("loads", "Tables loaded, by where the fold began: snapshot or log.", "start")
        self.load_seconds = seconds("load", "To load a table.")
        self.archived = counter("archived", "Logs of games that had ended, archived by this node.")
        self.engine_failures = counter("engine_failures", "Commands and questions on which an engine failed.", "game")
        self.quarantined = counter("quarantined", "Tables set aside because their fold failed.")

        # Connections.
        self.connections = gauge("connections", "Open websockets.")
        self.frames_sent = counter("frames_sent", "Frames sent.")
        self.frames_received = counter("frames_received", "Frames received.")
        self.bad_frames = counter("bad_frames", "Frames that could not be read, by the code of the problem.", "code")
        self.bytes_sent = counter("sent_bytes", "Bytes of frames sent, without their headers.")
        self.bytes_received = counter("received_bytes", "Bytes of frames received.")
        self.update_bytes = counter("update_bytes", "Bytes of the updates of tables among those sent.")
        self.skipped_paused = counter("skipped_paused", "Updates put off because their reader was slow.")
        self.view_mismatches = counter(
            "view_mismatches",
            "Clients that asked for a whole view because an update did not fit theirs.",
        )

        # People, and what they are sent about tables.
        self.sessions = counter("sessions", "Sessions begun, by how: new, or moved here by a code.", "by")
        self.lobby_tables = gauge("lobby_tables", "Tables in this node's copy of the lobby.", "livemax")
        self.bot_seconds = seconds("bot", "A bot's thinking about one move.")
        self.bot_retries = counter("bot_retries", "Moves of bots that had to be tried again.")
        self.bot_failures = counter("bot_failures", "Thoughts of bots that failed or took too long.")

        # Notifications of people who are not looking.
        self.calls_sent = counter(
            "calls_sent",
            "Messages to people who do not look, by channel and by what became of them.",
            "channel",
            "outcome",
        )
        self.calls_dropped = counter("calls_dropped", "Calls that did not stand any more when they were due.")
        self.push_removed = counter(
            "push_removed", "Browsers called no more, as their push service knows them no more."
        )

        # The service itself.
        self.redis_errors = counter("redis_errors", "Work put off because Redis did not answer, by what.", "work")
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
