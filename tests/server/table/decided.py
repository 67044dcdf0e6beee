"""What becomes of every command and of every event, from anybody and at any time of a table's life.

``python -m tests.server.table.decided`` writes it down again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from partie.table import Refused, Stamp, Table, TableBroken, commands, decide, fold
from partie.table import events as ev
from partie.table.commands import Command
from partie.table.context import Context
from partie.table.limits import EVENTS_TO_END, MAX_EVENTS, MAX_EVENTS_OPEN
from partie.table.values import Days, DelaySetting, Live
from tests.server.table.sitting import ANN, BOB, CID, DAN, MINUTE, SEED, Sitting, nonce, opened, running, seated
from tests.server.table.toyplay import finish, in_turns, matched, source, step

GOLDEN: Final = Path(__file__).with_name("decided.json")

LIVE: Final = Live(game=300, turn=5)
DAYS: Final = Days(days=3, vacation=7)

Golden: TypeAlias = dict[str, dict[str, dict[str, str] | str]]
"""By the time of a table's life and by command or event what comes of it; by person, where that differs."""

# --- times of a table's life -------------------------------------------------------------------------------------


def _host_stands() -> Sitting:
    sitting = opened(3)
    sitting.must(BOB, commands.Sit(1))
    return sitting


def _with_bot() -> Sitting:
    sitting = _host_stands()
    sitting.must(BOB, commands.SeatBot(2))
    return sitting


def _all_but_one_ready() -> Sitting:
    sitting = seated(ANN, BOB)
    sitting.must(BOB, commands.Ready(True, nonce(BOB)))
    return sitting


def _moved(**settings: Any) -> Sitting:
    sitting, seat = in_turns(ANN, BOB, **settings)
    sitting.must_move(seat, step(sitting, seat))
    return sitting


def _undone() -> Sitting:
    sitting = _moved()
    sitting.must(sitting.person(sitting.table.runner), commands.Undo(sitting.table.trail.run[-1]))
    return sitting


def _proposed(what: Any, **given: Any) -> Sitting:
    sitting = running(ANN, BOB, CID)
    sitting.must_move(2, sitting.legal(2)[0])
    to = sitting.table.started if what == "undo" else None
    sitting.must(ANN, commands.Propose(what, to=to, **given))
    return sitting


def _freed() -> Sitting:
    sitting = running(ANN, BOB)
    sitting.away = {BOB: 10 * MINUTE}
    sitting.must(ANN, commands.Propose("free_seat", seat=1))
    sitting.away = {}
    return sitting


def _kept() -> Sitting:
    sitting = running(ANN, BOB)
    sitting.must(BOB, commands.SeatBot(1))
    return sitting


def _paused() -> Sitting:
    sitting = running(ANN, BOB, pace=LIVE)
    sitting.must(ANN, commands.Propose("pause"))
    sitting.must(BOB, commands.Answer(sitting.table.seq, True))
    return sitting


def _resting() -> Sitting:
    sitting = running(ANN, BOB, pace=DAYS)
    sitting.must(BOB, commands.ChangeVacation(True))
    return sitting


def _finished() -> Sitting:
    sitting = running(ANN, BOB)
    finish(sitting)
    return sitting


def _closed() -> Sitting:
    sitting = seated(ANN, BOB)
    sitting.must(ANN, commands.Close())
    return sitting


SITTINGS: Final[dict[str, Callable[[], Sitting]]] = {
    "open": lambda: seated(ANN, BOB),
    "open, host stands": _host_stands,
    "open, a bot": _with_bot,
    "open, all but one ready": _all_but_one_ready,
    "open, by invitation": lambda: opened(3, access="invited"),
    "open, rated": lambda: seated(ANN, BOB, rated=True),
    "open, matched": matched,
    "running": lambda: running(ANN, BOB),
    "running, moved": _moved,
    "running, undone": _undone,
    "running, undo proposed": lambda: _proposed("undo"),
    "running, end proposed": lambda: _proposed("end"),
    "running, pace proposed": lambda: _proposed("pace", pace=LIVE),
    "running, a seat freed": _freed,
    "running, a seat kept": _kept,
    "running, rated": lambda: running(ANN, BOB, rated=True),
    "running, clocks": lambda: _moved(pace=LIVE),
    "running, paused": _paused,
    "running, days": lambda: running(ANN, BOB, pace=DAYS),
    "running, resting": _resting,
    "ended, finished": _finished,
    "ended, closed": _closed,
}

FULL: Final = {
    "open, full": ("open", MAX_EVENTS_OPEN),
    "running, nearly full": ("running, undo proposed", MAX_EVENTS - EVENTS_TO_END),
    "running, full": ("running, undo proposed", MAX_EVENTS),
    "ended, full": ("ended, finished", MAX_EVENTS),
}
"""Tables with no event left, or few."""

