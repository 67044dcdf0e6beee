"""The law of marks: hidden ids, replaced by recognisable texts, reach nobody too early.

A mark behaves like the id it stands for where ids are compared and looked up, but has another text. Marks replace the
id wherever it is hidden in the state, and in the draws; then everything that goes to the viewer is searched for their
texts. Unlike the laws of equal bytes, this one also sees what a line or view reveals about a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from partie.kit.chance import ChanceForbidden, DrawsDiffer, RecordedChance
from partie.kit.conformance.answers import ACCEPTED, CLOSED, attempt
from partie.kit.conformance.subject import LawBroken, Position, State, Subject, named
from partie.kit.engine import Event, Illegal, Viewer
from partie.kit.values import canonical

TEXT = "hidden-mark-"
_ENCODED = TEXT.encode()

APART = "hidden ids must be looked up, not taken apart"

PLACES = 12
"""Number of determinizations used to find the places of a state that are hidden from a viewer."""

TRIED = 12
"""Number of moves whose refusals are searched for marks in one position."""


class Mark(str):
    """An id under another text; it compares, sorts, hashes and looks up like the id itself."""

    __slots__ = ("_id",)
    _id: str

    def __new__(cls, of: str, number: int) -> Mark:
        mark = super().__new__(cls, f"{TEXT}{number}.")
        mark._id = of
        return mark

    def __hash__(self) -> int:
        return hash(self._id)

    def __eq__(self, other: object) -> bool:
        return self._id == (other._id if isinstance(other, Mark) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: str) -> bool:
        return self._id < (other._id if isinstance(other, Mark) else other)

    def __le__(self, other: str) -> bool:
        return self._id <= (other._id if isinstance(other, Mark) else other)

    def __gt__(self, other: str) -> bool:
        return self._id > (other._id if isinstance(other, Mark) else other)

    def __ge__(self, other: str) -> bool:
        return self._id >= (other._id if isinstance(other, Mark) else other)


def marks_stay_hidden(subject: Subject) -> None:
    """No text that goes to a viewer contains an id that is hidden from the viewer at that moment.

    Engines treat hidden ids as names: they look them up and do not take them apart. If a viewer is shown a summary of
    the unseen, it is computed from what was seen, not read off the hidden places. A move may name an id aloud, like a
    guess or a bid, if it hides nothing and could be made whatever is hidden.

    Reason: two states with the same secret in the same place look equal to the laws above. Ids are found wherever they
    are.
    """
    for position in subject.before_events("marks"):
        for viewer in position.game.viewers:
            if subject.hides(position, viewer):
                _follow(subject, position, viewer)


def _follow(subject: Subject, start: Position, viewer: Viewer) -> None:
    """Search all answers to the viewer in the marked state, and onward until something is uncovered."""
    engine, game = subject.engine, start.game
    places = _hidden_places(subject, start, viewer)
    marks = _marks(engine.hidden(start.state, viewer).values(), {})
    open_texts = _open_texts(start.state, places)  # the text of an id that lies open, too, would prove nothing
    marks = {value: mark for value, mark in marks.items() if value not in open_texts}
    state = _marked(start.state, marks)
    for index in range(start.index, min(start.index + subject.effort.run, len(game.states))):
        position = Position(game, index)
        _search_position(subject, state, viewer, position)
        if index == len(game.events) or game.events[index].uncovered:
            return
        true, after = game.events[index], game.states[index + 1]
        # The event itself may not reveal what was drawn and is still hidden from the viewer afterwards.
        kept = set(engine.hidden(after, viewer).values())
        marks |= _marks([draw for draw in _flat(true.draws) if draw in kept], marks)
        hidden = {value: mark for value, mark in marks.items() if value in kept}
        move = _marked(true.move, hidden)
        if _marked_text(move) and _only_names(subject, position, viewer, after):
            move = true.move
        event = Event(true.seat, move, _marked(true.draws, hidden))
        chance = RecordedChance(event.draws)
        try:
            onward = engine.apply(state, event.seat, event.move, chance)
        except (Illegal, DrawsDiffer):
            return
        except (KeyError, ValueError, IndexError) as error:
            raise LawBroken(f"{APART}: {error!r}", position, seat=true.seat, move=true.move) from error
        _check(engine.describe(state, event, onward, viewer), "lines", viewer, position, true)
        state = onward


def _only_names(subject: Subject, position: Position, viewer: Viewer, after: State) -> bool:
    """Whether the next move only speaks of ids, like a guess: it hides none, and could be made whatever is hidden."""
    engine, event = subject.engine, position.game.events[position.index]
    named_ids = {text for _, text in _texts(event.move, "")}
    hidden_before = engine.hidden(position.state, viewer).items()
    if any(value in named_ids for _, value in engine.hidden(after, viewer).items() - hidden_before):
        return False
    twins = islice(subject.determinizations(position, viewer, "places"), PLACES)
    return all(attempt(engine, twin, event.seat, event.move) in ([ACCEPTED], [CLOSED]) for twin in twins)


def _search_position(subject: Subject, state: State, viewer: Viewer, position: Position) -> None:
    engine = subject.engine
    try:
        _check(engine.view(state, viewer), "view", viewer, position)
        _check(engine.forecast(state, viewer), "forecast", viewer, position)
        if isinstance(viewer, int):
            _check(engine.legal(state, viewer), "legal moves", viewer, position)
            _check(engine.offers(state, viewer), "offers", viewer, position)
            for move in subject.some(subject.moves, TRIED, "marks", position.where):
                _check(attempt(engine, state, viewer, move), "refusal", viewer, position, Event(viewer, move))
    except (KeyError, ValueError, IndexError, ChanceForbidden) as error:
        raise LawBroken(f"{APART}: {error!r}", position) from error


def _check(value: Any, what: str, viewer: Viewer, position: Position, event: Event[Any] | None = None) -> None:
    """Raise if a mark's text occurs anywhere in the value that would be sent to the viewer."""
    if not _marked_text(value):
        return
    for path, text in _texts(value, ""):
        # Read the text itself, because a mark compares like the id that it stands for.
        if TEXT in str.__str__(text):
            shown = text._id if isinstance(text, Mark) else "a hidden id"
            seat, move = (None, None) if event is None else (event.seat, event.move)
            raise LawBroken(f"{what} of {named(viewer)}: {path or '.'} holds {shown}", position, seat=seat, move=move)


