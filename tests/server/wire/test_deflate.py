"""Frames that are compressed once for many connections."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame as Received
from websockets.frames import Opcode

from partie.wire.deflate import KEPT, LARGE, SMALL, WINDOW_BITS, Tail, deflated
from partie.wire.frame import Frame

update = st.binary(min_size=1, max_size=60).map(lambda words: b"update" + words * 9)
large = st.binary(min_size=1, max_size=60).map(lambda words: words + bytes(LARGE))


class Browser:
    """One end of a connection as RFC 7692 has it, by another implementation than ours."""

    def __init__(self) -> None:
        self.extension = PerMessageDeflate(
            remote_no_context_takeover=False,
            local_no_context_takeover=True,
            remote_max_window_bits=WINDOW_BITS,
            local_max_window_bits=WINDOW_BITS,
        )
        self.tail: Tail = ()

    def sent(self, frame: Frame) -> bytes:
        """Be sent a frame compressed; returns what was read."""
        data, self.tail = frame.deflated(self.tail)
        assert data[0] == 0xC2  # one binary frame, with the bit of the extension
        body = data[2:] if data[1] < 126 else data[4:]
        return bytes(self.extension.decode(Received(Opcode.BINARY, body, rsv1=True)).data)


@given(st.lists(update | large | st.binary(min_size=SMALL + 1), min_size=1, max_size=20), st.integers(0, 20))
def test_everybody_reads_what_was_written_from_the_first_message_or_later(messages: list[bytes], late: int) -> None:
    """However the messages are mixed, and whatever of them a connection was not sent."""
    first, second = Browser(), Browser()
    for number, message in enumerate(messages):
        frame = Frame(message, compressible=True)
        assert first.sent(frame) == message
        if number >= late:
            assert second.sent(frame) == message


def test_connections_that_were_sent_the_same_updates_are_sent_the_same_bytes() -> None:
    """A spectator who comes later shares them after a few updates."""
    early, late = Browser(), Browser()
    early.sent(Frame(b"an update that only one of them has seen" * 3, compressible=True))
    for number in range(KEPT):
        frame = Frame(b"seat %d moves on to the fair of the isle; " % number * 3, compressible=True)
        early.sent(frame)
        late.sent(frame)
    assert early.tail == late.tail
    last = Frame(b"seat 5 moves on to the fair of the isle; " * 3, compressible=True)
    assert last.deflated(early.tail)[0] is last.deflated(late.tail)[0]


def test_an_update_is_shorter_after_one_like_it() -> None:
    """It says what differs from the updates before."""
    before, now = (
        b'{"seq": %d, "lines": [{"key": "laid", "params": {"seat": 1, "tile": "1-15"}}]}' % n for n in (7, 8)
    )
    assert len(deflated(now, (before,))) < len(deflated(now, ())) / 3 < len(now) / 3


def test_a_connection_does_not_hold_on_to_whole_views() -> None:
    """The next message after one refers to nothing, and only a few small ones are remembered."""
    browser = Browser()
    browser.sent(Frame(bytes(LARGE), compressible=True))
    assert browser.tail == ()
    for number in range(3 * KEPT):
        browser.sent(Frame(b"%d" % number * SMALL * 2, compressible=True))
    assert len(browser.tail) == KEPT


def test_what_is_small_or_has_words_of_people_is_not_compressed() -> None:
    """The one would not become smaller; the length of the other would tell something about secrets next to it."""
    assert not Frame(bytes(SMALL), compressible=True).compressible
    assert not Frame(bytes(1000)).compressible
