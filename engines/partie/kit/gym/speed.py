"""Measures how many steps a second environments make on one core, with observation and mask in every step.

``python -m partie.kit.gym.speed`` measures all installed games with the fewest and the most seats; next to them, as far
as they are installed, chess of PettingZoo (``pettingzoo[classic]``) and the Python games of OpenSpiel. It prints a
table in Markdown. Random moves are chosen from the mask; choosing them is part of the time, as it is for everybody.

``python -m partie.kit.gym.speed nereus vinci`` measures only these games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from random import Random
from typing import Any, Final

import numpy as np
from msgspec import Struct

from partie.kit.engine import Engine
from partie.kit.gym.aec import env
from partie.kit.playout import measure

SECONDS: Final = 1.5
ROUNDS: Final = 4
"""So many times so long; the fastest round counts, because other programs only make it slower."""

OPENSPIEL: Final = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_team_dominoes")


class Row(Struct, frozen=True):
    """One line of the table. ``bare``: moves a second of the engine alone, without views; 0 if not measured."""

    name: str
    observation: int
    actions: int
    steps: float
    bare: float = 0.0


def fastest(play: Callable[[Random], int], seconds: float = SECONDS, rounds: int = ROUNDS) -> float:
    """Return the steps a second of the fastest round. ``play`` plays a game and returns its steps."""
    random = Random(1)  # noqa: S311  # moves of a benchmark
    play(random)
    best = 0.0
    for _ in range(rounds):
        steps, start = 0, time.process_time()
        while (taken := time.process_time() - start) < seconds:
            steps += play(random)
        best = max(best, steps / taken)
    return best


def aec_game(game: Any) -> Callable[[Random], int]:
    """Return a function that plays a random game in an environment of PettingZoo."""

    def play(random: Random) -> int:
        steps = 0
        game.reset()
        for _ in game.agent_iter():
            observation, _, termination, truncation, _ = game.last()
            if termination or truncation:
                game.step(None)
                continue
            legal = observation["action_mask"].view(np.bool_).nonzero()[0]
            game.step(int(legal[random.randrange(len(legal))]))
            steps += 1
        return steps

    return play


def game_row(engine: Engine[Any, Any], seats: int, seconds: float = SECONDS, rounds: int = ROUNDS) -> Row:
    """Measure a game of Partie."""
    game = env(engine, seats)
    game.reset(seed=1)
    return Row(
        name=f"{engine.key}, {seats} {'seat' if seats == 1 else 'seats'}",
        observation=game.layout.size,
        actions=game.actions.size,
        steps=fastest(aec_game(game), seconds, rounds),
        bare=max(measure(engine, seats, 3, seed).moves_per_second for seed in range(rounds)),
    )


def chess_rows(seconds: float = SECONDS, rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure chess of PettingZoo, if it is installed."""
    try:
        from pettingzoo.classic import chess_v6  # noqa: PLC0415  # only there with pettingzoo[classic]
    except ImportError:
        return
    game = chess_v6.raw_env()
    game.reset(seed=1)
    size = int(np.prod(game.observation_space(game.agents[0])["observation"].shape))
    actions = int(game.action_space(game.agents[0]).n)
    yield Row("chess of PettingZoo (`raw_env`)", size, actions, fastest(aec_game(game), seconds, rounds))


def openspiel_rows(seconds: float = SECONDS, rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure the Python games of OpenSpiel, if it is installed."""
    try:
        import pyspiel  # noqa: PLC0415  # not installed for everybody
        from open_spiel.python import games, observation  # noqa: F401, PLC0415
    except ImportError:
        return
    for name in OPENSPIEL:
        game = pyspiel.load_game(name)
        observer = observation.make_observation(game)

        def play(random: Random, game: Any = game, observer: Any = observer) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(random.choice(state.chance_outcomes())[0])
                    continue
                player = state.current_player()
                observer.set_from(state, player)
                mask = np.array(state.legal_actions_mask(player), np.bool_)
                legal = mask.nonzero()[0]
                state.apply_action(int(legal[random.randrange(len(legal))]))
                steps += 1
            return steps

        yield Row(
            f"{name} of OpenSpiel", observer.tensor.size, game.num_distinct_actions(), fastest(play, seconds, rounds)
        )


def table(rows: list[Row]) -> str:
    """Return the rows as a table in Markdown."""
    lines = ["| Game | Observation | Actions | Steps a second | Engine alone |", "|---|---|---|---|---|"]
    for row in rows:
        bare = f"{row.bare:,.0f}" if row.bare else ""
        lines.append(f"| {row.name} | {row.observation:,} | {row.actions:,} | {row.steps:,.0f} | {bare} |")
    return "\n".join(lines)


def main(named: list[str]) -> None:
    """Measure everything, or the games that are named, and print the table."""
    rows = []
    for game in sorted(entry_points(group="partie.engines"), key=lambda game: game.name):
        if not named or game.name in named:
            engine = game.load()
            for seats in dict.fromkeys((engine.seats[0], engine.seats[-1])):
                rows.append(game_row(engine, seats))
                print(rows[-1].name, round(rows[-1].steps), file=sys.stderr)
    if not named:
        rows += [*chess_rows(), *openspiel_rows()]
    print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
