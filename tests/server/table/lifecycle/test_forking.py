"""Playing on from a position of a finished game, at a table of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.kit import SPECTATOR
from partie.log import Entry
from partie.table import History, ImpossibleEvent, Snapshot, decode_event, encode_event
from partie.table.events import Created, Origin
from partie.table.keep import archive
from partie.table.limits import MAX_DEPTH, MAX_PAST
from partie.table.state import bot_person
from partie.table.upcasters import FORKED, FORMAT
from partie.table.values import DelaySetting
from partie.table.verify import NotFair, verify
from partie.wire import client_in
from tests.server.table.sitting import ANN, BOB, CID, MINUTE, TOYS, Sitting, code, nonce, opened, running
from tests.server.table.toyplay import bid_all, finish, in_turns, source, step

FREE: tuple[client_in.Filling, ...] = ("free", "free")


@pytest.fixture(scope="module")
def origin() -> Sitting:
    """A finished game of two, with moves that were taken back."""
    sitting, seat = in_turns(ANN, BOB)
    begin = sitting.table.seq
    sitting.must_move(seat, step(sitting, seat))
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    finish(sitting)
    return sitting


def positions(sitting: Sitting) -> list[int]:
    """Every event after which the game ran."""
    return [table.seq for table in sitting.tables if table.phase == "running"]


def forked(
    sitting: Sitting, seq: int, *, others: tuple[client_in.Filling, ...] = ("free", "quick"), **given: Any
) -> Sitting:
    """The table that Ann forks at event ``seq``, where she sits on seat 0."""
    fork = Sitting(TOYS, "fork-1")
    fork.must(ANN, client_in.Fork(seq, 0, others), source=source(sitting, seq), **given)
    return fork


def begun(sitting: Sitting, seq: int, **given: Any) -> Sitting:
    """The same, started against a bot."""
    fork = forked(sitting, seq, **given)
    fork.must(ANN, client_in.Ready(True, nonce(ANN)))
    return fork


def refused(sitting: Sitting, command: client_in.Fork, **given: Any) -> str:
    """Why the table cannot be forked so."""
    given.setdefault("source", source(sitting, min(command.seq, sitting.table.seq)))
    return code(Sitting(TOYS, "fork-1").do(ANN, command, **given))


# --- the position ------------------------------------------------------------------------------------------------


@given(data=st.data())
@settings(max_examples=40)
def test_the_fold_of_a_fork_is_that_of_its_origin_up_to_the_position(data: st.DataObject, origin: Sitting) -> None:
    """Until the start the very state; from then on all that somebody could see who only watched."""
    seq = data.draw(st.sampled_from(positions(origin)))
    seed = data.draw(st.binary(min_size=32, max_size=32))
    then = origin.history.past(seq)
    fork = forked(origin, seq, seed=seed)
    for folded in (fork.table, History.load("fork-1", fork.entries, None, TOYS).newest):
        assert (folded.state, folded.play.fingerprint) == (then.state, then.play.fingerprint)
        assert "game" not in fork.history.view(folded, 0), "nobody is shown anything before it is dealt anew"
    fork.must(ANN, client_in.Ready(True, nonce(ANN)))
    assert fork.table.phase == "running"
    assert fork.history.view(fork.table, SPECTATOR)["game"] == origin.history.view(then, SPECTATOR)["game"]
    assert fork.history.pending(fork.table) == origin.history.pending(then)
    assert fork.table.play.turn == then.play.turn
    finish(fork)
    assert History.load("fork-1", fork.entries, None, TOYS).newest == fork.table


def test_what_was_hidden_is_dealt_anew_from_a_seed_of_the_new_table(origin: Sitting) -> None:
    """So that nobody profits from having read the finished game, whose hands, draws and seed are open."""
    seq = positions(origin)[0]
    hands = {tuple(player.hand for player in origin.history.past(seq).state.players)}
    for number in range(5):
        fork = begun(origin, seq, seed=bytes([number] * 32))
        hands.add(tuple(player.hand for player in fork.table.state.players))
    assert len(hands) == 6
    assert fork.table.play.key != origin.table.play.key


def test_a_fork_begins_at_its_position_and_nobody_goes_back_beyond_it(origin: Sitting) -> None:
    """Neither by himself nor with the others' consent; the chapters that were over belong to its first event."""
    seq = positions(origin)[-1]
    fork = begun(origin, seq)
    then = origin.history.past(seq)
    assert fork.table.chapters == (fork.table.started,) * len(then.chapters)
    assert code(fork.do(ANN, client_in.Undo(1))) == "nothing_to_undo"
    assert code(fork.do(ANN, client_in.Propose("undo", to=1))) == "no_such_position"


