"""The states of a connection, which decide what a message means."""

from __future__ import annotations

import enum
from typing import Final


class State(enum.Enum):
    """The states of a connection."""

    GREETING = "greeting"
    """The first message has not arrived yet."""
    IDLE = "idle"
    """No table is shown."""
    ENTERING = "entering"
    """A table is being opened; questions about it wait until it is there."""
    AT_TABLE = "at_table"
    """A table is shown."""
    GONE = "gone"
    """The peer has disconnected."""


MEANINGS: Final[dict[State, str]] = {
    State.GREETING: "The first message must be `hello`; any other is answered by the problem `no_hello`.",
    State.IDLE: "After `welcome`. No table is shown; `enter` opens one.",
    State.ENTERING: "A table is being opened. Questions about it wait; `update` or `gone` ends the wait.",
    State.AT_TABLE: "A table is shown, and each of its events comes as an `update`. Another `enter` shows another one.",
    State.GONE: "The websocket is closed. The person keeps the seats; connect again and enter the table.",
}
"""The states for those who write clients."""
