"""Environments for programs that learn to play: any engine through the interface of PettingZoo.

It needs ``pip install partie[gym]``; nothing of the service imports it. ::

    from partie.kit.gym import env

    game = env("nereus", seats=3)
    game.reset(seed=42)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        over = termination or truncation
        action = None if over else game.action_space(agent).sample(observation["action_mask"])
        game.step(action)
"""

from partie.kit.gym.aec import Environment, IllegalAction, Observation, env
from partie.kit.gym.encoder import Encoder
from partie.kit.gym.layout import Constant, Layout, Slot, make_layout
from partie.kit.gym.rewards import by_place, by_score, by_win

__all__ = [
    "Constant",
    "Encoder",
    "Environment",
    "IllegalAction",
    "Layout",
    "Observation",
    "Slot",
    "by_place",
    "by_score",
    "by_win",
    "env",
    "make_layout",
]