def test_a_fork_is_told_from_other_tables(origin: Sitting) -> None:
    """Its document and its first line name the position; it holds the table's settings, and no clock."""
    seq = positions(origin)[2]
    fork = forked(origin, seq)
    view = fork.history.view(fork.table, SPECTATOR)
    frame = view["table"]
    assert isinstance(frame, dict)
    assert frame["origin"] == {"table": "table-1", "seq": seq}
    assert (frame["access"], frame["options"]) == ("invited", origin.history.view(origin.table, 0)["table"]["options"])  # type: ignore[index,call-overload]
    (line,) = fork.history.entry(1, SPECTATOR).lines
    assert (line.key, line.params) == ("forked", {"person": ANN, "seats": 2, "to": seq})
    fork.check_views()


def test_the_seats_are_whose_the_person_wishes(origin: Sitting) -> None:
    """His own, a bot's, one held for who sat there before, or anybody's who is invited; in the colours they had."""
    seq = positions(origin)[0]
    fork = Sitting(TOYS, "fork-1")
    fork.must(BOB, client_in.Fork(seq, 0, ("free", "former")), source=source(origin, seq))
    own, other = fork.table.seats
    assert (own.person, own.colour, other.person) == (BOB, origin.table.seats[0].colour, "")
    assert fork.table.kept[1].person == "", "one person plays for one seat alone"
    fork = forked(origin, seq, others=("free", "former"))
    assert fork.table.kept[1].person == BOB
    assert code(fork.do(CID, client_in.Sit(1), invited=True)) == "seat_kept"
    fork.must(BOB, client_in.Sit(1))
    fork = forked(origin, seq, others=("free", "deep"))
    bot = fork.table.seats[1]
    assert (bot.person, bot.level, bot.ready) == (bot_person(1), "deep", True)
    fork = forked(origin, seq, others=FREE)
    assert code(fork.do(CID, client_in.Sit(1))) == "not_invited"
    fork.must(CID, client_in.Sit(1), invited=True)


def test_a_fork_can_be_forked_from_before_and_after_it_began(origin: Sitting) -> None:
    """The chain is as long as it says, and each of its tables is folded by itself."""
    fork = begun(origin, positions(origin)[3])
    finish(fork)
    second = begun(fork, positions(fork)[1])
    assert second.table.origin == Origin("fork-1", positions(fork)[1], fork.entries[positions(fork)[1] - 1].mark, 2)
    finish(second)
    assert History.load("fork-1", second.entries, None, TOYS).newest == second.table
    assert verify(second.entries, TOYS).ending == "finished"


# --- refusals -----------------------------------------------------------------------------------------------------


def test_only_a_position_of_a_game_that_has_ended_is_played_on_from(origin: Sitting) -> None:
    """Not a running game, one that never ran, one before the start, nor the end itself."""
    seq = positions(origin)[0]
    going = running(ANN, BOB)
    assert refused(going, client_in.Fork(going.table.seq, 0, FREE)) == "not_ended"
    closed = opened()
    closed.must(ANN, client_in.Close())
    assert refused(closed, client_in.Fork(1, 0, FREE)) == "never_started"
    assert refused(origin, client_in.Fork(1, 0, FREE)) == "no_such_position"
    assert refused(origin, client_in.Fork(origin.table.seq, 0, FREE)) == "no_such_position"
    assert refused(origin, client_in.Fork(seq, 2, FREE)) == "no_such_seat"
    assert refused(origin, client_in.Fork(seq, 0, ("free",))) == "bad_seats"


