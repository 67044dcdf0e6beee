"""Laws of views: they hold plain values of the declared type, and patches rebuild each of them from any other."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from partie.kit.conformance.answers import lines
from partie.kit.conformance.subject import AnyEngine, Game, LawBroken, Position, State, Subject, named, once
from partie.kit.conformance.typed_parts import TypedParts
from partie.kit.engine import Illegal, Value, View, Viewer
from partie.kit.patch import apply_patch, diff, same
from partie.kit.values import NotAView, canonical, check_view

UNDONE = 8
"""Number of places in a game where an event is taken back and another one made."""


class Shown(Struct):
    """A view as the engine returned it, where and after what, and its bytes at that moment."""

    position: Position
    where: str
    view: View
    encoded: bytes


def views_are_plain(subject: Subject) -> None:
    """Views hold maps with ASCII keys, strings, booleans, integers below 2^53 and short lists of these.

    Reason: a view goes through MessagePack into a browser, and patches of it come after. Whatever these don't carry
    alike, clients see differently.
    """
    _raise(_first_wrong(subject).plain)


def views_have_their_type(subject: Subject) -> None:
    """Where the engine declares the type of its views, each is of that type, with no member more.

    Reason: clients in other languages are made from the type, and neither expect nor find more than it says.
    """
    _raise(_first_wrong(subject).typed)


class Wrong(NamedTuple):
    """What was found first of the laws on values and on types, in one walk through all views."""

    plain: LawBroken | None
    typed: LawBroken | None


def _raise(broken: LawBroken | None) -> None:
    if broken is not None:
        raise broken


@once
def _first_wrong(subject: Subject) -> Wrong:
    plain: LawBroken | None = None
    typed: LawBroken | None = None
    kind = subject.engine.view_type
    for game in subject.games:
        checked: dict[int, Value] = {}
        parts = TypedParts()
        for index, state in enumerate(game.states):
            for viewer in game.viewers:
                view, position = subject.engine.view(state, viewer), Position(game, index)
                if plain is None:
                    plain = _not_plain(view, viewer, position, checked)
                if typed is None and kind is not None and not parts.fits(view, kind):
                    typed = _of_another_type(view, viewer, position, kind)
    return Wrong(plain, typed)


def _not_plain(view: View, viewer: Viewer, position: Position, checked: dict[int, Value]) -> LawBroken | None:
    try:
        check_view(view, checked)
    except NotAView as error:
        return LawBroken(f"view of {named(viewer)}: {error}", position)
    return None


def _of_another_type(view: View, viewer: Viewer, position: Position, kind: Any) -> LawBroken | None:
    whose = f"view of {named(viewer)}"
    try:
        if canonical(msgspec.to_builtins(msgspec.convert(view, kind))) == canonical(view):
            return None
    except msgspec.ValidationError as error:
        return LawBroken(f"{whose}: {error}", position)
    except (TypeError, ValueError, OverflowError):
        return None  # It can't be encoded, which the law on plain values reports.
    return LawBroken(f"{whose}: the type of the views leaves out a part of it, or adds one", position)


def symmetric_information_is_shown_to_all(subject: Subject) -> None:
    """Where the engine says that all viewers are shown the same, their views, lines and forecasts are equal.

    Reason: the service then builds one update for the whole table. If something differed, somebody would be shown
    another's view.
    """
    engine = subject.engine
    if not engine.symmetric_information:
        return
    for position in subject.before_events("symmetric"):
        first, *others = position.game.viewers
        shown = _shown_to(engine, position, first)
        for viewer in others:
            for what, answer in _shown_to(engine, position, viewer).items():
                if answer != shown[what]:
                    raise LawBroken(f"{named(viewer)} is shown another {what} than {named(first)}", position)


def _shown_to(engine: AnyEngine, position: Position, viewer: Viewer) -> dict[str, bytes]:
    """Return what a viewer is shown before and of the event that follows."""
    game, state = position.game, position.state
    event, after = game.events[position.index], game.states[position.index + 1]
    return {
        "view": canonical(engine.view(state, viewer)),
        "forecast": canonical(list(engine.forecast(state, viewer))),
        "line": lines(engine, state, event, after, viewer),
    }


def counts_never_fall(subject: Subject) -> None:
    """Turns and chapters count upward from 0, whatever is played.

    Reason: histories are divided by them, and undo is counted per turn.
    """
    for game in subject.games:
        known = (0, 0)
        for index, state in enumerate(game.states):
            counts = (subject.engine.turn(state), subject.engine.chapters(state))
            if any(new < old for new, old in zip(counts, known, strict=True)):
                raise LawBroken(f"turn and chapters went from {known} to {counts}", Position(game, index))
            known = counts


def patches_rebuild_views(subject: Subject) -> None:
    """A patch between any two views of a viewer, sent as bytes, turns one into the other, exactly.

    The law tries all pairs of the shortest game and random pairs of the others, in both directions, and across events
    that were taken back and replaced. No view changes after it was returned.

    Reason: browsers hold what the patches made of a view, never the view itself.
    """
    share = max(1, subject.effort.pairs // len(subject.games))
    shortest = min(subject.games, key=lambda game: len(game.states))
    for game in subject.games:
        chance = subject.chance("patches", game.name)
        viewer = chance.pick(range(len(game.viewers)))
        shown = _shown(subject, game, game.viewers[viewer])
        if game is shortest:
            for old, new in product(shown[: subject.effort.short], repeat=2):
                _check_pair(old, new)
        for _ in range(share):
            _check_pair(shown[chance.pick(range(len(shown)))], shown[chance.pick(range(len(shown)))])
        for each in shown:
            if canonical(each.view) != each.encoded:
                raise LawBroken(f"the {each.where} changed after it was returned", each.position)


def _shown(subject: Subject, game: Game, viewer: Viewer) -> list[Shown]:
    """Return a viewer's views through a game, with detours: an event undone, another made and undone too."""
    chance = subject.chance("undone", game.name)
    undone = set(subject.some(range(len(game.events)), UNDONE, "undone", game.name))
    shown = []
    for index, state in enumerate(game.states):
        position = Position(game, index)
        shown.append(_view_of(subject, position, state, viewer))
        if index in undone:
            for seat, moves in enumerate(game.legal[index]):
                for move in moves[:2]:
                    try:
                        other = subject.engine.apply(state, seat, move, chance)
                    except Illegal:
                        continue
                    shown.append(_view_of(subject, position, other, viewer, f" after {move} of seat {seat}"))
                    shown.append(_view_of(subject, position, state, viewer))
    return shown


def _view_of(subject: Subject, position: Position, state: State, viewer: Viewer, after: str = "") -> Shown:
    view = subject.engine.view(state, viewer)
    return Shown(position, f"view of {named(viewer)}{after}", view, canonical(view))


def _check_pair(old: Shown, new: Shown) -> None:
    patch = msgspec.msgpack.decode(msgspec.msgpack.encode(diff(old.view, new.view)))
    built = apply_patch(old.view, patch)
    if not same(built, new.view) or canonical(built) != new.encoded:
        begin = f"the {old.where} after {old.position.index} moves"
        raise LawBroken(f"the patch from {begin} does not rebuild the {new.where}", new.position)
