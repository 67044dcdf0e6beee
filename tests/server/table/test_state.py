"""A table and its five parts."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from partie.table import Stamp, Table
from partie.table.state import Consent, Play, Proposal, Seating, Trail, settle, with_seats, without_proposal
from tests.server.table.toyplay import in_turns

PARTS: Final = {"seating": Seating, "play": Play, "trail": Trail, "consent": Consent}


@pytest.fixture
def table() -> Table:
    """A table in the middle of a game."""
    sitting, _ = in_turns()
    return sitting.table


def test_no_member_is_in_two_parts_or_beside_them() -> None:
    """So that each can be had from the table by its name."""
    names = [name for part in PARTS.values() for name in part.__struct_fields__]
    names += [name for name in Table.__struct_fields__ if name not in PARTS]
    assert len(names) == len(set(names))


def test_what_is_read_from_the_table_stands_in_its_part(table: Table) -> None:
    """Readers use these properties of the table; none of them can be set."""
    read = [name for name, member in vars(Table).items() if isinstance(member, property) and name != "has_state"]
    assert {"seats", "decision_tokens", "started", "proposal", "result"} <= set(read)
    for name in read:
        (part,) = (part for part, kind in PARTS.items() if name in kind.__struct_fields__)
        assert getattr(table, name) is getattr(getattr(table, part), name)
        with pytest.raises(AttributeError):
            setattr(table, name, None)


def test_parts_that_an_event_leaves_alone_are_shared(table: Table) -> None:
    """Keeping many tables is cheap."""
    proposed = replace(table, consent=Consent(Proposal(table.seq, 0, 0, "end", 0, 0, (1,)), 1))
    after = settle(without_proposal(with_seats(proposed, table.seats)), Stamp(table.seq + 1, "ab" * 8, 7))
    assert (after.seq, after.at, after.proposal, after.consent.proposals) == (table.seq + 1, 7, None, 1)
    assert after.play is table.play
    assert after.trail is table.trail


def test_a_proposal_is_stamped_by_the_event_that_made_it(table: Table) -> None:
    """From its stamp on it stands for two minutes."""
    proposed = replace(table, consent=Consent(Proposal(table.seq + 1, 0, 0, "end", 0, 0, (1,)), 1))
    after = settle(proposed, Stamp(table.seq + 1, "ab" * 8, 7_000))
    assert after.proposal is not None
    assert (after.proposal.at, after.proposal.until) == (7_000, 127_000)
    later = settle(after, Stamp(table.seq + 2, "cd" * 8, 8_000))
    assert later.proposal is after.proposal


def test_a_table_comes_back_from_its_bytes_but_for_the_games_state(table: Table) -> None:
    """As a snapshot keeps it."""
    bare = replace(table, play=replace(table.play, state=None))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(bare), type=Table) == bare
