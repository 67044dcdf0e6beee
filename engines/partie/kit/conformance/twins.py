"""The laws of equal bytes: a viewer who cannot tell two states apart gets the same answers in both.

Starting from a position and a determinization of it (its twin), the same moves are made with the recorded draws until
something is uncovered. If the twin cannot make a hidden move (a card that is not in its hand), another move that leaves
the viewer with the same view stands in for it, if there is one. Everything the viewer gets on the way must be equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from partie.kit.chance import DrawsDiffer, RecordedChance
from partie.kit.conformance.answers import Kind, answers_of, lines
from partie.kit.conformance.domains import MoveDomain
from partie.kit.conformance.subject import Game, LawBroken, Move, Position, State, Subject, named, once
from partie.kit.engine import Event, Illegal, Viewer
from partie.kit.values import canonical

TRIED = 24
"""Number of moves whose refusals are compared in one position."""

STAND_INS = 60
"""Number of moves that are tried in place of one that a twin cannot make."""

Leaks = dict[Kind, list[LawBroken]]

Truth = Callable[[int], tuple[list[Move], dict[Kind, bytes]]]
"""For the number of a position: moves whose refusals are compared there, and all answers to a viewer."""


def views_keep_secrets(subject: Subject) -> None:
    """Two states that a viewer cannot tell apart have equal views.

    Reason: what reaches a browser can be read there, shown or not.
    """
    _check(subject, "view")


def legal_moves_keep_secrets(subject: Subject) -> None:
    """Two states that a seat cannot tell apart have equal legal moves for it, in equal order.

    Reason: a list that depends on another's hand tells something about it, even by its order.
    """
    _check(subject, "legal")


def lines_keep_secrets(subject: Subject) -> None:
    """An event reads the same in two states that the viewer cannot tell apart.

    Reason: the history is read by everybody, and again by those who come later.
    """
    _check(subject, "lines")


def refusals_keep_secrets(subject: Subject) -> None:
    """A move is refused in the same way in two states that its seat cannot tell apart.

    Reason: a player could try moves one after the other, and learn from how they are refused.
    """
    _check(subject, "refusals")


def forecasts_keep_secrets(subject: Subject) -> None:
    """Two states that a viewer cannot tell apart have equal forecasts for the viewer, parts included.

    Reason: a forecast is counted from scores, and scores are where hidden things add up.
    """
    _check(subject, "forecast")


def offers_keep_secrets(subject: Subject) -> None:
    """Two states that a seat cannot tell apart have equal offers for it.

    Reason: prices and gains are shown before a move is made, so they can be asked for without paying.
    """
    _check(subject, "offers")


def _check(subject: Subject, kind: Kind) -> None:
    leaks = _search(subject)[kind]
    if leaks:
        first = leaks[0]
        raise LawBroken(f"{first.what} ({len(leaks)} times)", first.at, seat=first.seat, move=first.move)


@once
def _search(subject: Subject) -> Leaks:
    """Run twins for all viewers from many positions and record every difference."""
    leaks: Leaks = defaultdict(list)
    domain = MoveDomain(subject.engine.move, subject.moves)
    for position in subject.before_events("twins"):
        for viewer in position.game.viewers:
            if not subject.hides(position, viewer):
                continue
            truth = _truth(subject, domain, position.game, viewer)
            drawn = subject.determinizations(position, viewer, "twins")
            for _, twin in zip(range(subject.effort.twins), drawn, strict=False):
                for kind, leak in _run(subject, truth, position, viewer, twin):
                    leaks[kind].append(leak)
    return leaks


def _leak(
    kind: Kind, position: Position, viewer: Viewer, told: str, answers: tuple[bytes, bytes], tried: list[Move]
) -> LawBroken:
    what = f"{PARTS[kind]} of {named(viewer)} shows {told}"
    if kind != "refusals":
        return LawBroken(f"{what}: {path(*answers)}", position)
    pairs = zip(tried, *map(msgspec.msgpack.decode, answers), strict=True)
    move, one, other = next((move, one, other) for move, one, other in pairs if one != other)
    assert isinstance(viewer, int)
    return LawBroken(f"{what}: it is {one} or {other}", position, seat=viewer, move=move)


PARTS: Final[dict[Kind, str]] = {
    "view": "the view",
    "legal": "the list of legal moves",
    "offers": "the list of offers",
    "forecast": "the forecast",
    "refusals": "a refusal",
}


def path(one: bytes, other: bytes) -> str:
    """Return the place of the first difference between two encoded answers, and what is there."""
    return _path(msgspec.msgpack.decode(one), msgspec.msgpack.decode(other), "")


def _path(one: Any, other: Any, at: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(_path(one[key], other[key], f"{at}.{key}") for key in one if one[key] != other[key])
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() != other.keys():
        return f"{at or '.'} has {sorted(one.keys() ^ other.keys())} or not"
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        index = next(index for index, item in enumerate(one) if item != other[index])
        return _path(one[index], other[index], f"{at}[{index}]")
    if isinstance(one, list) and isinstance(other, list):
        return f"{at or '.'} has {len(one)} items or {len(other)}"
    return f"{at or '.'} is {one!r} or {other!r}"


def _truth(subject: Subject, domain: MoveDomain, game: Game, viewer: Viewer) -> Truth:
    """Cache the answers in a position of the game for all twins that run next to it."""

    @cache
    def at(index: int) -> tuple[list[Move], dict[Kind, bytes]]:
        position = Position(game, index)
        tried = _tried(subject, domain, position, viewer)
        return tried, answers_of(subject.engine, position.state, viewer, tried)

    return at


def _run(
    subject: Subject, truth: Truth, start: Position, viewer: Viewer, twin: State
) -> Iterator[tuple[Kind, LawBroken]]:
    """Yield everything that lets the viewer tell the twin from the truth."""
    engine, game = subject.engine, start.game
    told = f"what is hidden from {named(viewer)} since move {start.index}"
    for index in range(start.index, min(start.index + subject.effort.run, len(game.states))):
        position = Position(game, index)
        tried, true = truth(index)
        other = answers_of(engine, twin, viewer, tried)
        for kind in true:
            if true[kind] != other[kind]:
                yield kind, _leak(kind, position, viewer, told, (true[kind], other[kind]), tried)
        if true["view"] != other["view"] or index == len(game.events) or game.events[index].uncovered:
            return
        event, after = game.events[index], game.states[index + 1]
        step = _followed(subject, twin, event, viewer, canonical(engine.view(after, viewer)))
        if step is None:
            return
        made, next_twin = step
        read, others = lines(engine, position.state, event, after, viewer), lines(engine, twin, made, next_twin, viewer)
        if read != others:
            what = f"the lines for {named(viewer)} show {told}: {path(read, others)}"
            yield "lines", LawBroken(what, position, seat=event.seat, move=event.move)
        twin = next_twin


def _tried(subject: Subject, domain: MoveDomain, position: Position, viewer: Viewer) -> list[Move]:
    """Return moves whose refusals may leak something: some that name the hidden ids, some of other positions."""
    if not isinstance(viewer, int):
        return []
    hidden = sorted(set(subject.engine.hidden(position.state, viewer).values()))
    found: list[Move] = []
    for moves in (domain.naming(hidden), subject.moves):
        found += subject.some(moves, TRIED // 2, "tried", position.where, viewer)
    return found


def _followed(
    subject: Subject, twin: State, event: Event[Any], viewer: Viewer, seen: bytes
) -> tuple[Event[Any], State] | None:
    """Return the event as it happens in the twin, or None if the twin cannot follow."""
    for move in _stand_ins(subject, twin, event, viewer):
        chance = RecordedChance(event.draws)
        try:
            after = subject.engine.apply(twin, event.seat, move, chance)
            chance.finish()
        except (Illegal, DrawsDiffer):
            continue
        if chance.uncovered:
            continue
        if move is event.move or canonical(subject.engine.view(after, viewer)) == seen:
            return Event(event.seat, move, event.draws), after
    return None


def _stand_ins(subject: Subject, twin: State, event: Event[Any], viewer: Viewer) -> Iterator[Move]:
    yield event.move
    if event.seat != viewer:
        others = [move for move in subject.engine.legal(twin, event.seat) if type(move) is type(event.move)]
        yield from others[:STAND_INS]
