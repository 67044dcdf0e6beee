"""The codes with which the service closes a websocket, and what a client should do then."""

from __future__ import annotations

from typing import Final

GO_AWAY: Final = 1012
"""Registered for the websocket protocol: service restart."""

TRY_AGAIN: Final = 1013
"""Registered for the websocket protocol: try again later."""

NO_SESSION: Final = 4401
FOREIGN: Final = 4403
BANNED: Final = 4410
TOKEN_ENDED: Final = 4411

MEANINGS: Final[dict[int, str]] = {
    GO_AWAY: "This node stops. Connect again at once: another node serves you.",
    TRY_AGAIN: "This node can't serve you now; a `problem` before it says why. Connect again, more slowly each time.",
    NO_SESSION: "There is no session, or it has ended. Sign in, then connect again.",
    FOREIGN: "The page that opened the websocket belongs to another service: its `Origin` is not this `Host`.",
    BANNED: "The person or its network is banned; `banned` before it gives the reason and the end.",
    TOKEN_ENDED: "The bot's token was revoked or never existed.",
}
"""Every code of the service, for programs. Other codes, such as 1006, come from the network or the protocol."""