PERSONS: Final[dict[str, tuple[str, bool]]] = {
    "Ann": (ANN, False),
    "Bob": (BOB, False),
    "Dan": (DAN, False),
    "Dan, invited": (DAN, True),
    "the service": (":service", False),
}

# --- commands ----------------------------------------------------------------------------------------------------


def _commands(sitting: Sitting, table: Table, person: str) -> Iterator[tuple[str, Command]]:
    seat = table.seat_of(person)
    ask = table.decision_tokens[seat or 0] if table.decision_tokens else 1
    legal = sitting.legal(seat or 0) if table.phase == "running" else []
    move = Raw(msgspec.msgpack.encode(legal[0] if legal else {"type": "step", "to": "a"}))
    proposal = 0 if table.proposal is None else table.proposal.seq
    back = table.trail.run[0] if table.trail.run else table.started
    named: dict[str, Command] = {
        "create": commands.Create("toy", 2),
        "fork": commands.Fork(1, 0, ("free", "free")),
        "learn": commands.Learn("toy"),
        "count": commands.ChangeRated(True),
        "count not": commands.ChangeRated(False),
        "sit 0": commands.Sit(0),
        "sit 1": commands.Sit(1),
        "sit 2": commands.Sit(2),
        "sit 1 heron": commands.Sit(1, "heron"),
        "sit 1 stag": commands.Sit(1, "stag"),
        "sit 1 dodo": commands.Sit(1, "dodo"),
        "leave": commands.Leave(),
        "seat bot 0": commands.SeatBot(0),
        "seat bot 1": commands.SeatBot(1),
        "seat bot 1 deep": commands.SeatBot(1, "deep"),
        "seat bot 2": commands.SeatBot(2),
        "unseat bot 1": commands.UnseatBot(1),
        "unseat bot 2": commands.UnseatBot(2),
        "turn away 0": commands.TurnAway(0),
        "turn away 1": commands.TurnAway(1),
        "ready": commands.Ready(True, "00" * 8),
        "ready oddly": commands.Ready(True, "00" * 8 + "0"),
        "not ready": commands.Ready(False, "00" * 8),
        "move": commands.Move(ask, move),
        "move stale": commands.Move(0, move),
        "move nowhere": commands.Move(ask, Raw(msgspec.msgpack.encode({"type": "nothing"}))),
        "undo": commands.Undo(back),
        "undo nowhere": commands.Undo(1),
        "redo": commands.Redo(table.trail.redo[0] if table.trail.redo else 1),
        "redo nowhere": commands.Redo(1),
        "propose undo": commands.Propose("undo", to=table.started),
        "propose undo nowhere": commands.Propose("undo"),
        "propose free 0": commands.Propose("free_seat", seat=0),
        "propose free 1": commands.Propose("free_seat", seat=1),
        "propose free none": commands.Propose("free_seat"),
        "propose end": commands.Propose("end"),
        "propose no pace": commands.Propose("pace"),
        "propose pace": commands.Propose("pace", pace=DAYS),
        "propose narrow pace": commands.Propose("pace", pace=Days(days=1, opens=0, closes=1)),
        "propose pause": commands.Propose("pause"),
        "propose resume": commands.Propose("resume"),
        "propose delay": commands.Propose("delay", delay=DelaySetting("seconds", 60)),
        "propose no delay": commands.Propose("delay"),
        "grant": commands.Answer(proposal, True),
        "refuse": commands.Answer(proposal, False),
        "grant another": commands.Answer(1, True),
        "rest": commands.ChangeVacation(True),
        "rest no more": commands.ChangeVacation(False),
        "close": commands.Close(),
        "again": commands.Rematch(),
        "expire": commands.Expire(),
        "vacate 0": commands.Vacate(0),
        "vacate 9": commands.Vacate(9),
        "flag 0": commands.TimeOut(0),
        "flag 1": commands.TimeOut(1),
        "spare": commands.CreditOutage(0, table.at + 20_000),
    }
    yield from named.items()


def _decided(sitting: Sitting, table: Table | None, command: Command, person: str, **given: Any) -> str:
    ctx = Context(
        person=person,
        id="a-command",
        engines=sitting.engines,
        past=sitting.history.past,
        now=sitting.now,
        table="table-2",
        seed=SEED,
        **given,
    )
    decision = decide(table, command, ctx)
    if isinstance(decision, Refused):
        return " ".join(map(str, (decision.code, decision.rule, decision.params or ""))).strip()
    bounds = [
        f"{name} {bound - sitting.now:+}"
        for name, bound in (("from", decision.not_before), ("until", decision.not_after))
        if bound is not None
    ]
    return " ".join(["->", ev.KINDS[type(decision.event)], *bounds])


# --- events ------------------------------------------------------------------------------------------------------


