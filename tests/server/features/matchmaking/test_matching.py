"""The laws of matching, as a pure function: what comes of what a node publishes to the queue of all nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from partie.features.matchmaking import matching
from partie.features.matchmaking.matching import REMEMBERED_MS, Claim, Learnt, State, Waiting, Waits, match, with_table

START = 1_700_000_000_000
LIFETIME = 10_000
NODES = ("one", "two", "three")
PERSONS = tuple("abcdefgh")
WANTS = ("2/toy/none", "2/toy/quick", "3/toy/none", "3/nothing/days")
LARGE = ("4/toy/none", "5/toy/none")


def seats(want: str) -> int:
    """By how many a want is played."""
    return int(want[0])


def may_meet(people: Iterable[Waits]) -> bool:
    """Whether nobody shuns another one."""
    people = list(people)
    return not any(one.person in other.shuns for one in people for other in people if one is not other)


def fitting(people: Iterable[Waiting], want: str) -> Iterable[tuple[Waiting, ...]]:
    """All groups that could play, those of the longest waiting first."""
    line = sorted(
        (one for one in people if want in one.wants and not one.held), key=lambda one: (one.since, one.person)
    )
    return (group for group in combinations(line, seats(want)) if may_meet(group))


@dataclass
class World:
    """The queue, what each node would say next, and what time it is."""

    state: State = field(default_factory=State)
    now: int = START
    waits: dict[str, dict[str, Waits]] = field(default_factory=lambda: {node: {} for node in NODES})
    names: Iterator[int] = field(default_factory=count)

    def say(self, node: str) -> Learnt:
        """A node says who waits through it; whatever comes of it keeps the laws."""
        before, said = self.state, self.waits[node]
        name = f"match-{next(self.names)}"
        self.state, told, _ = match(before, node, said.values(), self.now, name=name, lifetime_ms=LIFETIME)
        self.check(before, node)
        assert told.counts == Counter(want for one in self.state.waiting.values() for want in one.wants)
        assert told.since == {
            person: self.state.waiting[person].since for person in said if person in self.state.waiting
        }
        assert {one.id for one in told.matches} == {
            claim.id for claim in self.state.matches.values() if not claim.table or claim.searches.keys() & said
        }
        for person, since in told.since.items():
            said[person] = replace(said[person], since=since)
        return told

    def check(self, before: State, node: str) -> None:
        """The laws that hold after every word."""
        state = self.state
        claims = Counter(person for claim in state.matches.values() for person in claim.searches)
        assert max(claims.values(), default=1) == 1, "nobody is in two matches"
        assert not claims.keys() & state.waiting.keys(), "nobody waits who is in a match"
        for person in self.waits[node]:
            assert person in claims or state.waiting[person].node == node, "nobody is lost"
        new = [state.matches[id_] for id_ in state.matches.keys() - before.matches.keys()]
        for claim in new:
            people = [self.as_said(before, node, person) for person in claim.persons]
            assert len(set(claim.persons)) == len(people) == seats(claim.want), "as many as are wanted"
            assert all(claim.want in one.wants for one in people), "all want the same"
            assert not any(one.held for one in people), "nobody is matched who is held"
            assert may_meet(people), "nobody meets whom he shuns, or who shuns him"
            assert not claim.table
        for want in WANTS:
            assert not list(fitting(state.waiting.values(), want)), "nobody waits for nothing"
        assert state.beats.keys() == {one.node for one in state.waiting.values()}
        assert all(until >= self.now for until in state.beats.values()), "the people of silent nodes are out"

    def as_said(self, before: State, node: str, person: str) -> Waits:
        """What was known of somebody when he was matched."""
        return self.waits[node].get(person) or before.waiting[person]


@st.composite
def search(draw: st.DrawFn, wants: tuple[str, ...] = WANTS) -> Waits:
    """What somebody may wait for; its name comes later."""
    return Waits(
        draw(st.sampled_from(PERSONS)),
        "",
        tuple(draw(st.lists(st.sampled_from(wants), min_size=1, unique=True))),
        held=draw(st.integers(0, 3)) == 0,
        shuns=tuple(draw(st.lists(st.sampled_from(PERSONS), max_size=2, unique=True))),
    )


node = st.sampled_from(NODES)
step: st.SearchStrategy[tuple[Any, ...]] = st.one_of(
    st.tuples(st.just("search"), node, search(), st.booleans()),
    st.tuples(st.just("free"), node, st.sampled_from(PERSONS)),
    st.tuples(st.just("drop"), node, st.sampled_from(PERSONS)),
    st.tuples(st.just("say"), node),
    st.tuples(st.just("made"), st.integers(0, 5)),
    st.tuples(st.just("later"), st.sampled_from((0, 1, 3_000, LIFETIME, LIFETIME + 1, REMEMBERED_MS + 1))),
)


def act(world: World, number: int, kind: str, *about: Any) -> None:
    """One thing that happens; what changes at a node is said later or at once."""
    match kind:
        case "search":
            node, one, alone = about
            if alone:
                for other in NODES:
                    world.waits[other].pop(one.person, None)
            world.waits[node][one.person] = replace(one, search=f"search-{number}")
        case "free":
            node, person = about
            if person in world.waits[node]:
                world.waits[node][person] = replace(world.waits[node][person], held=False)
        case "drop":
            world.waits[about[0]].pop(about[1], None)
        case "say":
            world.say(about[0])
        case "made":
            open_ = [id_ for id_, claim in world.state.matches.items() if not claim.table]
            if about[0] < len(open_):
                world.state = with_table(world.state, open_[about[0]], f"table-{number}")
        case "later":
            world.now += about[0]


@given(steps=st.lists(step, max_size=40))
def test_whatever_nodes_say_nobody_is_matched_twice_or_wrongly_or_waits_for_nothing(steps: list[Any]) -> None:
    """Whatever people ask for and take back, whichever node is silent and for how long."""
    world = World()
    for number, what in enumerate(steps):
        act(world, number, *what)
    for node in NODES:
        world.say(node)


@given(steps=st.lists(step, max_size=25), node=node, after=st.integers(0, LIFETIME))
def test_who_says_the_same_again_changes_nothing_but_the_beat(steps: list[Any], node: str, after: int) -> None:
    """It is no news, and within the first part of the lifetime not even the beat changes."""
    world = World()
    for number, what in enumerate(steps):
        act(world, number, *what)
    told, now = world.say(node), world.now + after
    # Time passes, but all other nodes go on speaking, and no match is forgotten meanwhile.
    beats = {other: until if other == node else now for other, until in world.state.beats.items()}
    matches = {id_: replace(claim, at=now) for id_, claim in world.state.matches.items()}
    before = replace(world.state, beats=beats, matches=matches)
    again, same, news = match(before, node, world.waits[node].values(), now, name="again", lifetime_ms=LIFETIME)
    assert not news
    assert (again.waiting, again.matches) == (before.waiting, before.matches)
    assert (same.counts, same.since) == (told.counts, told.since)
    assert {other: until for other, until in again.beats.items() if other != node} == {
        other: until for other, until in beats.items() if other != node
    }
    if beats.get(node) == world.now + LIFETIME:
        assert again.beats[node] == (now + LIFETIME if after > LIFETIME // matching.BEAT_PART else beats[node])


@given(before=st.lists(search((*WANTS, *LARGE)), max_size=8), newcomer=search((*WANTS, *LARGE)))
def test_the_first_want_that_can_be_met_is_met_with_those_who_wait_longest(
    before: list[Waits], newcomer: Waits
) -> None:
    """Of what the newcomer wants the first thing that is possible, with the oldest who fit."""
    # Where more than three play and some shun others, not every group is found: those shun nobody here.
    newcomer, *before = [replace(one, shuns=()) if set(one.wants) & set(LARGE) else one for one in (newcomer, *before)]
    world = World()
    for number, one in enumerate(before):
        if one.person != newcomer.person:
            world.waits["one"][one.person] = replace(one, search=f"search-{number}")
            world.now += 1
            world.say("one")
    state, waiting = world.state, world.state.waiting
    world.waits["two"][newcomer.person] = newcomer = replace(newcomer, search="new", held=False)
    world.now += 1
    own = Waiting(newcomer.person, "new", newcomer.wants, world.now, False, newcomer.shuns, "two")
    expected = next(
        (
            (want, tuple(one.person for one in group))
            for want in newcomer.wants
            for group in fitting([*waiting.values(), own], want)
            if own in group
        ),
        None,
    )
    world.say("two")
    found = [(claim.want, claim.persons) for id_, claim in world.state.matches.items() if id_ not in state.matches]
    assert found == ([] if expected is None else [expected])


@given(
    nodes=st.permutations(NODES),
    searches=st.lists(st.tuples(node, search()), max_size=8, unique_by=lambda one: one[1].person),
)
def test_in_whatever_order_nodes_say_nobody_is_lost(nodes: list[str], searches: list[tuple[str, Waits]]) -> None:
    """Everybody waits or is in a match, through whatever node."""
    world = World()
    for number, (node, one) in enumerate(searches):
        world.waits[node][one.person] = replace(one, search=f"search-{number}")
    for node in nodes:
        world.say(node)
    claimed = {person for claim in world.state.matches.values() for person in claim.persons}
    assert claimed | world.state.waiting.keys() == {one.person for _, one in searches}


@given(steps=st.lists(step, max_size=25), silent=node)
def test_a_silent_node_loses_who_waits_through_it_and_no_match(steps: list[Any], silent: str) -> None:
    """Its people may come back through another one, and hear of their match there."""
    world = World()
    for number, what in enumerate(steps):
        act(world, number, *what)
    world.say(silent)
    for other in NODES:
        world.waits[other].clear()
    for other in NODES:
        if other != silent:
            world.say(other)
    assert {one.node for one in world.state.waiting.values()} <= {silent}
    before = world.state
    world.now = before.beats.get(silent, world.now)
    other = next(node for node in NODES if node != silent)
    world.say(other)
    assert world.state.waiting == before.waiting
    world.now += 1
    _, _, news = match(world.state, other, (), world.now, name="", lifetime_ms=LIFETIME)
    assert news == bool(before.waiting)
    world.say(other)
    assert world.state.waiting == {}
    kept = {id_: claim for id_, claim in before.matches.items() if claim.at + REMEMBERED_MS >= world.now}
    assert world.state.matches == kept
    for claim in kept.values():
        for person, search in claim.searches.items():
            told = match(
                world.state, other, [Waits(person, search, (claim.want,))], world.now, name="", lifetime_ms=LIFETIME
            )[1]
            assert claim.id in [one.id for one in told.matches]


def test_a_table_is_noted_once_and_only_for_a_match_that_is_known() -> None:
    """The first one stands."""
    claim = Claim("m", "2/toy/none", "", ("a", "b"), START, {"a": "1", "b": "2"})
    state = State(matches={"m": claim})
    made = with_table(state, "m", "first")
    assert made.matches == {"m": replace(claim, table="first")}
    assert with_table(made, "m", "second") is made
    assert with_table(state, "other", "first") is state


def test_a_match_is_told_of_for_ten_minutes() -> None:
    """Then a member who asks for the same waits again."""
    searches = {"a": "1", "b": "2"}
    state = State(matches={"m": Claim("m", "2/toy/none", "table", ("a", "b"), START, searches)})
    asked = [Waits("a", "1", ("2/toy/none",))]
    for after, ids in ((REMEMBERED_MS, ["m"]), (REMEMBERED_MS + 1, [])):
        _, told, _ = match(state, "one", asked, START + after, name="new", lifetime_ms=LIFETIME)
        assert [one.id for one in told.matches] == ids
        assert bool(told.since) == (not ids)


def test_of_more_people_than_there_is_room_for_the_last_wait_until_somebody_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are said again and again meanwhile, and who waits already stays."""
    monkeypatch.setattr(matching, "MOST", 2)
    first, second, third = (Waits(person, person, ("4/toy/none",)) for person in "abc")
    state, _, _ = match(State(), "one", [first, second], START, name="", lifetime_ms=LIFETIME)
    state, late, news = match(state, "two", [third], START, name="", lifetime_ms=LIFETIME)
    assert (late.since, late.counts, news) == ({}, {"4/toy/none": 2}, False)
    state, _, _ = match(state, "one", [second], START, name="", lifetime_ms=LIFETIME)
    state, late, news = match(state, "two", [third], START + 1, name="", lifetime_ms=LIFETIME)
    assert (late.since, news) == ({"c": START + 1}, True)
    assert set(state.waiting) == {"b", "c"}


