"""Environments play by the engine's rules, hide what it hides, and repeat what they did with the same seed."""

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.kit import Engine, Result, SeededChance
from partie.kit.actions import Actions
from partie.kit.gym import Environment, IllegalAction, by_place, by_score, by_win, env
from tests.engines.gym import ALL, chosen, environment, played
from tests.engines.toys import Toy, toy
from tests.engines.toys.state import Bid, Options
from tests.engines.toys.undeclared import Undeclared

SECRETIVE = [
    pytest.param(engine, seats, id=f"{engine.key}-{seats}") for engine in (toy, nereus) for seats in engine.seats
]
"""The games that hide something."""


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[key], other[key]) for key in ("observation", "action_mask"))


@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_the_mask_allows_exactly_the_legal_moves_of_those_who_must_act(engine: Engine[Any, Any], seats: int) -> None:
    game = environment(engine, seats)
    for _ in played(game, 1, 60):
        pending = engine.pending(game.position)
        for seat, agent in enumerate(game.possible_agents):
            legal = engine.legal(game.position, seat) if seat in pending else ()
            mask = game.observe(agent)["action_mask"]
            assert {game.actions.move(int(number)) for number in mask.nonzero()[0]} == set(legal)


@pytest.mark.parametrize(("engine", "seats"), SECRETIVE)
@settings(max_examples=12)
@given(data=st.data())
def test_an_agent_observes_the_same_in_all_positions_it_cannot_tell_apart(
    engine: Engine[Any, Any], seats: int, data: st.DataObject
) -> None:
    """Whatever others hold, have chosen or will draw."""
    game, twin = environment(engine, seats), environment(engine, seats)
    for _ in played(game, data.draw(st.integers(0, 1_000), "seed"), data.draw(st.integers(1, 120), "steps")):
        pass
    twin.reset(seed=0)
    true = game.position
    for seat, agent in enumerate(game.possible_agents):
        for number in range(3):
            twin.position = engine.determinize(true, seat, SeededChance(b"twin", number))
            twin._go_on()
            game.position = true
            assert same(game.observe(agent), twin.observe(agent))


@pytest.mark.parametrize(("engine", "seats"), SECRETIVE)
@settings(max_examples=10)
@given(seed=st.integers(0, 1_000), data=st.data())
def test_who_chooses_later_does_not_see_what_others_have_chosen(
    engine: Engine[Any, Any], seats: int, seed: int, data: st.DataObject
) -> None:
    games = environment(engine, seats), environment(engine, seats)
    for game in games:
        for _ in played(game, seed, 1_000):
            if len(engine.pending(game.position)) == seats:
                break
    first = games[0].agent_selection
    legal = [int(number) for number in games[0].observe(first)["action_mask"].nonzero()[0]]
    for game in games:
        game.step(data.draw(st.sampled_from(legal)))
    later = games[0].agent_selection
    assert later != first
    assert games[1].agent_selection == later
    for agent in games[0].possible_agents:
        if agent != first:
            assert same(games[0].observe(agent), games[1].observe(agent))


@pytest.mark.parametrize(("engine", "seats"), [(toy, 3), (wikinger, 2)])
def test_a_game_ends_with_the_engines_result(engine: Engine[Any, Any], seats: int) -> None:
    game = environment(engine, seats)
    for _ in played(game, 3, 10_000):
        assert not any(game.rewards.values())
    result = engine.result(game.position)
    assert result is not None
    assert list(game.rewards.values()) == by_place(result)
    assert [info["score"] for info in game.infos.values()] == list(result.scores)
    assert [info["place"] for info in game.infos.values()] == list(result.places)
    assert game.last()[1:4] == (game.rewards["seat_0"], True, False)
    for _ in range(seats):
        game.step(None)
    assert game.agents == []


def test_the_same_seed_gives_the_same_series_of_games_and_another_seed_another() -> None:
    def series(seed: int) -> list[Any]:
        game = environment(toy, 2)
        game.reset(seed=seed)
        first = game.position
        game.reset()
        return [first, game.position]

    assert series(5) == series(5)
    assert series(5) != series(6)
    first, second = series(5)
    assert first != second


def test_without_a_seed_two_environments_play_different_games() -> None:
    games = environment(toy, 4), environment(toy, 4)
    for game in games:
        game.reset()
    assert games[0].position != games[1].position


