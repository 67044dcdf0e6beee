"""The service says, to everybody on every connection, what it said when the evenings were recorded."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.fixtures.service import StartNode
from tests.golden.wire import REWRITE, goldens
from tests.golden.wire.evening import Evening
from tests.golden.wire.evenings import EVENINGS
from tests.golden.wire.plain import Names, nameless
from tests.golden.wire.window import Message


@pytest.mark.parametrize("name", EVENINGS)
async def test_everybody_is_sent_what_was_recorded(name: str, start_node: StartNode) -> None:
    """Every message on every connection. ``python -m tests.golden.wire`` records them again, where that is meant."""
    evening = Evening(name, start_node)
    stopped = ""
    with evening.chance.begin():
        try:
            await EVENINGS[name](evening)
            record = await evening.end()
        except AssertionError as failed:
            # What was not sent is waited for in vain: what came before it may say why.
            stopped, record = f"evening {name} stopped: {failed}\n", evening.record()
    record = goldens.as_stored(record)
    if os.environ.get(REWRITE) and not stopped:
        goldens.save(name, record)
    if (first := goldens.difference(goldens.load(name), record)) or stopped:
        pytest.fail(f"{stopped}evening {name}, {first}", pytrace=False)


# --- the comparison itself ----------------------------------------------------------------------------------------


def at(record: goldens.Record, kind: str) -> tuple[list[Message], int]:
    """The first message of a kind that Ann was sent at the table: its list, and where in it."""
    told = record["connections"]["Ann"]["table"]
    return told, next(index for index, message in enumerate(told) if message["t"] == kind)


def another_code(record: goldens.Record) -> str:
    """A refusal has another code."""
    told, index = at(record, "refused")
    told[index]["code"] = "because"
    return f"connection Ann, stream table, message {index} (refused), code:\n"


def one_less(record: goldens.Record) -> str:
    """A message does not come."""
    told, index = at(record, "forecast")
    del told[index]
    return f"connection Ann, stream table, message {index} (forecast)"


def one_more(record: goldens.Record) -> str:
    """A message comes at the end."""
    told, index = at(record, "forecast")
    told.append(told[index])
    return f"connection Ann, stream table, message {len(told) - 1}: one too many, got"


def another_order(record: goldens.Record) -> str:
    """Two messages come the other way round."""
    told, index = at(record, "turn")
    told[index], told[index + 1] = told[index + 1], told[index]
    return f'connection Ann, stream table, message {index} (turn), t:\n  want "turn"\n  got  "{told[index]["t"]}"'


def a_member_more(record: goldens.Record) -> str:
    """A member that was left out stands there with nothing in it."""
    told, index = at(record, "accepted")
    told[index]["rule"] = None
    return f"connection Ann, stream table, message {index} (accepted), rule:\n  want (absent)\n  got  null"


def a_member_less(record: goldens.Record) -> str:
    """A member is left out, deep in a view."""
    told, index = at(record, "update")
    del told[index]["view"]["table"]["seed_hash"]
    return f"connection Ann, stream table, message {index} (update), view.table.seed_hash:\n  want "


def another_kind_of_value(record: goldens.Record) -> str:
    """A truth becomes a number that equals it."""
    told, index = at(record, "turn")
    told[index]["must"] = int(told[index]["must"])
    return f"connection Ann, stream table, message {index} (turn), must:\n  want "


def another_answer(record: goldens.Record) -> str:
    """A request over HTTP names somebody who is not there."""
    record["besides"][0]["status"] = 404
    return "answers over HTTP and what stood at rest, message 0 (POST /api/session), status:\n  want 201\n  got  404"


def a_line_less(record: goldens.Record) -> str:
    """Nobody hears what was said."""
    record["connections"]["Ann"]["chat of players"].pop()
    return "connection Ann, stream chat of players, message 1: missing, want"


def nobody_there(record: goldens.Record) -> str:
    """A connection is missing."""
    del record["connections"]["Ann"]
    return 'connections, message 0 (a value), all of it:\n  want "Ann"\n  got  "Bob"'


CHANGES: list[Callable[[goldens.Record], str]] = [
    another_code,
    one_less,
    one_more,
    another_order,
    a_member_more,
    a_member_less,
    another_kind_of_value,
    another_answer,
    a_line_less,
    nobody_there,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_record_that_differs_is_told_by_where_it_does(change: Callable[[goldens.Record], str]) -> None:
    """Each way in which it could."""
    record = goldens.load("wikinger")
    where = change(record)
    assert goldens.difference(goldens.load("wikinger"), record).startswith(where)


def test_every_evening_has_a_golden_and_every_golden_an_evening() -> None:
    """Also those that a name left behind."""
    assert {path.name.split(".")[0] for path in goldens.FOLDER.glob("*.json.xz")} == EVENINGS.keys()


KINDS = frozenset(
    """
    welcome update turn offers forecast accepted refused history past no_past rooms chat reason said blocked next_game
    found done declined following opened closed banned rewound gone problem moved
    """.split()  # noqa: SIM905  # a word list
)


def test_the_evenings_show_all_that_can_be_sent() -> None:
    """But for what comes to rest before it is compared, and what comes of a Redis that fails: ``unsettled``."""
    told: set[str] = set()
    for name in EVENINGS:
        record = goldens.load(name)
        told |= {
            one["t"] for streams in record["connections"].values() for stream in streams.values() for one in stream
        }
    assert told - {"(closed)"} == KINDS


def test_what_is_random_has_a_name_and_the_same_one_everywhere() -> None:
    """In members, in their names, and within longer texts; times are recognised by their size."""
    names = Names()
    names.call("abcdefghijklmn23", "Ann")
    found = {"abcdefghijklmn23": 1795555573009, "path": "/table/abcdefghijklmn23#x", "left": 5, "count": 5, "on": True}
    assert names.plain(found) == {"<Ann>": "<time>", "path": "/table/<Ann>#x", "left": "<ms>", "count": 5, "on": True}
    assert nameless({"a": ["0123456789abcdef"]}) == ["0123456789abcdef"]
    with pytest.raises(AssertionError):
        names.call("abcdefghijklmn23", "Bob")