def test_hundreds_who_shun_hundreds_are_matched_with_whom_they_may_meet() -> None:
    """Two camps, whose people want to meet nobody of their own: threes cannot be, twos all can."""
    people = [str(number) for number in range(200)]
    camps = {
        person: tuple(other for other in people if other != person and int(other) % 2 == int(person) % 2)
        for person in people
    }
    for want, matches in (("3/toy/none", 0), ("2/toy/none", 100)):
        waits = [Waits(person, person, (want,), shuns=camps[person]) for person in people]
        state, _, _ = match(State(), "one", waits, START, name="m", lifetime_ms=LIFETIME)
        assert len(state.matches) == matches
        assert all(int(claim.persons[0]) % 2 != int(claim.persons[1]) % 2 for claim in state.matches.values())


def test_who_waits_longest_is_passed_over_if_the_seats_cannot_be_filled_with_him() -> None:
    """He waits on, and is the first of the next ones."""
    want = ("3/toy/none",)
    said = [Waits(person, person, want, START + number) for number, person in enumerate("abcd")]
    said[0] = replace(said[0], shuns=("b", "c"))
    state, _, _ = match(State(), "one", said, START, name="m", lifetime_ms=LIFETIME)
    assert [claim.persons for claim in state.matches.values()] == [("b", "c", "d")]
    said = [said[0], *(Waits(person, person, want, START + 9) for person in "ef")]
    state, _, _ = match(state, "one", said, START, name="n", lifetime_ms=LIFETIME)
    assert state.matches["n-1"].persons == ("a", "e", "f")