def test_an_action_that_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    game = environment(toy, 2)
    game.reset(seed=1)
    before = game.position
    foreign = next(number for number, allowed in enumerate(game.observe("seat_0")["action_mask"]) if not allowed)
    for action in (foreign, -1, game.actions.size, None):
        with pytest.raises(IllegalAction):
            game.step(action)
    assert game.position is before
    assert game.agent_selection == "seat_0"


def test_whoever_does_not_look_at_the_mask_is_held_to_the_rules_all_the_same() -> None:
    game = environment(toy, 2)
    game.reset(seed=1)
    missing = next(
        card for card in Actions(toy, 2, None).kinds[0].fields[0].values if card not in game.position.players[0].hand
    )
    with pytest.raises(IllegalAction, match="not_in_hand"):
        game.step(game.actions.number(Bid(missing)))
    game.step(game.actions.number(Bid(game.position.players[0].hand[0])))
    assert game.agent_selection == "seat_1"


def test_a_game_that_exceeds_the_engines_bound_is_truncated() -> None:
    class Short(Toy):
        max_events = 3

    game = Environment(Short(), 2, layout=environment(toy, 2).layout)
    assert len(list(played(game, 1, 100))) == 3
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


def test_an_engine_that_declares_nothing_can_be_played_too() -> None:
    game = environment(Undeclared(), 2)
    list(played(game, 1, 1_000))
    assert all(game.terminations.values())


def test_options_may_be_given_as_a_mapping() -> None:
    assert env(toy, 2, {"rounds": 2}, layout=environment(toy, 2).layout).options == Options(rounds=2)


@pytest.mark.parametrize("options", [wikinger.options(), {"rounds": 99}, {"colour": 1}])
def test_options_of_another_kind_are_refused(options: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        env(toy, 2, options)


def test_an_installed_game_is_found_by_its_name() -> None:
    game = env("wikinger", 2, layout=environment(wikinger, 2).layout)
    assert game.engine is wikinger
    assert game.metadata["name"] == "wikinger_v2"
    with pytest.raises(ValueError, match="glenmore, nereus"):
        env("whist", 2)


def test_a_number_of_seats_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        env(toy, 7)


def test_a_layout_for_another_number_of_seats_is_refused() -> None:
    with pytest.raises(ValueError, match="toy with 2 seats"):
        env(toy, 3, layout=environment(toy, 2).layout)


def test_what_is_rendered_is_what_a_spectator_sees() -> None:
    game = environment(toy, 2, render_mode="ansi")
    game.reset(seed=1)
    game.step(chosen(game, Random(1)))
    text = game.render()
    assert text is not None
    assert text.startswith("toy, move 1\nto move: seat_1\n")
    assert not any(card in text for player in game.position.players for card in player.hand)
    assert environment(toy, 2).render() is None
    with pytest.raises(ValueError, match="ansi"):
        environment(toy, 2, render_mode="human")


def test_observations_are_the_agents_to_keep() -> None:
    """What is observed later doesn't change them."""
    game = environment(nereus, 2)
    game.reset(seed=1)
    first = game.observe("seat_0")
    kept = deepcopy(first)
    for _ in range(8):
        game.step(chosen(game, Random(2)))
        game.observe("seat_0")
    assert same(first, kept)


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ((1, 2), [1, -1]),
        ((2, 1, 3), [0, 1, -1]),
        ((1, 1, 3), [0.5, 0.5, -1]),
        ((1, 1), [0, 0]),
        ((1, 2, 2, 4), [1, 0, 0, -1]),
        ((1,), [0]),
    ],
)
def test_a_place_is_worth_its_distance_from_the_last(places: tuple[int, ...], worth: list[float]) -> None:
    assert by_place(Result(scores=places, places=places, winners=(0,))) == pytest.approx(worth)


def test_a_result_may_be_worth_its_score_or_the_win_alone() -> None:
    result = Result(scores=(7, 9, 9), places=(3, 1, 1), winners=(1, 2))
    assert by_score(result) == [7, 9, 9]
    assert by_win(result) == [0, 0.5, 0.5]


def test_players_whom_the_game_itself_plays_count_for_the_places_and_are_no_agents() -> None:
    game = environment(vinci, 1)
    assert game.possible_agents == ["seat_0"]
    list(played(game, 1, 10_000))
    result = vinci.result(game.position)
    assert result is not None
    assert len(result.places) == 4
    assert list(game.rewards.values()) == by_place(result)[:1]