def _marked_text(value: Any) -> bool:
    """Whether a mark's text occurs in a value: :func:`_texts` without the places, which cost time."""
    try:
        return _ENCODED in canonical(value)
    except (TypeError, ValueError, OverflowError):
        # A mark itself can't be encoded, as little as much else that an engine may return by mistake.
        return _marked_somewhere(value)


def _marked_somewhere(value: Any) -> bool:
    if isinstance(value, str):
        return TEXT in str.__str__(value)
    if isinstance(value, Struct):
        return any(_marked_somewhere(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        return any(_marked_somewhere(key) or _marked_somewhere(item) for key, item in value.items())
    return isinstance(value, Iterable) and any(_marked_somewhere(item) for item in value)


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every string in a value with its place, keys of maps included."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield path, key
            yield from _texts(item, f"{path}.{key}")
    elif isinstance(value, Iterable):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}[{index}]")


def _marks(values: Iterable[Any], known: Mapping[str, Mark]) -> dict[str, Mark]:
    new = [value for value in dict.fromkeys(values) if isinstance(value, str) and value not in known]
    return {value: Mark(value, len(known) + number) for number, value in enumerate(new)}


def _flat(draws: Iterable[Any]) -> list[Any]:
    return [item for draw in draws for item in (draw if isinstance(draw, tuple) else (draw,))]


def _marked(value: Any, marks: Mapping[str, Mark]) -> Any:
    """Return a copy in which every id that has a mark is replaced by it."""
    if isinstance(value, str):
        return marks.get(value, value)
    if isinstance(value, Struct):
        names = value.__struct_fields__
        return replace(value, **{name: _marked(getattr(value, name), marks) for name in names})
    if isinstance(value, tuple):
        return tuple(_marked(item, marks) for item in value)
    if isinstance(value, dict):
        return {_marked(key, marks): _marked(item, marks) for key, item in value.items()}
    return value


def _leaves(value: Any, path: tuple[object, ...] = ()) -> Iterable[tuple[tuple[object, ...], Any]]:
    """Yield every string and number of a state with its place; the keys of a dict count as values too."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _leaves(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _leaves(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield (*path, "key", str(key)), key
            yield from _leaves(item, (*path, "item", str(key)))
    else:
        yield path, value


def _hidden_places(subject: Subject, position: Position, viewer: Viewer) -> set[tuple[object, ...]]:
    """Return the places whose content the viewer cannot know: those that differ in some determinization."""
    found: set[tuple[object, ...]] = set()
    drawn = subject.determinizations(position, viewer, "places")
    for _, twin in zip(range(PLACES), drawn, strict=False):
        found.update(_different(position.state, twin))
    return found


def _different(value: Any, other: Any, path: tuple[object, ...] = ()) -> Iterable[tuple[object, ...]]:
    """Yield the places of a state that hold something else in another state, or do not exist there."""
    if value is other:  # most of a state is shared with its determinizations
        return
    if isinstance(value, Struct) and type(other) is type(value):
        for name in value.__struct_fields__:
            yield from _different(getattr(value, name), getattr(other, name), (*path, name))
    elif isinstance(value, tuple) and isinstance(other, tuple) and len(value) == len(other):
        for index, (item, its) in enumerate(zip(value, other, strict=True)):
            yield from _different(item, its, (*path, index))
    elif isinstance(value, Struct | tuple | dict):
        others = dict(_leaves(other, path))
        yield from (place for place, leaf in _leaves(value, path) if others.get(place) != leaf)
    elif value != other:
        yield path


def _open_texts(state: State, places: set[tuple[object, ...]]) -> set[str]:
    """Return the texts that lie open in a state, outside of the hidden places, too."""
    return {leaf for path, leaf in _leaves(state) if isinstance(leaf, str) and path not in places}
