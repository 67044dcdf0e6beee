"""The law of secrets: the engine declares what is hidden, and its determinizations hide it."""

from __future__ import annotations

from partie.kit.conformance.subject import LawBroken, Position, Subject, named
from partie.kit.engine import Viewer
from partie.kit.values import canonical

PER_VALUE = 60
"""States drawn for each possible value of an item before the item counts as fixed.

The chance of missing a value is about ``exp(-60)`` if all are equally likely, and ``exp(-6)`` for one that is ten times
rarer.
"""


def secrets_take_their_values(subject: Subject) -> None:
    """Over many determinizations every hidden item takes several of its possible values, the true one among them.

    ``secrets`` and ``hidden`` name the same items, each true value is possible, and no determinization gives an item a
    value that ``secrets`` rules out. A viewer from whom nothing is hidden gets the true state.

    Reason: all laws of secrets, forks of a table and the bots rely on determinizations. One that always is the truth
    would hide every leak.
    """
    for position in subject.positions("secrets", subject.effort.positions // 2):
        for viewer in position.game.viewers:
            _check_items(subject, position, viewer)


def _check_items(subject: Subject, position: Position, viewer: Viewer) -> None:
    engine, state = subject.engine, position.state
    where = f"hidden from {named(viewer)}"
    possible = dict(engine.secrets(state, viewer))
    true = dict(engine.hidden(state, viewer))
    if possible.keys() != true.keys():
        raise LawBroken(f"{where}: secrets() and hidden() differ in {sorted(possible.keys() ^ true.keys())}", position)
    for item, value in true.items():
        if value not in possible[item]:
            raise LawBroken(f"{where}: {item} is {value}, which secrets() rules out", position)
    drawn = subject.determinizations(position, viewer, "secrets")
    if not possible:
        if canonical(next(drawn)) != canonical(state):
            raise LawBroken(f"{where}: nothing is hidden, but determinize() gives another state", position)
        return
    most = max(max(subject.effort.determinizations, PER_VALUE * len(values)) for values in possible.values())
    taken: dict[str, set[str]] = {item: set() for item in possible}
    wanting = set(possible)
    for _, twin in zip(range(most), drawn, strict=False):
        if dict(engine.secrets(twin, viewer)) != possible:
            raise LawBroken(
                f"{where}: a determinization has other secrets than the state, so the viewer can tell them apart",
                position,
            )
        for item, value in engine.hidden(twin, viewer).items():
            if value not in taken[item]:
                taken[item].add(value)
                (wanting.add if _wanting(taken[item], possible[item], true[item]) else wanting.discard)(item)
        if not wanting:
            return
    for item, values in taken.items():
        wrong = _wanting(values, possible[item], true[item])
        if wrong:
            raise LawBroken(f"{where}: {item} {wrong}", position)


def _wanting(taken: set[str], possible: frozenset[str], true: str) -> str:
    """Describe what is wrong with the values that an item has taken; "" if nothing is."""
    if not taken <= possible:
        return f"becomes {sorted(taken - possible)}, which secrets() rules out"
    if true not in taken:
        return f"never becomes its true value {true}"
    if len(possible) > 1 and len(taken) < 2:
        return f"may be any of {sorted(possible)}, but is always {true}"
    return ""


def determinizations_are_positions(subject: Subject) -> None:
    """A determinization is a valid state: it keeps the pieces, the pending seats and its shape.

    Reason: bots search in such states and forks begin with them, so they must be playable.
    """
    engine = subject.engine
    for position in subject.positions("positions"):
        for viewer in position.game.viewers:
            if not subject.hides(position, viewer):
                continue
            drawn = subject.determinizations(position, viewer, "positions")
            for _, twin in zip(range(subject.effort.twins), drawn, strict=False):
                where = f"a determinization for {named(viewer)}"
                if dict(engine.pieces(twin)) != dict(engine.pieces(position.state)):
                    raise LawBroken(f"{where} has other pieces", position)
                if engine.pending(twin) != engine.pending(position.state):
                    raise LawBroken(f"{where} has other seats pending", position)
                if (engine.result(twin) is None) != (engine.result(position.state) is None):
                    raise LawBroken(f"{where} disagrees on whether the game is over", position)
                if canonical(subject.decoded(canonical(twin))) != canonical(twin):
                    raise LawBroken(f"{where} is not decoded as itself", position)
