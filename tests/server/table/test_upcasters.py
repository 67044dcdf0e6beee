"""Events of every format there ever was can be read; those of a newer build are distinguished from damaged ones."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from partie.table import FORMAT, Event, Newer, decode_event, encode_event, upcasters
from partie.table.events import (
    KINDS,
    Answered,
    Asked,
    Created,
    Ended,
    Left,
    LessonStep,
    Moved,
    Origin,
    OutageCredited,
    RatedChanged,
    Readied,
    Redone,
    Reservation,
    Seated,
    SeatReplaced,
    Start,
    TimedOut,
    Undone,
    VacationChanged,
)
from partie.table.upcasters import LIFTS, PLAIN, Unreadable, format_of
from partie.table.values import Days, DelaySetting, Live
from tests.server.table.sitting import ANN, BOB, SEED

GOLDEN = Path(__file__).parents[2] / "golden"

START = Start(("amber-1", 5, ("x", 2)), ("hands",), 3, b"\x01\x02\x03\x04")

created = partial(Created, person=ANN, game="toy", version=2, format=3, chance=1, seed=SEED)

EVENTS: dict[str, Event] = {
    "created": created(
        id="c-1",
        digest=11,
        table="table-1",
        seats=4,
        seed_hash="ab" * 32,
        options={"rounds": 3, "peeking": True},
        access="invited",
        watch="nobody",
    ),
    "seated": Seated(id="c-2", person=ANN, digest=12, seat=1, colour="hare"),
    "seated_bot": Seated(id="c-3", person=ANN, digest=13, seat=2, colour="duck", bot=True, start=START),
    "left": Left(id="c-4", person=BOB, digest=14, seat=3),
    "readied": Readied(id="c-5", person=BOB, digest=15, seat=3, ready=True, nonce="00ff" * 8, start=START),
    "moved": Moved(
        id="c-6",
        person=BOB,
        digest=16,
        seat=1,
        ask=9,
        move=Raw(msgspec.msgpack.encode({"type": "step", "to": "field-2"})),
        draws=(1, "a", ("b", 2)),
        uncovered=("top",),
        format=3,
        fingerprint=b"\x05\x06\x07\x08",
    ),
    "undone": Undone(id="c-7", person=BOB, digest=17, seat=1, to=9),
    "redone": Redone(id="c-8", person=BOB, digest=18, seat=1, to=10),
    "asked_undo": Asked(id="c-9", person=BOB, digest=19, seat=1, what="undo", of=(0, 2), to=9),
    "asked_free_seat": Asked(id="c-10", person=BOB, digest=20, seat=1, what="free_seat", of=(), target=2),
    "asked_end": Asked(id="c-11", person=BOB, digest=21, seat=1, what="end", of=(0,)),
    "answered": Answered(id="c-12", person=ANN, digest=22, seat=0, proposal=14, grant=True),
    "flagged": TimedOut(id="c-13", person="", digest=23, seat=1),
    "substituted": SeatReplaced(id="c-14", person=ANN, digest=24, seat=2, bot=True),
    "ended": Ended(id="c-15", person="", digest=25, reason="expired"),
    "created_live": created(
        id="c-16",
        digest=26,
        table="table-2",
        seats=2,
        seed_hash="cd" * 32,
        pace=Live(game=600, turn=10, falls="lost"),
    ),
    "asked_pace": Asked(
        id="c-17",
        person=ANN,
        digest=27,
        seat=0,
        what="pace",
        of=(1,),
        pace=Days(days=2, opens=480, closes=1320, zone="Europe/Berlin", vacation=7, falls="free"),
        zone=((0, 60), (86_400_000, 120)),
    ),
    "flagged_free": TimedOut(id="c-18", person="service:", digest=28, seat=1, falls="free"),
    "spared": OutageCredited(id="c-19", person="service:", digest=29, since=1_000, until=61_000),
    "created_rated": created(
        id="c-31",
        digest=41,
        table="table-4",
        seats=2,
        seed_hash="0a" * 32,
        rated=True,
    ),
    "counted": RatedChanged(id="c-32", person=ANN, digest=42, rated=True),
    "created_again": created(
        id="c-21",
        digest=31,
        table="table-3",
        seats=2,
        seed_hash="ef" * 32,
        kept=(
            Reservation(person=ANN, colour="hare", seated=True, won=2),
            Reservation(colour="duck", bot=True, level="deep"),
        ),
        previous="table-2",
    ),
    "rested": VacationChanged(id="c-20", person=ANN, digest=30, seat=0, on=True),
    "created_delayed": created(
        id="c-22",
        digest=32,
        table="table-4",
        seats=2,
        seed_hash="fe" * 32,
        delay=DelaySetting("moves", 3),
    ),
    "created_forked": Created(
        id="c-33",
        person=ANN,
        digest=43,
        table="table-5",
        game="toy",
        version=2,
        format=3,
        chance=1,
        seats=2,
        seed=SEED,
        seed_hash="ba" * 32,
        kept=(Reservation(person=ANN, colour="hare", seated=True), Reservation(person=BOB, colour="duck")),
        origin=Origin("table-4", 17, "cd" * 8, 2),
        past=b"\x78\xda\x00",
    ),
    "created_lesson": created(
        id="c-37",
        digest=47,
        table="table-6",
        seats=2,
        seed_hash="dc" * 32,
        lesson=(LessonStep(0, b"\x81\xa4type\xa4done"), LessonStep(1, b"\x81\xa4type\xa4done")),
    ),
    "asked_delay": Asked(
        id="c-34", person=ANN, digest=44, seat=0, what="delay", of=(1,), delay=DelaySetting("seconds", 60), shown=12
    ),
    "answered_delay": Answered(id="c-35", person=BOB, digest=45, seat=1, proposal=14, grant=True, shown=13),
    "asked_lasting": Asked(id="c-36", person=ANN, digest=46, seat=0, what="pause", of=(1,), stands=172_800_000),
}
"""What the events in the golden files mean today, every member other than its default somewhere."""


def golden(number: int) -> dict[str, bytes]:
    """The events as a build of that format wrote them."""
    text = (GOLDEN / f"log-format-{number}.json").read_text(encoding="ascii")
    return {name: bytes.fromhex(body) for name, body in json.loads(text).items()}


@pytest.mark.parametrize("number", range(1, FORMAT + 1))
def test_events_of_every_format_are_read_as_what_they_mean_today(number: int) -> None:
    """The golden file of a format is written once and never changed."""
    bodies = golden(number)
    read = {name: decode_event(number, body) for name, body in bodies.items()}
    assert read == {name: EVENTS[name] for name in bodies}
    assert number < FORMAT or {type(event) for event in read.values()} == set(KINDS)


def test_the_present_format_is_written_as_its_golden_file_says() -> None:
    """Other bytes are another format: raise it, lift this one, and write another golden file."""
    assert {name: encode_event(event) for name, event in EVENTS.items()} == golden(FORMAT)


def test_an_event_that_older_nodes_can_serve_is_written_in_their_format() -> None:
    """Only what they would not keep is of the newest: so a table is refused by as few nodes as possible."""
    assert {name for name, event in EVENTS.items() if format_of(event) != PLAIN} == {
        "created_delayed",
        "created_forked",
        "created_lesson",
        "asked_delay",
        "asked_lasting",
    }


def test_a_newer_format_or_kind_is_left_to_newer_nodes() -> None:
    """It is not damage."""
    with pytest.raises(Newer):
        decode_event(FORMAT + 1, b"")
    with pytest.raises(Newer):
        decode_event(FORMAT, msgspec.msgpack.encode({"kind": "teleported", "id": "x", "person": ANN}))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        b"\x91" * 4000,
        msgspec.msgpack.encode({"kind": "left"}),
        msgspec.msgpack.encode({}),
        b"\x93\x01\x02\x03",
        b"\x81\xa4kind\xa1\xff",
    ],
)
def test_bytes_that_are_no_event_are_damage(body: bytes) -> None:
    """Also a known kind with a member missing."""
    with pytest.raises(Unreadable):
        decode_event(FORMAT, body)


def test_older_events_are_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """One pure function for each step; a format there never was is damage."""
    monkeypatch.setattr(upcasters, "FORMAT", 3)
    monkeypatch.setitem(LIFTS, 1, lambda event: {**event, "seat": event["chair"]})
    monkeypatch.setitem(LIFTS, 2, lambda event: {key: value for key, value in event.items() if key != "chair"})
    old = msgspec.msgpack.encode({"kind": "left", "id": "x", "person": ANN, "chair": 2})
    assert decode_event(1, old) == Left(id="x", person=ANN, seat=2)
    with pytest.raises(Unreadable):
        decode_event(0, old)
