"""A finished game can be proved; a file of a running one holds one viewer's knowledge."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from partie.kit.chance import Draw
from partie.log import Entry
from partie.table import Expire, decode_event, encode_event
from partie.table.events import Created, Moved, Readied, Start
from partie.table.upcasters import FORMAT
from partie.table.verify import NotFair, verify
from partie.wire import client_in
from tests.engines.toys.state import Peek
from tests.server.table.sitting import ANN, BOB, CID, TOYS, Shelf, Sitting, opened, running
from tests.server.table.toyplay import finish, in_turns, step


def finished() -> Sitting:
    """A game with draws, undo, undo by consent and new draws, played to its end."""
    sitting, seat = in_turns(ANN, BOB, CID)
    begin = sitting.table.seq
    walked = sitting.must_move(seat, step(sitting, seat)).seq
    sitting.must(sitting.person(seat), client_in.Undo(begin))
    sitting.must(sitting.person(seat), client_in.Redo(walked))
    sitting.must_move(seat, Peek())
    sitting.must(sitting.person(seat), client_in.Propose("undo", to=begin))
    proposal = sitting.table.seq
    for other in {0, 1, 2} - {seat}:
        sitting.must(sitting.person(other), client_in.Answer(proposal, True))
    sitting.must_move(seat, Peek())
    finish(sitting)
    return sitting


def test_a_finished_game_is_proved_draw_by_draw() -> None:
    """The proof tells how much was proved."""
    sitting = finished()
    proof = verify(sitting.entries, TOYS)
    assert (proof.table, proof.game, proof.events) == ("table-1", "toy", sitting.table.seq)
    assert proof.draws >= 12 + 2
    assert proof.moves > 10
    assert (proof.ending, proof.seed_hash) == ("finished", sitting.table.seed_hash)


def test_a_game_ended_by_agreement_or_never_started_is_proved_too() -> None:
    """As far as it went."""
    sitting = running(ANN, BOB)
    sitting.must(ANN, client_in.Propose("end"))
    sitting.must(BOB, client_in.Answer(sitting.table.seq, True))
    assert verify(sitting.entries, TOYS).draws == 8
    sitting = opened()
    sitting.now += 24 * 3600 * 1000
    sitting.must("", Expire())
    assert verify(sitting.entries, TOYS).draws == 0


def tampered(entries: list[Entry], change: Callable[[object], object]) -> list[Entry]:
    """The log with events changed."""
    return [
        replace(entry, body=encode_event(change(decode_event(FORMAT, entry.body))))  # type: ignore[arg-type]
        for entry in entries
    ]


def other_seed(event: object) -> object:
    """A seed that was not the one published."""
    return replace(event, seed=bytes(32)) if isinstance(event, Created) else event


def other_seed_and_hash(event: object) -> object:
    """Another seed with its hash, as if it had been published."""
    if isinstance(event, Created):
        return replace(event, seed=bytes(32), seed_hash=hashlib.sha256(bytes(32)).hexdigest())
    return event


def other_chance(event: object) -> object:
    """A generator that nobody knows."""
    return replace(event, chance=99) if isinstance(event, Created) else event


def other_deal(event: object) -> object:
    """The first two cards that were dealt change places."""
    if isinstance(event, Readied) and event.start is not None:
        first, second, *rest = event.start.draws
        return replace(event, start=Start((second, first, *rest), format=99))
    return event


def other_top(event: object) -> object:
    """The card that was looked at is another one, which would have been possible."""
    if isinstance(event, Moved) and event.draws:
        draws: tuple[Draw, ...] = ("dusk-9" if event.draws[0] != "dusk-9" else "dusk-8",)
        return replace(event, draws=draws, format=99)
    return event


def other_nonce(event: object) -> object:
    """A nonce that leads to another key."""
    return replace(event, nonce="12" * 16) if isinstance(event, Readied) else event


@pytest.mark.parametrize("change", [other_seed, other_seed_and_hash, other_chance, other_deal, other_top, other_nonce])
def test_whatever_was_tampered_with_is_found(change: Callable[[object], object]) -> None:
    """Also where the fingerprints of the states were made not to be compared."""
    with pytest.raises(NotFair) as found:
        verify(tampered(finished().entries, change), TOYS)
    assert found.value.seq >= 1


def test_a_log_with_a_hole_an_unfinished_game_and_no_log_are_no_proof() -> None:
    """Each says why."""
    entries = finished().entries
    for wrong, shelf in (
        (entries[:5] + entries[6:], TOYS),
        (entries[:-1], TOYS),
        ([], TOYS),
        (entries, Shelf()),
    ):
        with pytest.raises(NotFair):
            verify(wrong, shelf)