@pytest.mark.parametrize(
    ("said", "news"),
    [
        ([Waits("a", "1", ("3/toy/none",), START)], False),
        ([Waits("a", "1", ("3/toy/none",))], False),
        ([Waits("a", "1", ("3/toy/none",), START, shuns=("b",))], False),
        ([Waits("a", "1", ("3/toy/none",), START, held=True)], True),
        ([Waits("a", "2", ("3/toy/none",))], True),
        ([Waits("a", "2", ("3/toy/none",), START)], False),
        ([Waits("a", "1", ("3/toy/none",), START), Waits("b", "2", ("3/toy/none",))], True),
        ([], True),
    ],
    ids=["repeated", "since-unsaid", "shuns", "held", "new-search", "other-tab", "somebody-else", "left"],
)
def test_what_is_news_to_other_nodes(said: list[Waits], news: bool) -> None:
    """The people waiting and whether they may be matched; no change that changes nothing for anybody else now."""
    before, _, _ = match(State(), "one", [Waits("a", "1", ("3/toy/none",))], START, name="m", lifetime_ms=LIFETIME)
    after, _, told = match(before, "one", said, START + 1, name="n", lifetime_ms=LIFETIME)
    assert told == news
    if said:
        assert after.waiting["a"].since == (START + 1 if said[0].search == "2" and not said[0].since else START)


@pytest.mark.parametrize(
    ("table", "since", "answered", "waits"),
    [
        ("", 0, "new", False),
        ("", START + 1, "old", False),
        ("table", 0, None, True),
        ("table", START + 1, None, True),
        ("table", START, "old", False),
    ],
    ids=["no-table-new", "no-table-other-tab", "table-new", "table-newer-tab", "table-older-tab"],
)
def test_another_search_of_somebody_in_a_match(table: str, since: int, answered: str | None, waits: bool) -> None:
    """Before it has a table, a match answers the newest search; after that a new search ends it for that person."""
    claim = Claim("m", "2/toy/none", table, ("a", "b"), START, {"a": "old", "b": "b"})
    asked = [Waits("a", "new", ("2/toy/none",), since)]
    state, told, _ = match(State(matches={"m": claim}), "one", asked, START + 5, name="n", lifetime_ms=LIFETIME)
    assert state.matches["m"].searches.get("a") == answered
    assert state.matches["m"].searches["b"] == "b"
    assert ("a" in state.waiting, "a" in told.since) == (waits, waits)
    assert [one.id for one in told.matches] == ([] if waits else ["m"])
