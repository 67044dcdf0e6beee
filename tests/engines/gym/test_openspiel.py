"""Every game passes OpenSpiel's own test of random games."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from partie.games.nereus import nereus
from partie.kit import Engine
from partie.kit.gym.openspiel import SEEDS, register
from tests.engines.gym import ALL, ENGINES
from tests.engines.toys import toy

NAMES = {engine.key: register(engine, positions=100) for engine in ENGINES}


def load(engine: Engine[Any, Any], seats: int) -> Any:
    return pyspiel.load_game(f"{NAMES[engine.key]}(players={seats})")


def at_the_first_choice(game: Any, seed: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(seed)
    return state


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.key)
def test_a_random_game_is_as_openspiel_wants_it(engine: Engine[Any, Any]) -> None:
    pyspiel.random_sim_test(load(engine, engine.seats[0]), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(("engine", "seats"), ALL)
def test_many_random_games_are_as_openspiel_wants_them(engine: Engine[Any, Any], seats: int) -> None:
    pyspiel.random_sim_test(load(engine, seats), num_sims=10, serialize=True, verbose=False)


def test_settings_of_the_table_are_parameters() -> None:
    game = pyspiel.load_game("partie_toy(players=3,rounds=2,peeking=False)")
    assert game.num_players() == 3
    assert game.options == toy.options(rounds=2, peeking=False)


def test_draws_come_from_chance_nodes_with_equal_odds() -> None:
    state = load(toy, 2).new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == SEEDS
    assert sum(odds for _, odds in outcomes) == pytest.approx(1)


def test_a_copy_goes_its_own_way() -> None:
    state = at_the_first_choice(load(toy, 2))
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.current_player() == 0
    assert copy.current_player() == 1


def test_a_move_that_draws_is_followed_by_chance_and_others_are_not() -> None:
    state = at_the_first_choice(load(toy, 2))
    kinds = set()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(3)
            continue
        player = state.current_player()
        action = state.legal_actions()[-1]
        drawing = [each for each in state.legal_actions() if '"draw"' in state.action_to_string(player, each)]
        if drawing:
            action = drawing[0]
        state.apply_action(action)
        kinds.add((bool(drawing), state.is_chance_node()))
    assert kinds == {(True, True), (False, False)}


@pytest.mark.parametrize("engine", [toy, nereus], ids=lambda engine: engine.key)
def test_what_a_player_chose_in_secret_changes_nothing_that_others_observe(engine: Engine[Any, Any]) -> None:
    game = load(engine, 2)
    state = at_the_first_choice(game)
    while len(engine.pending(state.at.state)) < 2:
        state.apply_action(state.legal_actions()[0] if not state.is_chance_node() else 1)
    one, other = state.clone(), state.clone()
    one.apply_action(state.legal_actions()[0])
    other.apply_action(state.legal_actions()[1])
    assert one.current_player() == other.current_player() == 1
    assert one.observation_string(1) == other.observation_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.observation_string(0) != other.observation_string(0)


def test_observers_give_a_players_view_or_the_public_one() -> None:
    game = load(toy, 2)
    state = at_the_first_choice(game)
    own = game.make_py_observer()
    public = game.make_py_observer(
        pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    card = state.at.state.players[1].hand[0]
    assert card in own.string_from(state, 1)
    assert card not in own.string_from(state, 0)
    assert card not in public.string_from(state, 1)
    public.set_from(state, 0)
    first = public.tensor.copy()
    public.set_from(state, 1)
    assert np.array_equal(first, public.tensor)


def test_there_is_no_observer_with_perfect_recall() -> None:
    with pytest.raises(ValueError, match="now"):
        load(toy, 2).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
