"""Laws of the forecast: it is right, as narrow as possible, and becomes the result in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeVar

from partie.kit.chance import SeededChance
from partie.kit.conformance.subject import LawBroken, Position, Subject, named
from partie.kit.engine import Line, Range, Viewer

T = TypeVar("T", str, int)


def forecasts_hold(subject: Subject) -> None:
    """The exact score of every seat lies in its range, in every state that is possible for the viewer.

    Where nothing is hidden from the viewer, both ends are equal. The parts of a range add up to its ends.

    Reason: players decide by the forecast, and bots choose by it.
    """
    engine = subject.engine
    for position in subject.positions("forecast"):
        for viewer in position.game.viewers:
            ranges = engine.forecast(position.state, viewer)
            if not ranges:
                continue
            where = f"forecast for {named(viewer)}"
            if [item.seat for item in ranges] != list(range(position.game.players)):
                raise LawBroken(f"{where}: there must be one range for each seat, in order", position)
            for item in ranges:
                if _sum(item.parts, "low") not in (None, item.low) or _sum(item.parts, "high") not in (None, item.high):
                    raise LawBroken(
                        f"{where}: the parts do not add up to {item.low} and {item.high}: {item.parts}", position
                    )
            states = [position.state]
            if subject.hides(position, viewer):
                drawn = subject.determinizations(position, viewer, "forecast")
                states += [twin for _, twin in zip(range(4 * subject.effort.twins), drawn, strict=False)]
            elif any(item.low != item.high for item in ranges):
                raise LawBroken(f"{where}: nothing is hidden, but low and high differ", position)
            for state in states:
                for item, score in zip(ranges, engine.scores(state), strict=True):
                    if not item.low <= score <= item.high:
                        raise LawBroken(
                            f"{where}: seat {item.seat} may have {score}, not {item.low} to {item.high}", position
                        )


def _sum(parts: Sequence[Line], end: str) -> int | None:
    """Add up the parts at one end, or return None if there are none."""
    if not parts:
        return None
    total = 0
    for part in parts:
        value = part.params.get("points", part.params.get(end))
        if not isinstance(value, int):
            raise LawBroken(f"the part {part} has neither points nor {end}")
        total += value
    return total


def forecast_ends_are_reached(subject: Subject) -> None:
    """The lowest and the highest score of a range each occur in some state that is possible for the viewer.

    Reason: a range that is too wide is right and says nothing. A range that is exact where it seems not to be gives
    something away.
    """
    left = subject.effort.reached
    for position in subject.positions("reached", 20 * left):
        chance = subject.chance("reached", position.where)
        viewer = position.game.viewers[chance.pick(range(len(position.game.viewers)))]
        open_ = [item for item in subject.engine.forecast(position.state, viewer) if item.low != item.high]
        if not open_:
            continue
        item = open_[chance.pick(range(len(open_)))]
        for end in (item.low, item.high):
            _climb(subject, position, viewer, item, end)
        left -= 1
        if not left:
            return


def _climb(subject: Subject, position: Position, viewer: Viewer, item: Range, end: int) -> None:
    """Search for the end by hill climbing: change one draw of a determinization at a time, restart when stuck.

    A change is kept if it brings the score nearer. Where a score is a sum over hidden things, the first attempt finds
    the end.
    """
    engine, seat = subject.engine, item.seat
    random = subject.chance("climb", position.where, seat, end)
    left = subject.effort.climb
    nearest: int | None = None

    def far(chosen: Chosen) -> int:
        nonlocal left, nearest
        left -= 1
        score = engine.scores(engine.determinize(position.state, viewer, chosen))[seat]
        if nearest is None or abs(score - end) < abs(nearest - end):
            nearest = score
        return abs(score - end)

    while left > 0:
        chosen = Chosen(random, {})
        best = far(chosen)
        stuck = False
        while best and not stuck and left > 0:
            stuck = True
            for other in chosen.changed():
                distance = far(other)
                if distance < best:
                    best, chosen, stuck = distance, other, False
                    break
                if left <= 0:
                    break
        if not best:
            return
    raise LawBroken(
        f"{named(viewer)} sees that seat {seat} may have {end}, but the nearest score found is {nearest}", position
    )


class Chosen:
    """A chance that returns given draws by their number, and random ones where those do not fit."""

    def __init__(self, random: SeededChance, draws: dict[int, Any]) -> None:
        self._random = random
        self._draws = draws
        self._asked: dict[int, tuple[tuple[Any, ...], Any]] = {}

    def changed(self) -> Iterator[Chosen]:
        """Yield these draws with one changed, in random order: every other pick, every swap within a shuffle."""
        changes: list[tuple[int, object]] = []
        for at, (items, drawn) in self._asked.items():
            if isinstance(drawn, tuple):
                changes += [(at, pair) for pair in combinations(range(len(drawn)), 2)]
            else:
                changes += [(at, item) for item in items if item != drawn]
        for index in self._random.shuffle(range(len(changes))):
            at, change = changes[index]
            draws = {number: drawn for number, (_, drawn) in self._asked.items()}
            if isinstance(change, tuple):
                order = list(draws[at])
                one, other = change
                order[one], order[other] = order[other], order[one]
                draws[at] = tuple(order)
            else:
                draws[at] = change
            yield Chosen(self._random, draws)

    def pick(self, items: Sequence[T]) -> T:
        number = len(self._asked)
        drawn: T = self._draws[number] if self._draws.get(number) in items else self._random.pick(items)
        self._asked[number] = (tuple(items), drawn)
        return drawn

    def roll(self, faces: Sequence[int]) -> int:
        return self.pick(faces)

    def draw(self, pool: Mapping[str, int]) -> str:
        return self.pick([item for item in sorted(pool) for _ in range(pool[item])])

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        number = len(self._asked)
        drawn = self._draws.get(number)
        if not isinstance(drawn, tuple) or sorted(map(str, drawn)) != sorted(map(str, items)):
            drawn = self._random.shuffle(items)
        self._asked[number] = (tuple(items), drawn)
        return drawn

    def uncover(self, what: str) -> None:
        """Do nothing: imagining a state uncovers nothing."""


def forecast_becomes_the_result(subject: Subject) -> None:
    """At the end of the game every forecast equals the result, and the result's parts add up to the scores.

    Reason: the last forecast and the result stand next to each other on the page.
    """
    engine = subject.engine
    for game in subject.games:
        state = game.states[-1]
        result = engine.result(state)
        if result is None:
            continue
        for seat, parts in enumerate(result.parts):
            if _sum(parts, "points") not in (None, result.scores[seat]):
                raise LawBroken(f"the parts of seat {seat} do not add up to {result.scores[seat]}: {parts}", game)
        for viewer in game.viewers:
            ranges = engine.forecast(state, viewer)
            ends = [(item.low, item.high) for item in ranges]
            if ranges and ends != [(score, score) for score in result.scores]:
                raise LawBroken(
                    f"at the end the forecast for {named(viewer)} is {ends}, but the result is {result.scores}", game
                )
