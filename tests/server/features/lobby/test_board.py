"""One node's copy of the lobby: what persons are shown, and the messages that bring them there."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.features.lobby.board import SHOWN, Board, is_listed
from partie.wire.client_out import LobbyEntry
from tests.server.features.lobby.conftest import entry, followed


class Comes(NamedTuple):
    """A person who comes to the lobby or, who is there already, leaves it."""

    person: str


PERSONS = ("ann", "bob", "cleo")
TABLES = ("abcd", "efgh", "ijkl")

entries = st.builds(
    entry,
    st.sampled_from(TABLES),
    st.integers(1, 12),
    st.sampled_from(("open", "running", "ended")),
    st.lists(st.sampled_from(PERSONS), max_size=2, unique=True),
    access=st.sampled_from(("open", "invited")),
    watch=st.sampled_from(("all", "invited", "nobody")),
    host=st.sampled_from(PERSONS),
)
renamed = st.tuples(st.sampled_from(PERSONS), st.sampled_from(("", "Ann", "Bob")))
comes = st.sampled_from(PERSONS).map(Comes)
steps = st.lists(entries | renamed | st.sampled_from(TABLES) | comes | st.none(), max_size=30)


def shown_to(board: Board, names: dict[str, str], person: str) -> dict[str, LobbyEntry]:
    """What a person may see of all that the board has, under the present names."""
    return {
        table: replace(one, seats=tuple(replace(seat, name=names.get(seat.person, "")) for seat in one.seats))
        for table, one in board.entries.items()
        if one.phase != "ended" and (is_listed(one) or person in (one.host, *(seat.person for seat in one.seats)))
    }


@settings(max_examples=200)
@given(steps)
def test_messages_lead_to_what_one_who_enters_now_is_shown(
    happened: list[LobbyEntry | tuple[str, str] | Comes | str | None],
) -> None:
    """After any changes, all that follow the messages hold what newcomers would hold, and nothing else."""
    board = Board()
    names: dict[str, str] = {}
    held = {person: followed({}, board.whole(person)) for person in ("ann", "guest")}
    for step in [*happened, None]:
        if isinstance(step, LobbyEntry):
            board.take(step)
        elif isinstance(step, Comes):
            if held.pop(step.person, None) is None:
                held[step.person] = followed({}, board.whole(step.person))
        elif isinstance(step, tuple):
            names[step[0]] = step[1]
            board.learn({step[0]: step[1]})
        elif step is not None:
            # A removed entry may come back with a smaller seq only after its removal was sent.
            board.drop(step)
            tell(board, names, held)
        else:
            tell(board, names, held)
    for person, tables in held.items():
        assert tables == followed({}, board.whole(person)) == shown_to(board, names, person)


def tell(board: Board, names: dict[str, str], held: dict[str, dict[str, LobbyEntry]]) -> None:
    """Look up the requested names, and send what changed to everybody, own messages after it."""
    board.learn({person: names.get(person, "") for person in board.unknown})
    change = board.change(held)
    if change is None:
        return
    for person in list(held):
        for message in (change.everybody, change.own.get(person)):
            if message is not None:
                held[person] = followed(held[person], message)


@given(st.lists(entries, min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_boards_agree_whatever_the_order(written: list[LobbyEntry], random: object) -> None:
    """Each table stands at its largest seq."""
    board = Board()
    for one in written:
        board.take(one)
    newest = {table: max(one.seq for one in written if one.table == table) for table in {one.table for one in written}}
    assert {table: one.seq for table, one in board.entries.items()} == newest


def test_nothing_new_is_no_message() -> None:
    """The same entry again changes nothing, and an older one neither."""
    board = Board()
    assert board.take(entry("abcd", 3))
    assert board.change(PERSONS) is not None
    assert not board.take(entry("abcd", 3))
    assert not board.take(entry("abcd", 2))
    assert board.change(PERSONS) is None


def test_tables_by_invitation_are_shown_to_those_concerned() -> None:
    """Host and seated persons see them, nobody else does, and people who may not watch do not see a game begin."""
    board = Board()
    board.take(entry("abcd", 1, persons=("bob",), access="invited", host="ann"))
    board.take(entry("efgh", 1, watch="nobody", host="cleo"))
    board.change(PERSONS)
    seen = {person: set(followed({}, board.whole(person))) for person in (*PERSONS, "guest")}
    assert seen == {"ann": {"abcd", "efgh"}, "bob": {"abcd", "efgh"}, "cleo": {"efgh"}, "guest": {"efgh"}}

    board.take(entry("efgh", 2, "running", persons=("cleo",), watch="nobody", host="cleo"))
    change = board.change(PERSONS)
    assert change is not None
    assert change.everybody is not None
    assert change.everybody.gone == ("efgh",)
    assert [one.table for one in change.own["cleo"].tables] == ["efgh"]


def test_the_game_of_a_table_is_known_to_those_who_see_it() -> None:
    """Of a table by invitation its people alone know it, and of one that moderators have closed nobody."""
    board = Board()
    board.take(entry("abcd", persons=("bob",), access="invited", host="ann"))
    board.take(entry("efgh", host="cleo"))
    game = board.entries["abcd"].game
    assert [board.game_shown("abcd", person) for person in ("ann", "bob", "cleo", "")] == [game, game, "", ""]
    assert board.game_shown("efgh", "") == game
    board.close("efgh", closed=True)
    assert [board.game_shown(table, "cleo") for table in ("efgh", "ijkl")] == ["", ""]


def test_who_comes_right_after_sitting_down_is_shown_at_the_table() -> None:
    """Although the others learn of it a moment later. A bot that was started again looks where it sits."""
    board = Board()
    board.take(entry("abcd", 1, "open", ["ann"]))
    board.change(())
    board.take(now := entry("abcd", 2, "running", ["ann", "bob"]))
    board.learn({"ann": "Ann", "bob": "Bob"})
    held = {person: followed({}, board.whole(person)) for person in ("bob", "cleo")}
    assert held["bob"] == shown_to(board, {"ann": "Ann", "bob": "Bob"}, "bob")
    assert held["cleo"]["abcd"].seq < now.seq
    tell(board, {"ann": "Ann", "bob": "Bob"}, held)
    assert held["bob"] == held["cleo"] == shown_to(board, {"ann": "Ann", "bob": "Bob"}, "cleo")


def test_a_crowded_lobby_shows_the_newest() -> None:
    """Everybody is shown so many of each kind, and always their own tables."""
    board = Board()
    for number in range(SHOWN + 50):
        board.take(entry(f"open{number}", at=number, host="ann" if number == 3 else "bob"))
        board.take(entry(f"running{number}", phase="running", at=number))
    board.change(PERSONS)
    everybody = followed({}, board.whole("guest"))
    assert len(everybody) == 2 * SHOWN
    assert "open49" not in everybody
    assert {"open50", "running249"} <= everybody.keys()
    assert "open3" in followed({}, board.whole("ann"))


def test_tables_not_started_are_counted_by_host() -> None:
    """Running and ended ones do not count, nor those of others."""
    board = Board()
    for number, phase in enumerate(("open", "open", "running", "ended")):
        board.take(entry(f"table{number}", phase=phase, host="ann"))
    board.take(entry("other", host="bob"))
    assert board.open_tables("ann") == 2


def test_names_are_asked_for_once_and_again_when_they_are_in_doubt() -> None:
    """People in the lobby without a name yet; in doubt all of them, while the old ones are shown."""
    board = Board()
    board.take(entry("abcd", 1, persons=("ann", "bob"), host="cleo"))
    assert board.unknown == {"ann", "bob"}
    board.learn({"ann": "Ann", "bob": ""})
    board.take(entry("efgh", 1, persons=("ann",)))
    assert board.unknown == set()
    board.change(PERSONS)
    board.doubt_names()
    assert board.unknown == {"ann", "bob"}
    assert board.change(PERSONS) is None
    board.learn({"ann": "Anna", "bob": ""})
    change = board.change(PERSONS)
    assert change is not None
    assert change.everybody is not None
    assert {one.seats[0].name for one in change.everybody.tables} == {"Anna"}


def test_what_changed_while_redis_was_asked_stands() -> None:
    """The answer is older than the messages that came in the meantime, of change and of end."""
    board = Board()
    for table in TABLES:
        board.take(entry(table, 1))
    board.take(entry("abcd", 5))
    board.drop("efgh")
    board.correct([entry("abcd", 4), entry("efgh", 1)], fresh={"abcd", "efgh"})
    board.keep({"abcd", "efgh"})
    assert {table: one.seq for table, one in board.entries.items()} == {"abcd": 5}
