"""The schemas of all games: valid, and true of what the games show, offer and accept."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from partie.kit import SPECTATOR
from partie.kit.conformance.subject import QUICK, Game, Subject
from partie.kit.schema import schema
from partie.registry import AnyEngine, Registry
from tests.engines.toys import toy

ENGINES: list[AnyEngine] = [
    toy,
    *(engine.at(version) for engine in Registry.load().games() for version in engine.versions),
]

EVERY_GAME = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: f"{engine.key}-{engine.version}")


def validator(engine: AnyEngine) -> jsonschema_rs.Validator:
    """A validator that knows nothing but the document."""
    return jsonschema_rs.validator_for(json.loads(json.dumps(schema(engine))))


@cache
def game(engine: AnyEngine) -> Game:
    """A random game with the most seats and other options than the default ones."""
    subject = Subject(engine, QUICK)
    return subject.play(engine.seats[-1], subject.option_sets[-1], "schema")


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@EVERY_GAME
def test_every_part_of_a_game_is_described(engine: AnyEngine) -> None:
    """Options, moves, views, offers, forecasts, lines and results, and no reference leads nowhere."""
    document = json.loads(json.dumps(schema(engine)))
    jsonschema_rs.meta.validate(document)
    assert list(document["properties"]) == ["options", "move", "view", "offers", "forecast", "lines", "result"]
    references = set(_references(document))
    assert references == {f"#/$defs/{name}" for name in document["$defs"]}


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        inner = [reference for each in value.values() for reference in _references(each)]
        return [value["$ref"], *inner] if isinstance(value.get("$ref"), str) else inner
    return [reference for each in value for reference in _references(each)] if isinstance(value, list) else []


@EVERY_GAME
def test_what_a_game_says_is_valid(engine: AnyEngine) -> None:
    """Every view, move, offer, forecast, line and result of a game, as it is sent, to every viewer."""
    played = game(engine)
    valid = validator(engine)
    for index, state in enumerate(played.states):
        for viewer in played.viewers:
            said: dict[str, Any] = {"view": engine.view(state, viewer), "forecast": engine.forecast(state, viewer)}
            if viewer is not SPECTATOR:
                said["offers"] = engine.offers(state, int(viewer))
            if index < len(played.events):
                event, after = played.events[index], played.states[index + 1]
                said |= {"move": event.move, "lines": engine.describe(state, event, after, viewer)}
            valid.validate(plain(said))
    valid.validate(plain({"options": played.options, "result": engine.result(played.states[-1])}))


@EVERY_GAME
def test_what_no_game_says_is_not_valid(engine: AnyEngine) -> None:
    """Neither a member more or less in a view, nor another value in it, nor a move of another kind."""
    played = game(engine)
    valid = validator(engine)
    view = plain(engine.view(played.states[0], SPECTATOR))
    without = {name: value for name, value in view.items() if name != "players"}
    move = plain(played.events[0].move)
    assert valid.is_valid({"view": view, "move": move})
    for wrong in (without, {**view, "more": 1}, {**view, "players": {"x": {}}}, {**view, "players": 0}):
        assert not valid.is_valid({"view": wrong})
    for other in ({**move, "type": "no such move"}, {**move, "more": 1}, {}):
        assert not valid.is_valid({"move": other})


@pytest.mark.parametrize(
    ("key", "move"),
    [
        ("glenmore", {"type": "take", "tile": "9-99"}),
        ("glenmore", {"type": "place", "cell": "1;0"}),
        ("nereus", {"type": "place_marker", "space": "captain-9"}),
        ("nereus", {"type": "choose_corner", "field": "a1\n"}),
        ("vinci", {"type": "choose_pair", "pair": 7}),
        ("vinci", {"type": "conquer", "province": "atlantis"}),
        ("wikinger", {"type": "buy", "field": 12}),
        ("toy", {"type": "bid", "card": "blue-10"}),
    ],
)
def test_moves_say_which_values_they_can_have(key: str, move: dict[str, Any]) -> None:
    """An id that is in no game is refused by the schema and, the same way, where the move is read."""
    engine = next(engine for engine in ENGINES if engine.key == key)
    assert not validator(engine).is_valid({"move": move})
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(move, engine.move)


def test_a_game_without_a_type_of_its_views_describes_any_view() -> None:
    """By the rules that hold for the views of all games."""

    class Untyped(type(toy)):  # type: ignore[misc]
        """The toy game without the types of its views."""

        view_type = None

    valid = validator(Untyped())
    assert valid.is_valid({"view": {"a": [{"b": True}, 2**53 - 1, ""]}})
    wrong: Any
    for wrong in ({"a": None}, {"a": 0.5}, {"a": 2**53}, {"ä": 1}, {"a": {"ä": 1}}, {"a": [0] * 65}, []):
        assert not valid.is_valid({"view": wrong})
