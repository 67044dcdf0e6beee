"""The checker finds every breach of every law: a run that is sound passes, the same run with one thing wrong fails."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgpack
import pytest
from redis import Redis

from tests.faults.checker import check

MARKS = ["a" * 16, "b" * 16, "c" * 16, "d" * 16]
KEY = "partie:{table}:log"
Note: TypeAlias = dict[str, Any]


class Run:
    """A small run: four commands by two processes, of which the second was killed before it heard of its last."""

    def __init__(self, redis: Redis, folder: Path) -> None:
        self.redis = redis
        self.folder = folder
        self.entries = [
            {"f": "1", "m": mark, "p": prev, "at": str(1000 + 10 * number), "b": msgpack.packb({"id": f"c{number}"})}
            for number, (mark, prev) in enumerate(zip(MARKS, ["", *MARKS[:-1]], strict=True), 1)
        ]
        self.notes: dict[str, list[Note]] = {"one.0": [], "two.0": []}
        for number, mark in enumerate(MARKS, 1):
            of_one = self.notes["two.0" if number == 4 else "one.0"]
            seen = {"id": f"c{number}", "table": "table", "seq": number, "mark": mark}
            of_one.append({"t": 900 + 10 * number, "k": "intent", "id": f"c{number}", "table": "table"})
            of_one.append({"t": 900 + 10 * number, "k": "try", **seen})
            if number != 4:
                of_one.append({"t": 1001 + 10 * number, "k": "ack", **seen})
        self.notes["two.1"] = [{"t": 2000, "k": "ack", "id": "c4", "table": "table", "seq": 4}]
        for kind in ("seen", "fold"):
            self.notes["two.1"].append({"t": 9000, "k": kind, "table": "table", "person": 1, "seq": 4, "digest": "d4"})
        self.notes["one.0"].append({"t": 5000, "k": "absent", "id": "c9", "mark": "9" * 16})
        self.notes["one.0"].append({"t": 5000, "k": "view", "table": "table", "seq": 3, "digest": self.digest(3)})
        self.kills = [{"t": 1050, "k": "kill", "victim": "two.0"}]

    def digest(self, seq: int) -> str:
        folded = b""
        for entry in self.entries[:seq]:
            folded = hashlib.sha256(folded + str(entry["m"]).encode() + entry["b"]).digest()
        return folded.hex()

    def note(self, name: str, kind: str) -> Note:
        return next(note for note in self.notes[name] if note["k"] == kind)

    def report(self) -> dict[str, Any]:
        self.redis.delete(KEY)
        for seq, entry in enumerate(self.entries, 1):
            if entry:
                self.redis.xadd(KEY, entry, id=f"{seq}-0")  # type: ignore[arg-type]  # narrower than what is meant
        for name, of_one in self.notes.items():
            (self.folder / f"{name}.notes").write_text("".join(json.dumps(note) + "\n" for note in of_one))
        (self.folder / "kills").write_text("".join(json.dumps(kill) + "\n" for kill in self.kills))
        return check(self.folder, [self.redis])


@pytest.fixture
def run(redis_server: str, tmp_path: Path) -> Run:
    return Run(Redis(unix_socket_path=redis_server.removeprefix("unix://")), tmp_path)


def test_a_sound_run_has_no_problems_and_its_figures_are_counted(run: Run) -> None:
    """Nothing is wrong, and the one kill hit between append and acknowledgement."""
    assert run.report() == {
        "tables": 1,
        "entries": 4,
        "acknowledged": 4,
        "views": 2,
        "rewound": 0,
        "kills": {"all": 1, "two": 1},
        "kills_between": {"all": 1, "two": 1},
        "problems": [],
    }


def lose_the_last_acknowledged(run: Run) -> None:
    del run.entries[2:]
    run.notes["one.0"].remove(run.note("one.0", "view"))


def leave_a_gap(run: Run) -> None:
    run.entries[3] = {}
    run.entries.append({**Run(run.redis, run.folder).entries[3]})


def stand_elsewhere(run: Run) -> None:
    run.note("one.0", "ack")["seq"] = 2


def acknowledge_another(run: Run) -> None:
    run.note("one.0", "ack")["id"] = "c2"


def double(run: Run) -> None:
    run.entries[3]["b"] = run.entries[0]["b"]


def break_the_chain(run: Run) -> None:
    run.entries[3]["p"] = MARKS[0]


def turn_time_back(run: Run) -> None:
    run.entries[3]["at"] = "1"


def let_an_absent_one_stand(run: Run) -> None:
    run.note("one.0", "absent")["mark"] = MARKS[3]


def let_a_stranger_in(run: Run) -> None:
    run.notes["two.0"].remove(run.note("two.0", "try"))


def see_something_else(run: Run) -> None:
    run.note("one.0", "view")["seq"] = 2


def see_another_view(run: Run) -> None:
    run.note("two.1", "seen")["digest"] = "other"


def see_what_nobody_folded(run: Run) -> None:
    run.notes["two.1"].remove(run.note("two.1", "fold"))


def leave_a_command_open(run: Run) -> None:
    run.notes["two.1"].remove(run.note("two.1", "ack"))


def refuse_what_stands(run: Run) -> None:
    run.notes["two.1"].append({"t": 3000, "k": "absent", "id": "c4", "code": "stale"})


def do_what_nobody_wanted(run: Run) -> None:
    run.notes["two.0"].remove(run.note("two.0", "intent"))


@pytest.mark.parametrize(
    ("breach", "word"),
    [
        (lose_the_last_acknowledged, "is lost"),
        (leave_a_gap, "without a gap"),
        (stand_elsewhere, "another entry stands"),
        (acknowledge_another, "another entry stands"),
        (double, "stands twice"),
        (break_the_chain, "the mark before it"),
        (turn_time_back, "stamp went back"),
        (let_an_absent_one_stand, "said never to be"),
        (let_a_stranger_in, "nobody tried"),
        (see_something_else, "is not the fold"),
        (see_another_view, "is not the fold"),
        (see_what_nobody_folded, "is not the fold"),
        (leave_a_command_open, "never answered"),
        (refuse_what_stands, "said never to be"),
        (do_what_nobody_wanted, "nobody wanted"),
    ],
)
def test_each_breach_is_found(run: Run, breach: Callable[[Run], None], word: str) -> None:
    """One thing is made wrong, and the report names it."""
    breach(run)
    assert any(word in problem for problem in run.report()["problems"])


@pytest.mark.parametrize(
    ("kill", "between"),
    [
        ({"t": 1050, "victim": "two.0"}, True),
        ({"t": 1035, "victim": "two.0"}, False),  # before its entry was stamped
        ({"t": 1050, "victim": "one.0"}, False),  # all its entries were acknowledged by then
        ({"t": 1030, "victim": "one.0"}, True),  # its third was stamped, and acknowledged a millisecond later
        ({"t": 1050, "victim": "redis"}, True),
        ({"t": 1015, "victim": "redis"}, False),
    ],
)
def test_a_kill_counts_only_between_stamp_and_acknowledgement(run: Run, kill: Note, between: bool) -> None:
    """Of the process that was killed, or of any that was not dead by then if Redis was."""
    run.kills = [{"k": "kill", **kill}]
    if kill["victim"] != "two.0":
        run.kills.append({"t": 1060, "k": "kill", "victim": "two.0"})
    kind = kill["victim"].partition(".")[0]
    assert run.report()["kills_between"].get(kind, 0) == between


def test_an_entry_whose_owner_is_long_dead_makes_no_kill_of_redis_count(run: Run) -> None:
    """Nobody waits for its acknowledgement any more."""
    run.kills = [{"t": 1050, "k": "kill", "victim": "two.0"}, {"t": 1070, "k": "kill", "victim": "redis"}]
    assert run.report()["kills_between"] == {"all": 1, "two": 1}


def test_who_is_told_of_a_loss_is_counted(run: Run) -> None:
    """Whether that is a breach depends on the Redis; the figure is there to be judged."""
    run.notes["one.0"].append({"t": 3000, "k": "rewound", "table": "table", "seq": 1, "lost": 2})
    assert run.report()["rewound"] == 1


def test_a_kill_of_a_node_counts_for_what_was_sent_to_it(run: Run) -> None:
    """Not for what went over another node."""
    run.note("two.0", "try").update({"k": "sent", "node": "node1"})
    run.kills = [{"t": 1050, "k": "kill", "victim": f"node{number}"} for number in (0, 1)]
    run.kills.append({"t": 1060, "k": "kill", "victim": "two.0"})
    assert run.report()["kills_between"] == {"all": 2, "node": 1, "two": 1}