def test_a_fork_does_not_grow_without_end(origin: Sitting) -> None:
    """Neither by the bytes that it takes along nor by the tables behind it."""
    seq = positions(origin)[0]
    here = source(origin, seq)
    assert (
        refused(origin, client_in.Fork(seq, 0, FREE), source=replace(here, log=bytes(MAX_PAST + 1))) == "fork_too_long"
    )
    deep = replace(here.ended, origin=Origin("x", 1, "", MAX_DEPTH))
    assert refused(origin, client_in.Fork(seq, 0, FREE), source=replace(here, ended=deep)) == "fork_too_deep"


def test_a_delayed_table_is_not_forked_before_everybody_has_seen_its_end() -> None:
    """Else a new table would tell of it."""
    sitting = running(ANN, BOB, delay=DelaySetting("seconds", 60))
    seq = sitting.table.seq
    bid_all(sitting)
    finish(sitting)
    assert refused(sitting, client_in.Fork(seq, 0, FREE), now=sitting.table.at + MINUTE - 1) == "not_seen_yet"
    assert refused(sitting, client_in.Fork(seq, 0, FREE), now=sitting.table.at + MINUTE) == ""


def test_a_fork_is_never_rated(origin: Sitting) -> None:
    """Not even if its host wants it before the start."""
    fork = forked(origin, positions(origin)[0], others=FREE)
    assert not fork.table.rated
    assert code(fork.do(ANN, client_in.ChangeRated(rated=True))) == "rated_fork"


# --- the log ------------------------------------------------------------------------------------------------------


def test_nodes_that_do_not_know_forks_leave_their_tables_alone(origin: Sitting) -> None:
    """The format of the first event tells them."""
    fork = Sitting(TOYS, "fork-1")
    seq = positions(origin)[0]
    decision = fork.decide(ANN, client_in.Fork(seq, 0, FREE), source=source(origin, seq))
    assert decision.format == FORKED  # type: ignore[union-attr]


def test_an_open_fork_is_kept_as_a_snapshot_with_the_state_it_goes_on_from(origin: Sitting) -> None:
    """So loading it folds nothing of what lies behind it."""
    fork = forked(origin, positions(origin)[1])
    decoded = Snapshot.decode(fork.history.snapshot().encode(), TOYS)
    assert decoded is not None
    assert decoded.table == fork.table


def changed(fork: Sitting, **members: Any) -> list[Entry]:
    """The fork's log with another first event."""
    first = fork.entries[0]
    event = decode_event(FORMAT, first.body)
    assert isinstance(event, Created)
    return [replace(first, body=encode_event(replace(event, **members))), *fork.entries[1:]]


def test_a_fork_that_lies_about_its_origin_is_not_folded(origin: Sitting) -> None:
    """Another position, a damaged past, none at all, one that can be no log."""
    fork = forked(origin, positions(origin)[1])
    there = fork.table.origin
    assert there is not None
    for members in (
        {"origin": replace(there, seq=there.seq + 1)},
        {"origin": replace(there, mark="0" * 16)},
        {"past": b""},
        {"past": archive.pack([])},
        {"past": archive.pack([replace(origin.entries[0], body=b"\xc1")])},
        {"past": archive.pack(origin.entries)},
        {"seats": 3},
    ):
        with pytest.raises(ImpossibleEvent):
            History.load("fork-1", changed(fork, **members), None, TOYS)


def test_a_fork_is_proved_with_what_lies_behind_it(origin: Sitting) -> None:
    """The draws of both tables count, and a draw of the other one that was not fair is found here as well."""
    fork = begun(origin, positions(origin)[2])
    finish(fork)
    assert verify(fork.entries, TOYS).draws > 0
    first = decode_event(FORMAT, origin.entries[0].body)
    assert isinstance(first, Created)
    unfair = encode_event(replace(first, seed=bytes(32)))
    there = fork.table.origin
    assert there is not None
    past = archive.pack([replace(origin.entries[0], body=unfair), *origin.entries[1 : there.seq]])
    with pytest.raises(NotFair):
        verify(changed(fork, past=past), TOYS)
