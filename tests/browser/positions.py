"""Tables at a wanted stage, the same every time: written into the log instead of played through pages."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from partie.bench.paper import AnyEngine, Paper, write
from partie.games.glenmore import glenmore
from partie.games.nereus import nereus
from partie.games.vinci import vinci
from partie.games.wikinger import wikinger
from partie.kit import SPECTATOR
from partie.log import Log

Choose = Callable[[list[Any], random.Random, dict[str, Any]], Any]
"""What somebody does, of the legal moves, in a game."""

Holds = Callable[[dict[str, Any], int], bool]
"""Whether a game's view, with its number of events, is what is wanted."""

SEEDS = 40
NEAR = 3
"""Tiles on the ring that a careful player looks at."""


class NotFound(LookupError):
    """No game came to the wanted stage."""


async def lay_out(
    redis: str,
    table: str,
    persons: Sequence[str],
    wanted: Holds,
    *,
    chance: str = "",
    game: str = "glenmore",
    options: Mapping[str, str | int] | None = None,
) -> int:
    """Write a table that stands at the first wanted position of the first game that has one; its newest event.

    Tables with the same ``chance`` stand at the same position.
    """
    # In a thread: on a busy machine it may take so long that the connections of this test's people would be lost.
    paper = await asyncio.to_thread(_standing, table, persons, wanted, chance=chance, game=game, options=options or {})
    # The entries are sent all at once, so none of them may be sent again, with another mark.
    log = Log(redis, reply_timeout=120.0)
    await write(log, paper)
    await log.aclose()
    return paper.history.seq


def _standing(
    table: str, persons: Sequence[str], wanted: Holds, *, chance: str, game: str, options: Mapping[str, str | int]
) -> Paper:
    """A table that stands at the wanted position."""
    engine, choose = GAMES[game]
    for seed in range(SEEDS):
        paper = Paper(engine, table, list(persons), seed, chance=chance)
        paper.start(engine.key, **options)
        rng = random.Random(seed)
        while not wanted(game_now := _game(paper), paper.history.seq):
            if not _move(paper, rng, choose, game_now):
                break
        else:
            return paper
    raise NotFound(f"no game of {SEEDS} came to {table}")


def stage(step: str, *, seat: int = 0, round_: int = 2, more: Callable[[dict[str, Any]], bool] | None = None) -> Holds:
    """A step of a seat in a round of the game."""

    def holds(game: dict[str, Any], events: int) -> bool:
        acting = game.get("turn", {}).get("seat")
        return (
            game["step"] == step
            and acting == (None if step == "over" else seat)
            and (step == "over" or game["round"] >= round_)
            and (more is None or more(game))
        )

    return holds


def _game(paper: Paper) -> dict[str, Any]:
    view: Any = paper.history.view(paper.history.newest, SPECTATOR)
    return dict(view["game"])


def _move(paper: Paper, rng: random.Random, choose: Choose, game: dict[str, Any]) -> bool:
    table = paper.history.newest
    pending = sorted(paper.history.pending(table))
    if not pending:
        return False
    # Where several decide at once, the first seat is the last to do so.
    seat = pending[-1]
    turn = paper.history.turn(table, seat)
    paper.play(seat, choose(list(turn.legal), rng, game))
    return True


def _choose_glenmore(legal: list[Any], rng: random.Random, _: dict[str, Any]) -> Any:
    """What somebody would do who likes a large land: near tiles, everything awake activated, few goods sold."""
    kinds: dict[str, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move).__name__, []).append(move)
    for kind in ("Harvest", "Activate", "UseLochNess", "Enough", "Give", "Collect", "Place"):
        if kind in kinds:
            return rng.choice(kinds[kind])
    if "Take" in kinds:
        return rng.choice(kinds["Take"][:NEAR])
    if "Promote" in kinds and rng.random() < 0.3:
        return kinds["Promote"][0]
    if "Walk" in kinds and rng.random() < 0.5:
        return rng.choice(kinds["Walk"])
    rest = [move for kind, moves in kinds.items() if kind not in ("Sell", "Walk", "Promote") for move in moves]
    return rng.choice(rest or legal)


def at_sea(
    *steps: str, seat: int | None = 0, day: int = 1, more: Callable[[dict[str, Any]], bool] | None = None
) -> Holds:
    """One of some steps of Waters of Nereus on a day of the game; of a seat, or while all decide at once."""

    def holds(game: dict[str, Any], events: int) -> bool:
        return (
            game["step"] in steps
            and (seat is None or game.get("turn", {}).get("seat") == seat)
            and game["day"] >= day
            and (more is None or more(game))
        )

    return holds


