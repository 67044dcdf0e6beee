"""Who plays with whom: the queue of all nodes as one value, and what comes of what a node publishes.

Everything here is pure. A *search* is what one person asked for at one time, and goes by its id. It may be met in
several ways; each is a *want*. A *match* claims its people until a table is noted for it, and answers one search of
each of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

REMEMBERED_MS: Final = 10 * 60 * 1000
"""A match is kept for so long for whoever lost the connection before hearing of it."""

BEAT_PART: Final = 10
"""What a node repeats within this part of its lifetime does not hold longer for it, and need not be written.

News make all nodes repeat their words at once, and only those that change something have to be written in turn.
"""

MOST: Final = 1_000
"""People who wait at one time. Whoever comes then is let in as soon as somebody leaves: his node says him again."""


class Waits(Struct, frozen=True, array_like=True, rename={"search": "seek"}):
    """Somebody who waits through this node.

    ``search`` is the id of their search, ``since`` are milliseconds since 1970 (0: from now on). ``held``: not to be
    matched now. ``wants`` are opaque but for the number of seats and the slash that each begins with.
    """

    person: str
    search: str
    wants: tuple[str, ...]
    since: int = 0
    held: bool = False
    shuns: tuple[str, ...] = ()


class Waiting(Waits, frozen=True, array_like=True, rename={"search": "seek"}):
    """Somebody who waits through ``node``; ``since`` is never 0."""

    node: str = ""


class Match(Struct, frozen=True, array_like=True):
    """Persons, the longest waiting first, that play together what all of them want. ``table`` is empty at first."""

    id: str
    want: str
    table: str
    persons: tuple[str, ...]


class Claim(Match, frozen=True, array_like=True, rename={"searches": "wishes"}):
    """A match made ``at`` a time (milliseconds since 1970).

    ``searches``: by person, for all it still claims, the search that it answers. No two matches claim one person.
    """

    at: int = 0
    searches: dict[str, str] = field(default_factory=dict)


class State(Struct, frozen=True, array_like=True):
    """The queue of all nodes. Its dicts are never changed.

    ``beats``: until when what each node published holds through which somebody waits (milliseconds since 1970).
    ``waiting``: by person; nobody in it is claimed by a match. ``matches``: by id.
    """

    beats: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, Waiting] = field(default_factory=dict)
    matches: dict[str, Claim] = field(default_factory=dict)


class Learnt(Struct, frozen=True):
    """What a node learns: matches without table and those of its own people, and how many wait for each want."""

    matches: tuple[Match, ...]
    counts: Mapping[str, int]
    since: Mapping[str, int]


def match(
    state: State, node: str, waits: Iterable[Waits], now: int, *, name: str, lifetime_ms: int
) -> tuple[State, Learnt, bool]:
    """The queue after ``waits`` (each of another person) wait through a node, and nobody else does through it.

    ``now`` are milliseconds since 1970, ``name`` a fresh beginning for the ids of matches, and this holds for
    ``lifetime_ms``. Gives also what the node learns, and whether this is news to the other nodes.
    """
    here = {one.person: one for one in waits}
    matches = {id_: claim for id_, claim in state.matches.items() if claim.at + REMEMBERED_MS >= now}
    for id_, claim in matches.items():
        for person in claim.searches.keys() & here:
            matches[id_] = _with_search(matches[id_], here[person])
    claimed = set(chain.from_iterable(claim.searches for claim in matches.values()))
    waiting, news = _waiting(state, node, {person: here[person] for person in here if person not in claimed}, now)
    for number, (want, found) in enumerate(_groups(waiting), 1):
        persons = tuple(one.person for one in found)
        id_ = f"{name}-{number}"
        matches[id_] = Claim(id_, want, "", persons, now, {one.person: one.search for one in found})
        for person in persons:
            del waiting[person]
        news = True
    beats = {one.node: state.beats.get(one.node, 0) for one in waiting.values()}
    until = now + lifetime_ms
    if node in beats and not until - lifetime_ms // BEAT_PART <= beats[node] <= until:
        beats[node] = until
    after = State(beats, waiting, matches)
    return after, _learnt(after, here.keys()), news


def with_table(state: State, match_id: str, table: str) -> State:
    """The queue after a table was made for a match; the same if it has one already or is forgotten."""
    claim = state.matches.get(match_id)
    if claim is None or claim.table:
        return state
    return replace(state, matches={**state.matches, match_id: replace(claim, table=table)})


def _with_search(claim: Claim, one: Waits) -> Claim:
    """A match after one of its people has published a search."""
    if claim.searches[one.person] == one.search:
        return claim
    if not claim.table:
        # Nobody leaves a match that has no table yet: it answers the newest search.
        return replace(claim, searches={**claim.searches, one.person: one.search}) if one.since == 0 else claim
    if one.since == 0 or one.since > claim.at:
        # Once it has one, a new search ends the match for its person. An older search is answered by it.
        return replace(
            claim, searches={person: search for person, search in claim.searches.items() if person != one.person}
        )
    return claim


def _waiting(state: State, node: str, here: Mapping[str, Waits], now: int) -> tuple[dict[str, Waiting], bool]:
    """Who waits after a node has here, without those whose node is silent, and whether this is news."""
    waiting, news = dict(state.waiting), False
    for person, one in here.items():
        before, since = waiting.get(person), one.since or now
        if before is None and len(waiting) >= MOST:
            continue
        if before is not None and before.search == one.search:
            since = min(since, before.since)
            news |= before.held != one.held
        else:
            # Two nodes that repeat two searches of one person in turn have nothing new to publish.
            news |= before is None or one.since == 0
        waiting[person] = Waiting(person, one.search, one.wants, since, one.held, one.shuns, node)
    alive = {other for other, until in state.beats.items() if until >= now}
    left = {
        person: one for person, one in waiting.items() if (person in here if one.node == node else one.node in alive)
    }
    return left, news or len(left) < len(waiting)


def _groups(waiting: Mapping[str, Waiting]) -> list[tuple[str, tuple[Waiting, ...]]]:
    """Those who are to play together and what, each the longest waiting first; nobody is in two groups.

    Sets of people are numbers whose bits are places in line, for there may be hundreds who shun hundreds.
    """
    line = sorted((one for one in waiting.values() if not one.held), key=lambda one: (one.since, one.person))
    apart = _apart(line)
    groups = []
    # By want, those in line who are in no group yet.
    before: defaultdict[str, int] = defaultdict(int)
    for place, newest in enumerate(line):
        for want in newest.wants:
            found = _group(place, before[want], int(want.partition("/")[0]), apart)
            if found is not None:
                groups.append((want, tuple(line[one] for one in found)))
                for one in found:
                    for other in line[one].wants:
                        before[other] &= ~(1 << one)
                break
        else:
            for want in newest.wants:
                before[want] |= 1 << place
    return groups


def _apart(line: Sequence[Waiting]) -> list[int]:
    """By places in line, the places of those whom one shuns or is shunned by."""
    places = {one.person: place for place, one in enumerate(line)}
    apart = [0] * len(line)
    for place, one in enumerate(line):
        for person in one.shuns:
            if (other := places.get(person)) is not None:
                apart[place] |= 1 << other
                apart[other] |= 1 << place
    return apart


def _group(newest: int, before: int, seats: int, apart: Sequence[int]) -> list[int] | None:
    """As many places in line as there are seats, the newest comer's among them: before that there were not enough.

    From each of those before him on, everybody is taken who may meet all that are taken so far; the first attempt that
    fills the seats counts. With two or three seats no group is overlooked so, with more only where some shun others.
    """
    meets = before & ~apart[newest]
    while meets.bit_count() >= seats - 1 >= 0:
        found: list[int] = []
        rest = meets
        while rest and len(found) < seats - 1:
            first = (rest & -rest).bit_length() - 1
            found.append(first)
            rest &= ~(apart[first] | 1 << first)
        if len(found) == seats - 1:
            return [*found, newest]
        meets &= meets - 1
    return None


def _learnt(state: State, own: Collection[str]) -> Learnt:
    """What a node has to know through which ``own`` people wait."""
    return Learnt(
        tuple(
            Match(claim.id, claim.want, claim.table, claim.persons)
            for claim in state.matches.values()
            if not claim.table or any(person in own for person in claim.searches)
        ),
        dict(Counter(chain.from_iterable(one.wants for one in state.waiting.values()))),
        {person: state.waiting[person].since for person in own if person in state.waiting},
    )
