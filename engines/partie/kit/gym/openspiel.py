"""Engines as Python games of OpenSpiel.

It needs ``pip install partie[openspiel]``. ::

    import pyspiel
    from partie.games.nereus import nereus
    from partie.kit.gym.openspiel import register

    register(nereus)
    game = pyspiel.load_game("partie_nereus(players=3,neutral=False)")

Chance is explicit, so that a search cannot look into the future: the setup, and every move that draws something, is
followed by a chance node. Its outcomes are the seeds of these draws, all equally likely. There are far more ways to
shuffle a deck than seeds; the seeds are a sample of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from partie.kit.actions import Actions
from partie.kit.chance import ChanceForbidden, NoChance, SeededChance
from partie.kit.engine import SPECTATOR, Engine, Seat, Viewer
from partie.kit.gym.aec import laid_out, numbered, settings
from partie.kit.gym.encoder import Encoder, Row
from partie.kit.gym.layout import POSITIONS, Layout
from partie.kit.gym.rewards import by_place
from partie.kit.playout import game_key

SEEDS: Final = 256
"""How many outcomes a chance node has."""


class _NoDraws(NoChance):
    """Chance that lets things be uncovered and nothing be drawn."""

    def uncover(self, what: str) -> None:
        pass


def register(engine: Engine[Any, Any], *, positions: int = POSITIONS) -> str:
    """Make an engine known to OpenSpiel and return the name to load it by.

    Its parameters are ``players`` and the settings of a table. The layout of its observations is made from
    ``positions`` of random games.
    """
    kind = _game_type(engine)

    class Registered(Game):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(engine, kind, params or {}, positions)

    pyspiel.register_game(kind, Registered)
    return f"partie_{engine.key}"


def _game_type(engine: Engine[Any, Any]) -> Any:
    defaults = engine.options()
    alone = not any(engine.automatic(seats, defaults) for seats in engine.seats)
    open_to_all = engine.symmetric_information and type(engine).secrets is Engine.secrets
    return pyspiel.GameType(
        short_name=f"partie_{engine.key}",
        long_name=f"{engine.key}, version {engine.version}, by Partie",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION
        if open_to_all
        else pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if alone else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=engine.seats[-1],
        min_num_players=engine.seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": engine.seats[0], **msgspec.structs.asdict(defaults)},
    )


class Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """An engine as a game of OpenSpiel, with everything that its states share."""

    def __init__(self, engine: Engine[Any, Any], kind: Any, params: Mapping[str, Any], positions: int) -> None:
        chosen = dict(params)
        self.seats = int(chosen.pop("players", engine.seats[0]))
        self.engine = engine
        self.options = settings(engine, chosen)
        self.actions: Actions = numbered(engine, self.seats, self.options)
        self.layout: Layout = laid_out(engine, self.seats, self.options, positions)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=SEEDS,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=engine.max_events,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> State:
        """Return the state before anything is set up."""
        return State(self)

    def show(self, state: State, viewer: Viewer) -> str:
        """Return a viewer's view as JSON; a chance node looks like the position before it."""
        view = {} if state.at.state is None else self.engine.view(state.at.state, viewer)
        return msgspec.json.encode(view, order="sorted").decode()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of what a player may know now, or of what is public."""
        if params:
            raise ValueError(f"there are no parameters for observations, and not {params}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise ValueError("a view shows what a player may know now, not all that the player has seen")
        private = iig_obs_type is None or iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self, private)


class _Position:
    """The engine's state, the number of the event that led to it, and a move whose draws are still to come.

    Nothing in it changes, so copies of a state share it.
    """

    def __init__(self, state: Any, number: int, pending: frozenset[Seat], waiting: tuple[Seat, Any] | None) -> None:
        self.state = state
        self.number = number
        self.pending = pending
        self.waiting = waiting

    def __deepcopy__(self, memo: object) -> _Position:
        return self


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position of an engine, or the chance node after a move."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.at = _Position(None, 0, frozenset(), None)

    @property
    def _game(self) -> Game:
        game: Game = self.get_game()
        return game

    def current_player(self) -> int:
        """Return the seat that must act, the first of several, or the id of chance or of the end."""
        at = self.at
        if at.state is None or at.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return min(at.pending) if at.pending else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds of the next draws with their probabilities."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        game = self._game
        return sorted(map(game.actions.number, game.engine.legal(self.at.state, player)))

    def _apply_action(self, action: int) -> None:
        game, at = self._game, self.at
        if at.state is None:
            self._arrive(game.engine.setup(game.seats, game.options, _chance(action, 0)), 0)
        elif at.waiting is not None:
            seat, move = at.waiting
            number = at.number + 1
            self._arrive(game.engine.apply(at.state, seat, move, _chance(action, number)), number)
        else:
            seat, move = self.current_player(), game.actions.move(action)
            try:
                self._arrive(game.engine.apply(at.state, seat, move, _NoDraws()), at.number + 1)
            except ChanceForbidden:
                self.at = _Position(at.state, at.number, at.pending, (seat, move))

    def _arrive(self, state: Any, number: int) -> None:
        self.at = _Position(state, number, self._game.engine.pending(state), None)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return msgspec.json.encode(self._game.actions.move(action)).decode()

    def returns(self) -> list[float]:
        """Return what the game is worth to every seat by its place, once it is over."""
        game = self._game
        result = game.engine.result(self.at.state) if self.is_terminal() else None
        return by_place(result)[: game.seats] if result is not None else [0.0] * game.seats

    def __str__(self) -> str:
        return self._game.show(self, SPECTATOR)


def _chance(seed: int, event: int) -> SeededChance:
    return SeededChance(game_key(seed, event), event)


class Observer:
    """What a player may know now, as numbers (see :class:`partie.kit.gym.Layout`) and as text."""

    def __init__(self, game: Game, private: bool) -> None:
        self._game = game
        self._private = private
        self._encoder = Encoder(game.layout)
        self.tensor: Row = np.zeros(game.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with the view of a player."""
        self.tensor[:] = 0
        if state.at.state is not None:
            self.tensor[:] = self._encoder.encode(self._game.engine.view(state.at.state, self._viewer(player)))
        if self._private:
            self.tensor[player] = 1

    def string_from(self, state: State, player: int) -> str:
        """Return the view of a player as JSON."""
        return self._game.show(state, self._viewer(player))

    def _viewer(self, player: int) -> Viewer:
        return player if self._private else SPECTATOR