def in_hand(game: dict[str, Any], seat: int) -> int:
    """How many treasures a seat holds in its hand."""
    return sum(game["players"][str(seat)].get("hand", {}).values())


def _choose_nereus(legal: list[Any], rng: random.Random, game: dict[str, Any]) -> Any:
    """What somebody would do who fills his cabin: sails to the fullest spaces, and stows what he finds."""
    kinds: dict[str, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move).__name__, []).append(move)
    if "Sail" in kinds:
        return max(kinds["Sail"], key=lambda move: (len(game["sea"].get(move.to, ())), -len(move.tolls), move.to))
    for kind in ("Explore", "Basic", "Improved"):
        if kind in kinds:
            return rng.choice(kinds[kind])
    if "Gold" in kinds and rng.random() < 0.5:
        return kinds["Gold"][0]
    if "Place" in kinds:
        holds = [move for move in kinds["Place"] if move.to.startswith("hold")]
        return rng.choice(holds or kinds["Place"])
    if "PlayCard" in kinds and rng.random() < 0.2:
        return kinds["PlayCard"][0]
    if "PlaceMarker" in kinds:
        return kinds["PlaceMarker"][0]
    if "Decline" in kinds and rng.random() < 0.6:
        return kinds["Decline"][0]
    if "EndTurn" in kinds:
        return kinds["EndTurn"][0]
    return rng.choice(legal)


def in_europe(
    step: str, *, seat: int = 0, round_: int = 2, more: Callable[[dict[str, Any]], bool] | None = None
) -> Holds:
    """A step of Vinci in which a seat has to decide, in a round of the game."""

    def holds(game: dict[str, Any], events: int) -> bool:
        acting = next(iter(game["survivors"]), "") if step == "survive" and game["step"] == step else None
        turn = game.get("turn", {}).get("seat")
        return (
            game["step"] == step
            and (step == "over" or (str(seat) == acting if step == "survive" else turn == seat))
            and (step == "over" or game["round"] >= round_)
            and (more is None or more(game))
        )

    return holds


def empire(game: dict[str, Any], seat: int, *, declined: bool = False) -> dict[str, int]:
    """The pieces of a seat's empire by province."""
    land = game["land"].items()
    return {
        name: each["pieces"]
        for name, each in land
        if (each.get("seat"), each.get("declined", False)) == (seat, declined)
    }


def _choose_vinci(legal: list[Any], rng: random.Random, game: dict[str, Any]) -> Any:
    """What somebody would do who gathers all that can be spared, conquers what goes, and then declines."""
    kinds: dict[str, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move).__name__, []).append(move)
    land = game["land"]
    spare = [move for move in kinds.get("Gather", ()) if move.pieces == land[move.province]["pieces"] - 1]
    if "Decline" in kinds and not spare and len(kinds.get("Conquer", ())) < 2:
        return kinds["Decline"][0]
    if spare:
        return spare[0]
    if "Conquer" in kinds:
        strong = [move for move in kinds["Conquer"] if land.get(move.province, {}).get("pieces", 0) > 1]
        return rng.choice(strong or kinds["Conquer"])
    for kind in ("EndConquest", "PutDown", "BuildFort", "MakeTreaty", "EndTurn"):
        if kind in kinds:
            return rng.choice(kinds[kind])
    return rng.choice(kinds.get("ChoosePair", legal)[:3])


def left(game: dict[str, Any]) -> int:
    """How many combinations of Wikinger are left at the wheel."""
    return len(game["wheel"])


def _choose_wikinger(legal: list[Any], rng: random.Random, game: dict[str, Any]) -> Any:
    """What somebody would do who bids little, buys what is near, and puts up figures wherever they may stand."""
    kinds: dict[str, list[Any]] = {}
    for move in legal:
        kinds.setdefault(type(move).__name__, []).append(move)
    if "Bid" in kinds:
        return rng.choice([*kinds["Bid"][:2], *kinds.get("Pass", ())])
    if "Buy" in kinds:
        return rng.choice(kinds["Buy"][:4])
    if "Place" in kinds:
        return rng.choice([move for move in kinds["Place"] if move.stands] or kinds["Place"])
    for kind in ("Ferry", "EndFerrying", "TakeSpecial"):
        if kind in kinds:
            return kinds[kind][0]
    return rng.choice(legal)


GAMES: dict[str, tuple[AnyEngine, Choose]] = {
    "glenmore": (glenmore, _choose_glenmore),
    "nereus": (nereus, _choose_nereus),
    "vinci": (vinci, _choose_vinci),
    "wikinger": (wikinger, _choose_wikinger),
}
