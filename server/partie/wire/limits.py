"""Limits of the wire, each with where it comes from."""

VERSION = 1
"""Raised when a message changes its meaning. A client of another version is told to reload."""

MAX_FRAME = 16 * 1024
"""Bytes of one frame from a client. The largest honest one, a table with all options, is under 1 KiB."""

MAX_LINES = 50
"""History entries that go along with an update; older ones are fetched in pages of as many."""

FRAMES_PER_SECOND = 40
"""Frames one connection may send, all at once if it likes; a scrubbing finger makes some 20 a second."""

CRC_EVERY = 20
"""Every so many updates carries the CRC-32 of the whole view."""

MAX_CHAT_SIGNS = 400
"""Signs of one line of chat, as a reader counts them."""

MAX_CHAT_BYTES = 1600
"""Bytes of one line of chat: four for each sign, as emoji have."""

CHAT_PAGE = 50
"""Lines of chat that are shown at once; older ones are fetched in pages of as many."""
