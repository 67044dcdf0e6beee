"""The limits of the wire, each with its reason."""

VERSION = 2
"""Incremented when a message changes its meaning.

In version 1 every patch names its base. In version 2 one that follows the update before does not.
"""

OLDEST_VERSION = 1
"""The oldest version of clients that are still served. Others have to reload."""

MAX_FRAME = 16 * 1024
"""Bytes of one frame from a client. The largest legitimate one, a table with all options, is under 1 KiB."""

MAX_LINES = 50
"""History entries sent with an update, and the length of a page of older ones."""

FRAMES_PER_SECOND = 40
"""Frames one connection may send, even all at once; dragging the scrubber sends about 20 per second."""

CRC_EVERY = 20
"""Interval, in events, of updates with the CRC-32 of the whole view."""

MAX_CHAT_SIGNS = 400
"""Characters of a chat message, as a reader counts them."""

MAX_CHAT_BYTES = 1600
"""Bytes of a chat message: four for each character, as emoji have."""

CHAT_PAGE = 50
"""Chat messages shown at once, and the length of a page of older ones."""

BEAT_SECONDS = 5.0
"""Seconds between beats. A visible client treats ten seconds of silence as a lost connection, so one may be late."""

HELLO_SECONDS = 10.0
"""Seconds that a client may take for its first message. A page that was asleep meanwhile comes back by itself."""

ADMISSION_RETRY = 5
"""Seconds after which a client whose address has to wait may try another handshake."""

DRAINING_RETRY = 1
"""Seconds after which a client that came to a stopping node may try another handshake, with another node."""
