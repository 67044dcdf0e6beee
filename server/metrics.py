"""All figures that a node counts, declared in one place.

Each :class:`Metrics` has a registry of its own, so that several nodes can live in one process, as in tests.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

_FAST: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds. An append takes one fsync; a load some milliseconds."""


class Metrics:
    """The metrics of one node."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge, seconds = self._counter, self._gauge, self._seconds

        # The log and what is decided on it.
        self.events = counter("events", "Events folded, own ones and those of other nodes.")
        self.moves = counter("moves", "Moves accepted by this node, by game.", "game")
        self.refusals = counter("refusals", "Commands refused, by the code of the refusal.", "code")
        self.undo_refusals = counter("undo_refusals", "Undos refused, by the reason why.", "code")
        self.busy = counter("busy", "Commands and questions refused because a table's inbox was full.")
        self.lost_races = counter("lost_races", "Appends that lost their number to another node's event.")
        self.unsettled = counter("unsettled", "Appends whose fate was not known after the first try.")
        self.append_seconds = seconds("append", "From handing an event to the log to its answer.")
        self.log_rewound = counter("log_rewound", "Logs found shorter than they had been.")
        self.log_healed = counter("log_healed", "Shortened logs whose lost tail this node put back.")

        # Tables.
        self.tables_awake = gauge("tables_awake", "Tables in this node's memory.")
        self.loads = counter("loads", "Tables loaded, by where the fold began: snapshot or log.", "start")
        self.load_seconds = seconds("load", "To load a table.")
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

        # People, and what they are told of tables.
        self.sessions = counter("sessions", "Sessions begun, by how: new, or moved here by a code.", "by")
        self.lobby_tables = gauge("lobby_tables", "Tables in this node's copy of the lobby.")
        self.bot_seconds = seconds("bot", "A bot's thinking about one move.")
        self.bot_retries = counter("bot_retries", "Moves of bots that had to be tried again.")
        self.bot_failures = counter("bot_failures", "Thoughts of bots that failed or took too long.")

        # The service itself.
        self.redis_errors = counter("redis_errors", "Work put off because Redis did not answer, by what.", "work")
        self.http_requests = counter("http_requests", "HTTP requests, by method and status.", "method", "status")

    def exposition(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"partie_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"partie_{name}", words, registry=self.registry)

    def _seconds(self, name: str, words: str) -> Histogram:
        return Histogram(f"partie_{name}_seconds", f"Seconds. {words}", buckets=_FAST, registry=self.registry)
