"""What the kit allows a game is what the service bears."""

from __future__ import annotations

from partie.kit import limits as kit
from partie.net.protocol import MOST_WAITING
from partie.table import limits as table
from partie.wire import limits as wire


def test_a_game_may_be_as_long_as_a_table() -> None:
    """And its settings as large as those that a table is created with."""
    assert kit.MAX_EVENTS == table.MAX_EVENTS
    assert kit.MAX_OPTIONS == table.MAX_OPTIONS


def test_a_move_fits_into_a_frame_with_what_stands_around_it() -> None:
    """Its command, its table and its receipt have far less than half of one."""
    assert 2 * kit.MAX_MOVE <= wire.MAX_FRAME


def test_a_view_with_a_page_of_history_can_wait_for_a_slow_reader() -> None:
    """A frame that may not wait would close every connection that needs it."""
    ordinary_page = wire.MAX_LINES * kit.MAX_LINES // 4
    assert kit.MAX_VIEW + kit.MAX_LEGAL_BYTES + ordinary_page < MOST_WAITING
