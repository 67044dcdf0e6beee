"""Statistics of ended games: of a person, game by game and against each opponent, and of bots.

Three kinds of games do not count: practice, because people who continue from a position have seen how that game went;
games without a result; and games that a bot finished in the person's place. Records of older builds say neither what
the scores are made of nor which seats bots had. They count as games that the person finished.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from statistics import fmean
from typing import TypeAlias

from msgspec import Struct

from partie.people.records import BotLevel, Played, PlayedSeat

_Points: TypeAlias = defaultdict[tuple[str, ...], list[tuple[int, ...]]]
"""What the seats of some games scored, by the items of the game."""

LATEST = 10
"""Games whose places are listed one by one."""


class ItemAverage(Struct, frozen=True):
    """The points that an item of the score brings per game: to the person, and to the others at the same tables."""

    item: str
    own: float
    others: float | None
    """None if nobody else sat there."""


class Statistics(Struct, frozen=True):
    """How a person does at a game; ``average`` and ``best`` are points, 0 without a game that counts."""

    game: str
    played: int
    won: int
    average: float
    best: int
    latest: list[int]
    """The places in the latest games, the newest first."""
    bot_finished: int = 0
    """Games that a bot finished in the person's place, which do not count."""
    unitemized: int = 0
    """Games that count whose records do not say what the scores are made of."""
    items: list[ItemAverage] = []
    """What the scores are made of, from the other games that count, in the order in which the game has its items."""


class Against(Struct, frozen=True):
    """How often the profile's person finished before, behind and level with another person, or with bots of a level.

    Of several such bots at a table the best one counts. ``won``: of these games, those that the profile's person won.
    """

    person: str
    before: int = 0
    behind: int = 0
    level: int = 0
    won: int = 0
    bot: BotLevel = ""
    """The level of the bots; ``person`` is then empty."""

    @property
    def played(self) -> int:
        """Games against each other."""
        return self.before + self.behind + self.level


class BotRecord(Struct, frozen=True):
    """How bots of a level did against people: games, those that one of them won, and their average points."""

    level: BotLevel
    played: int
    won: int
    average: float


def bot_records(games: Iterable[Played]) -> list[BotRecord]:
    """Return how the bots of each level did in games with people, the best ones first."""
    found: defaultdict[BotLevel, list[list[PlayedSeat]]] = defaultdict(list)
    for game in games:
        if not any(seat.person for seat in game.seats):
            continue
        bots: defaultdict[BotLevel, list[PlayedSeat]] = defaultdict(list)
        for seat in game.seats:
            if seat.bot and not seat.person and seat.place > 0:
                bots[seat.bot].append(seat)
        for level, seats in bots.items():
            found[level].append(seats)
    rows = [
        BotRecord(
            level,
            played=len(tables),
            won=sum(any(seat.place == 1 for seat in seats) for seats in tables),
            average=round(fmean(seat.score for seats in tables for seat in seats), 1),
        )
        for level, tables in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.won / row.played, -row.average))


def statistics(person: str, games: Iterable[Played]) -> list[Statistics]:
    """Return a person's statistics from their games, the newest first; the game that they play most comes first.

    Nobody wins alone.
    """
    found: defaultdict[str, list[tuple[Played, PlayedSeat]]] = defaultdict(list)
    for game, seat in _with_result(person, games):
        found[game.game].append((game, seat))
    rows = [_row(game, played) for game, played in found.items()]
    return sorted(rows, key=lambda row: (-row.played, -row.bot_finished))


def against(person: str, games: Iterable[Played]) -> list[Against]:
    """Return how the person did against each other one, and against bots of each level, the most frequent first.

    An opponent whose game a bot finished was neither ahead nor behind.
    """
    found: defaultdict[tuple[str, BotLevel], list[tuple[Played, PlayedSeat, int]]] = defaultdict(list)
    for game, own in _with_result(person, games):
        if own.bot:
            continue
        places: dict[tuple[str, BotLevel], int] = {}
        for seat in game.seats:
            opponent = (seat.person, seat.bot)
            if seat.person != person and any(opponent) and not all(opponent):
                places[opponent] = min(seat.place, places.get(opponent, seat.place))
        for opponent, place in places.items():
            found[opponent].append((game, own, place))
    rows = [
        Against(
            opponent,
            before=sum(own.place < place for _, own, place in met),
            behind=sum(own.place > place for _, own, place in met),
            level=sum(own.place == place for _, own, place in met),
            won=sum(own.place == 1 for _, own, _ in met),
            bot=bot,
        )
        for (opponent, bot), met in found.items()
    ]
    return sorted(rows, key=lambda row: -row.played)


def _with_result(person: str, games: Iterable[Played]) -> Iterator[tuple[Played, PlayedSeat]]:
    """Yield the games that are no practice and have a result, each with the person's seat."""
    for game in games:
        seat = next((seat for seat in game.seats if seat.person == person), None)
        if seat is not None and seat.place > 0 and not game.practice:
            yield game, seat


def _row(game: str, played: Sequence[tuple[Played, PlayedSeat]]) -> Statistics:
    counted = [(each, seat) for each, seat in played if not seat.bot]
    scores = [seat.score for _, seat in counted]
    return Statistics(
        game=game,
        played=len(counted),
        won=sum(seat.place == 1 and len(each.seats) > 1 for each, seat in counted),
        average=round(fmean(scores), 1) if scores else 0,
        best=max(scores, default=0),
        latest=[seat.place for _, seat in counted[:LATEST]],
        bot_finished=len(played) - len(counted),
        unitemized=sum(not _itemized(each) for each, _ in counted),
        items=_items([(each, seat) for each, seat in counted if _itemized(each)]),
    )


def _itemized(game: Played) -> bool:
    """Whether a record tells what scores were made of: a single item only repeats them, as Vinci's once did."""
    return len(game.items or ()) > 1


def _items(played: Sequence[tuple[Played, PlayedSeat]]) -> list[ItemAverage]:
    """Return the averages of all items of some games; an item that a game does not have brought nothing in it.

    Players whom the game itself plays are no others.
    """
    own: _Points = defaultdict(list)
    others: _Points = defaultdict(list)
    for game, seat in played:
        items = game.items or ()
        own[items].append(seat.points)
        others[items] += [other.points for other in game.seats if other is not seat and (other.person or other.bot)]
    own_averages, averages = _averages(own), _averages(others)
    return [
        ItemAverage(item, own_averages.get(item, 0.0), averages.get(item, 0.0) if averages else None)
        for item in _in_order(own)
    ]


def _averages(points: _Points) -> dict[str, float]:
    """Return what each item brought per seat, over all seats; nothing without a seat."""
    seats = sum(map(len, points.values()))
    sums: Counter[str] = Counter()
    for items, rows in points.items():
        # Column by column: there may be thousands of seats, and the node does nothing else meanwhile.
        sums.update(dict(zip(items, map(sum, zip_longest(*rows, fillvalue=0)), strict=False)))
    return {item: round(number / seats, 1) for item, number in sums.items()}


def _in_order(lists: Iterable[Sequence[str]]) -> list[str]:
    """Return all items once, those of one game in its order; an item that others lack follows the one before it."""
    order: list[str] = []
    for items in lists:
        after = 0
        for item in items:
            if item not in order:
                order.insert(after, item)
            after = order.index(item) + 1
    return order