def _events(sitting: Sitting, table: Table) -> Iterator[ev.Event]:
    seat = 0
    legal = sitting.legal(seat) if table.phase == "running" else []
    move = Raw(msgspec.msgpack.encode(legal[0] if legal else {"type": "nothing"}))
    who: dict[str, Any] = {"id": "an-event", "person": ANN}
    yield ev.RatedChanged(**who, rated=True)
    yield ev.Seated(**who, seat=seat, colour="hare")
    yield ev.Left(**who, seat=seat)
    yield ev.Readied(**who, seat=seat, ready=False)
    yield ev.Moved(**who, seat=seat, ask=1, move=move, format=0)
    yield ev.Undone(**who, seat=seat, to=table.trail.run[0] if table.trail.run else 1)
    yield ev.Redone(**who, seat=seat, to=table.trail.redo[0] if table.trail.redo else 1)
    yield ev.Asked(**who, seat=seat, what="end", of=(1,))
    yield ev.Answered(**who, seat=1, proposal=0 if table.proposal is None else table.proposal.seq, grant=False)
    yield ev.TimedOut(**who, seat=1)
    yield ev.OutageCredited(**who, since=table.at - 10, until=table.at)
    yield ev.VacationChanged(**who, seat=seat, on=True)
    yield ev.SeatReplaced(**who, seat=1, bot=True)
    yield ev.Ended(**who, reason="closed")
    yield sitting.history.event(1)


def _folded(sitting: Sitting, table: Table | None, event: ev.Event) -> str:
    seq = 1 if table is None else table.seq + 1
    stamp = Stamp(seq, "00" * 8, sitting.now)
    try:
        after = fold(table, event, stamp, sitting.engines, sitting.history.past)
    except TableBroken as broken:
        return f"{type(broken).__name__}: {broken}"
    return f"-> {after.phase}"


# --- all of it ---------------------------------------------------------------------------------------------------


def decided() -> Golden:
    """By the time of the table's life what becomes of each command, by who it is of, and of each event."""
    sittings = {name: make() for name, make in SITTINGS.items()}
    times = {name: (sitting, sitting.table) for name, sitting in sittings.items()}
    times |= {name: (sittings[time], replace(sittings[time].table, seq=seq)) for name, (time, seq) in FULL.items()}
    golden: Golden = {"none": _before_the_first(sittings["running"], sittings["ended, finished"])}
    for name, (sitting, table) in times.items():
        golden[name] = {label: _shared(answers) for label, answers in _answers(sitting, table).items()}
        golden[name] |= {
            f"event {ev.KINDS[type(event)]}": _folded(sitting, table, event) for event in _events(sitting, table)
        }
    return golden


def _answers(sitting: Sitting, table: Table) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for who, (person, invited) in PERSONS.items():
        for label, command in _commands(sitting, table, person):
            found.setdefault(label, {})[who] = _decided(sitting, table, command, person, invited=invited)
    for label, command in _commands(sitting, table, ANN):
        away = {BOB: 10 * MINUTE, CID: 10 * MINUTE}
        found[label]["Ann, others away"] = _decided(sitting, table, command, ANN, away=away)
    return found


def _shared(answers: dict[str, str]) -> dict[str, str] | str:
    """One answer where all are alike."""
    return next(iter(answers.values())) if len(set(answers.values())) == 1 else answers


def _before_the_first(sitting: Sitting, ended: Sitting) -> dict[str, dict[str, str] | str]:
    """Where there is no table yet."""
    made: dict[str, dict[str, str] | str] = {
        label: _decided(sitting, None, command, ANN, source=source(ended, sitting.table.started))
        for label, command in _commands(sitting, sitting.table, ANN)
    }
    for label, command in {
        "create unknown": commands.Create("chess", 2),
        "create for too many": commands.Create("toy", 16),
        "create with options": commands.Create("toy", 2, options={"no": "such"}),
        "create narrow": commands.Create("toy", 2, pace=Days(days=1, opens=0, closes=1)),
        "create nowhere": commands.Create("toy", 2, pace=Days(days=1, zone="No/Where")),
        "create rated late": commands.Create("toy", 2, rated=True, delay=DelaySetting("seconds", 60)),
    }.items():
        made[label] = _decided(sitting, None, command, ANN)
    for event in _events(sitting, sitting.table):
        made[f"event {ev.KINDS[type(event)]}"] = _folded(sitting, None, event)
    return made


def encoded(golden: Golden) -> str:
    """As JSON, a line for each command and event."""
    times = (
        f" {json.dumps(time)}: {{\n"
        + ",\n".join(f"  {json.dumps(label)}: {json.dumps(answer)}" for label, answer in answers.items())
        + "\n }"
        for time, answers in golden.items()
    )
    return "{\n" + ",\n".join(times) + "\n}\n"


if __name__ == "__main__":
    GOLDEN.write_text(encoded(decided()))
