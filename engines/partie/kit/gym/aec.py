"""An engine as an environment of PettingZoo in which agents take turns (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, TypedDict

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from partie.kit.actions import Actions
from partie.kit.chance import SeededChance
from partie.kit.engine import SPECTATOR, Engine, Illegal, Seat
from partie.kit.gym.encoder import Encoder, Row
from partie.kit.gym.layout import POSITIONS, Layout, make_layout
from partie.kit.gym.rewards import Reward, by_place
from partie.kit.playout import game_key, opening

_LARGEST = float(2**53)
"""The largest number in a view."""


class IllegalAction(ValueError):
    """An action that the mask does not allow."""


class Observation(TypedDict):
    """What an agent is given: the numbers of its view, and which actions it may choose (1) or not (0)."""

    observation: Row
    action_mask: NDArray[np.int8]


def env(
    engine: Engine[Any, Any] | str,
    seats: int,
    options: Any = None,
    *,
    reward: Reward = by_place,
    render_mode: str | None = None,
    layout: Layout | None = None,
) -> Environment:
    """Return an environment of PettingZoo for an engine, or for the installed game of that name.

    ``options`` are the settings of the table, as the engine's struct or as a mapping; its defaults if None. ``reward``
    says what a result is worth to each player. ``render_mode`` may be ``"ansi"``. ``layout`` is a layout that was
    kept; without it, the first environment of a game in a process makes one, which may take some seconds.
    """
    found = _installed(engine) if isinstance(engine, str) else engine
    return Environment(found, seats, options, reward=reward, render_mode=render_mode, layout=layout)


def _installed(key: str) -> Engine[Any, Any]:
    games = {game.name: game for game in entry_points(group="partie.engines")}
    if key not in games:
        raise ValueError(f"no game {key!r} is installed; there are: {', '.join(sorted(games))}")
    engine: Engine[Any, Any] = games[key].load()
    return engine


@lru_cache(maxsize=256)
def numbered(engine: Engine[Any, Any], seats: int, options: Any) -> Actions:
    """Return the numbers of an engine's moves, made once in a process."""
    return Actions(engine, seats, options)


@lru_cache(maxsize=64)
def laid_out(engine: Engine[Any, Any], seats: int, options: Any, positions: int = POSITIONS) -> Layout:
    """Return the layout of an engine's views, made once in a process."""
    return make_layout(engine, seats, options, positions=positions)


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The games of an engine for a number of seats and a set of options, one after the other.

    The agents are ``seat_0``, ``seat_1``, ... Where several must act at once, their turns come in the order of their
    seats, and none sees what another has chosen. All chance comes from the seed and the number of the
    game since it was given.
    """

    def __init__(
        self,
        engine: Engine[Any, Any],
        seats: int,
        options: Any = None,
        *,
        reward: Reward = by_place,
        render_mode: str | None = None,
        layout: Layout | None = None,
    ) -> None:
        super().__init__()
        if seats not in engine.seats:
            raise ValueError(f"{engine.key} is for {engine.seats[0]} to {engine.seats[-1]} seats, not {seats}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the only render mode is 'ansi', not {render_mode!r}")
        if layout is not None and (layout.engine, layout.seats) != (engine.key, seats):
            raise ValueError(f"the layout is for {layout.engine} with {layout.seats} seats")
        self.engine = engine
        self.options = settings(engine, options)
        self.actions = numbered(engine, seats, self.options)
        """The moves by their numbers."""
        self.layout = layout or laid_out(engine, seats, self.options)
        """What the numbers of an observation stand for."""
        self.metadata: dict[str, Any] = {
            "name": f"{engine.key}_v{engine.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._reward = reward
        self.position: Any = None
        """The state of the engine, for programs that search. It holds what is hidden from agents."""
        encoders = [Encoder(self.layout) for _ in range(1 if engine.symmetric_information else seats)]
        self._encoders = encoders * (seats // len(encoders))
        self._action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self._observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self._seed: int | None = None
        self._game = 0

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-_LARGEST, _LARGEST, (self.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first with this seed, or without one the next. ``options`` are ignored."""
        if seed is not None:
            self._seed, self._game = int(seed), 0
        elif self._seed is None:
            self._seed = int(np.random.SeedSequence().generate_state(1)[0])
        else:
            self._game += 1
        self._key = game_key(self._seed, self._game)
        self._number = 0
        self.position = opening(self.engine, len(self.possible_agents), self.options, self._key)
        self._last: tuple[str, Any] | None = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what the agent may know now."""
        seat = self._seats[agent]
        row = self._encoders[seat].encode(self.engine.view(self.position, seat)).copy()
        row[seat] = 1
        mask = np.zeros(self.actions.size, np.int8)
        if seat in self._pending:
            mask[self._numbers(seat)] = 1
        return {"observation": row, "action_mask": mask}

    def _numbers(self, seat: Seat) -> list[int]:
        """The numbers of the legal moves of a seat, which are kept until the next move."""
        moves = self._legal.get(seat)
        if moves is None:
            number = self.actions.number
            moves = self._legal[seat] = {number(move): move for move in self.engine.legal(self.position, seat)}
        return list(moves)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is. Raises :class:`IllegalAction` if the mask forbids it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        move = self._move(seat, action)
        self._number += 1
        chance = SeededChance(self._key, self._number)
        try:
            self.position = self.engine.apply(self.position, seat, move, chance)
        except Illegal as illegal:
            self._number -= 1
            raise IllegalAction(f"{agent} may not make {move}: {illegal}") from illegal
        self._cumulative_rewards[agent] = 0.0
        self._last = agent, move
        self._go_on()

    def _move(self, seat: Seat, action: int | None) -> Any:
        if action is None or not 0 <= action < self.actions.size:
            raise IllegalAction(f"seat_{seat} must choose an action from 0 to {self.actions.size - 1}, not {action}")
        moves = self._legal.get(seat)
        if moves is None:
            return self.actions.move(int(action))
        move = moves.get(int(action))
        if move is None:
            raise IllegalAction(f"seat_{seat} may not make {self.actions.move(int(action))}")
        return move

    def _go_on(self) -> None:
        """Find out whose turn it is, or what the game that is over was worth."""
        self._legal: dict[Seat, dict[int, Any]] = {}
        self._pending = self.engine.pending(self.position)
        if self._pending:
            self.agent_selection = self.possible_agents[min(self._pending)]
            if self._number >= self.engine.max_events:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        result = self.engine.result(self.position)
        if result is None:
            raise RuntimeError(f"{self.engine.key}: nobody must act, but there is no result")
        rewards = self._reward(result)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(rewards[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"score": result.scores[seat], "place": result.places[seat]}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return the table as a spectator sees it, and the last move if it is public, as text."""
        if self.render_mode is None:
            return None
        shown = self.engine.view(self.position, SPECTATOR)
        head = [f"{self.engine.key}, move {self._number}"]
        if self._pending:
            head.append(f"to move: {', '.join(self.possible_agents[seat] for seat in sorted(self._pending))}")
        body = msgspec.json.format(msgspec.json.encode(shown, order="sorted"), indent=2).decode()
        return "\n".join([*head, body])

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""


def settings(engine: Engine[Any, Any], options: Any) -> Any:
    """Return the settings of a table as the engine's struct."""
    if options is None:
        return engine.options()
    if isinstance(options, Mapping):
        return msgspec.convert(options, engine.options)
    if not isinstance(options, engine.options):
        raise TypeError(f"{engine.key} has {engine.options.__name__}, not {type(options).__name__}")
    return options
