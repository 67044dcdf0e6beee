"""The rules of matchmaking: the queue of all nodes as one value, and how a node's publication changes it.

Everything here is pure. A *search* is one request of one person, identified by its id. Several combinations may
satisfy it; each is a *want*. A *match* claims its people until a table is stored for it, and answers one search of each
of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

REMEMBERED_MS: Final = 10 * 60 * 1000
"""Milliseconds for which a match is remembered, for people who lost the connection before they learnt of it."""

BEAT_PART: Final = 10
"""A node's beat is renewed only when a tenth of its lifetime has passed, so that most repetitions need no write.

Changes make all nodes publish at once, and only those with something new then have to write, one after the other.
"""

MOST: Final = 1_000
"""Maximum number of people in the queue. Others get in when somebody leaves, because their nodes keep publishing."""


class Waits(Struct, frozen=True, array_like=True, rename={"search": "seek"}):
    """A person who searches through this node.

    ``search`` is the id of the search, ``since`` its start in milliseconds since 1970 (0: now). ``held``: must not be
    matched now. ``wants`` are opaque, except that each begins with the number of seats and a slash.
    """

    person: str
    search: str
    wants: tuple[str, ...]
    since: int = 0
    held: bool = False
    shuns: tuple[str, ...] = ()


class Waiting(Waits, frozen=True, array_like=True, rename={"search": "seek"}):
    """A person who searches through ``node``; ``since`` is never 0."""

    node: str = ""


class Match(Struct, frozen=True, array_like=True):
    """Persons, the longest waiting first, who will play a game that all of them want. ``table`` is empty at first."""

    id: str
    want: str
    table: str
    persons: tuple[str, ...]


class Claim(Match, frozen=True, array_like=True, rename={"searches": "wishes"}):
    """A match made ``at`` a time (milliseconds since 1970).

    ``searches``: for each person still claimed, the search that the match answers. No two matches claim one person.
    """

    at: int = 0
    searches: dict[str, str] = field(default_factory=dict)


class State(Struct, frozen=True, array_like=True):
    """The queue of all nodes. Its dicts are never modified.

    ``beats``: for each node with searches, when its publication expires (milliseconds since 1970). ``waiting``: by
    person; no match claims any of them. ``matches``: by id.
    """

    beats: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, Waiting] = field(default_factory=dict)
    matches: dict[str, Claim] = field(default_factory=dict)


class Learnt(Struct, frozen=True):
    """The result for a node: matches without a table and those of its people, and how many people have each want."""

    matches: tuple[Match, ...]
    counts: Mapping[str, int]
    since: Mapping[str, int]


def match(
    state: State, node: str, waits: Iterable[Waits], now: int, *, name: str, lifetime_ms: int
) -> tuple[State, Learnt, bool]:
    """The queue after a node has published its searches: ``waits``, each of another person, replace its earlier ones.

    ``now`` is in milliseconds since 1970, ``name`` is a fresh prefix for the ids of matches, and the publication
    expires after ``lifetime_ms``. Also returns the result for the node, and whether other nodes must be notified.
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
    """The queue with the table of a match; unchanged if the match has one already or is forgotten."""
    claim = state.matches.get(match_id)
    if claim is None or claim.table:
        return state
    return replace(state, matches={**state.matches, match_id: replace(claim, table=table)})


def _with_search(claim: Claim, one: Waits) -> Claim:
    """The match after one of its people has published a search."""
    if claim.searches[one.person] == one.search:
        return claim
    if not claim.table:
        # Nobody leaves a match without a table: it answers the newest search.
        return replace(claim, searches={**claim.searches, one.person: one.search}) if one.since == 0 else claim
    if one.since == 0 or one.since > claim.at:
        # Once it has one, a newer search ends the match for its person, and an older one is answered by it.
        return replace(
            claim, searches={person: search for person, search in claim.searches.items() if person != one.person}
        )
    return claim


def _waiting(state: State, node: str, here: Mapping[str, Waits], now: int) -> tuple[dict[str, Waiting], bool]:
    """The people waiting after a publication, without those of silent nodes, and whether others must be notified."""
    waiting, news = dict(state.waiting), False
    for person, one in here.items():
        before, since = waiting.get(person), one.since or now
        if before is None and len(waiting) >= MOST:
            continue
        if before is not None and before.search == one.search:
            since = min(since, before.since)
            news |= before.held != one.held
        else:
            # Two nodes that keep publishing two searches of one person have no news.
            news |= before is None or one.since == 0
        waiting[person] = Waiting(person, one.search, one.wants, since, one.held, one.shuns, node)
    alive = {other for other, until in state.beats.items() if until >= now}
    left = {
        person: one for person, one in waiting.items() if (person in here if one.node == node else one.node in alive)
    }
    return left, news or len(left) < len(waiting)


def _groups(waiting: Mapping[str, Waiting]) -> list[tuple[str, tuple[Waiting, ...]]]:
    """The groups that will play together and what, each with the longest waiting first; nobody is in two groups.

    Sets of people are integers whose bits are places in line, because hundreds may have blocked hundreds.
    """
    line = sorted((one for one in waiting.values() if not one.held), key=lambda one: (one.since, one.person))
    apart = _apart(line)
    groups = []
    # For each want, those in line who are in no group yet.
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
    """For each place in line, the places of those whom the person has blocked or is blocked by."""
    places = {one.person: place for place, one in enumerate(line)}
    apart = [0] * len(line)
    for place, one in enumerate(line):
        for person in one.shuns:
            if (other := places.get(person)) is not None:
                apart[place] |= 1 << other
                apart[other] |= 1 << place
    return apart


def _group(newest: int, before: int, seats: int, apart: Sequence[int]) -> list[int] | None:
    """As many places in line as there are seats, including the newest, without whom there were not enough.

    Starting from each earlier place in turn, it takes everybody who is compatible with all taken so far; the first
    attempt that fills the seats wins. With two or three seats this finds every group, with more it may miss one where
    people have blocked each other.
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
    """The result for a node through which ``own`` people search."""
    return Learnt(
        tuple(
            Match(claim.id, claim.want, claim.table, claim.persons)
            for claim in state.matches.values()
            if not claim.table or any(person in own for person in claim.searches)
        ),
        dict(Counter(chain.from_iterable(one.wants for one in state.waiting.values()))),
        {person: state.waiting[person].since for person in own if person in state.waiting},
    )
