"""``partie arena``: one bot against others, in the engine alone."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from partie.cli._support.engines import fewest_seats, find_engine
from partie.cli._support.options import (
    EnginesOption,
    GameArgument,
    GamesOption,
    MoveSecondsOption,
    OffersOption,
    SeatsOption,
    SeedOption,
)
from partie.cli._support.output import CommandFailed, JsonFlag, print_json, progress
from partie.cli._support.parameters import Option
from partie.client.players import Player, PlayerFailed, Program, is_function, load_function
from partie.features.bots import arena, records
from partie.kit.playout import Endless
from partie.table.values import LEVELS, Level

_FEWEST = 2
"""A match needs an opponent."""


def prepare(args: list[str]) -> list[str]:
    """The words of the command. Raises :class:`CommandFailed` if the levels are not two words.

    An option of two words takes the next option for the second one, or fails with a message about options.
    """
    words = [part for word in args for part in _parted_option(word)]
    if "--levels" in words:
        start = words.index("--levels") + 1
        levels = list(takewhile(lambda word: not word.startswith("-"), words[start : start + 2]))
        if len(levels) < 2:
            raise CommandFailed("level", _two_levels(" ".join(levels)))
    return words


def _parted_option(word: str) -> list[str]:
    """The words of ``--levels=deep``."""
    return word.split("=", 1) if word.startswith("--levels=") else [word]


def command(
    game: GameArgument,
    *,
    levels: Annotated[
        tuple[str, str],
        Option(
            metavar="BOT OPPONENTS",
            help="Bot to measure, and its opponents. Each is quick, careful or deep, a function as module:function, or "
            "the command line of a program.",
        ),
    ] = ("careful", "quick"),
    seats: SeatsOption = None,
    games: GamesOption = 20,
    seed: SeedOption = 0,
    seconds: Annotated[
        list[str] | None, Option(help="Seconds of processor time per move, such as deep=0.5. Repeatable.")
    ] = None,
    iterations: Annotated[
        list[str] | None, Option(help="Search iterations per move, such as deep=100. Repeatable.")
    ] = None,
    move_seconds: MoveSecondsOption = arena.MOVE_SECONDS,
    offers: OffersOption = False,
    jobs: Annotated[int, Option(min=1, help="Games to play at the same time.")] = os.cpu_count() or 1,
    results: Annotated[
        Path | None,
        Option(help="Append each game to this file, and skip the games it already has."),
    ] = None,
    engines: EnginesOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Play two bots against each other: levels, functions or programs.

    The first takes one seat and the second all the others. Each deal is played once from every seat. The result is how
    often the first finishes above another seat; a tie counts as half. Equal bots get 50 %, with any number of seats.

    Example: partie arena glenmore --levels mybot:choose careful --games 40
    """
    engine = find_engine(game, engines or ())
    number = fewest_seats(engine, _FEWEST) if seats is None else seats
    if number not in engine.seats or number < _FEWEST:
        raise CommandFailed("seats", f"{game} takes {engine.seats[0]} to {engine.seats[-1]} players, not {number}")
    both = (entrant_of(levels[0]), entrant_of(levels[1]))
    allowed = _seconds(seconds or []) | _iterations(iterations or [])
    setting = records.Setting(game, number, both, allowed)
    wanted = list(arena.pairings(number, games, seed))
    found = _kept(results, setting, wanted)
    missing = [pairing for pairing in wanted if pairing not in {score.pairing for score in found}]
    with progress(f"Playing {engine.key}", len(missing)) as advance:
        try:
            others = Others(offers, move_seconds)
            for score in _played(partial(_play, setting, tuple(engines or ()), others), missing, jobs):
                found.append(score)
                advance()
                if results is not None:
                    records.add(results, setting, score)
        except Endless as endless:
            raise CommandFailed("endless", str(endless)) from None
        except PlayerFailed as failed:
            raise CommandFailed(failed.code, str(failed)) from None
        except BrokenProcessPool:
            raise CommandFailed("bot_dead", "a process with a game was ended; did a bot end it?") from None
    match = arena.summary(game, number, both, found)
    if as_json:
        print_json(match)
    else:
        _print(match)


def _kept(results: Path | None, setting: records.Setting, wanted: Sequence[arena.Pairing]) -> list[arena.Score]:
    """The games of the match that were already played."""
    if results is None:
        return []
    try:
        return [score for score in records.read(results, setting) if score.pairing in wanted]
    except (OSError, msgspec.DecodeError) as error:
        raise CommandFailed("results", f"{results} is not a file of arena results: {error}") from None


class Others(NamedTuple):
    """What bots get that are no levels: offers if they are programs, and so many seconds for a move."""

    offers: bool
    move_seconds: float


def _play(setting: records.Setting, engines: tuple[str, ...], others: Others, pairing: arena.Pairing) -> arena.Score:
    """Play one game, in any process."""
    engine = find_engine(setting.game, engines)
    players = {name: partial(player_of, name, others) for name in setting.levels if name not in LEVELS}
    return arena.play(engine, setting.seats, pairing, setting.levels, setting.allowed, players, others.move_seconds)


def player_of(name: str, others: Others) -> Player:
    """A new player of that name. Raises :class:`PlayerFailed`."""
    if is_function(name):
        return load_function(name)
    return Program(shlex.split(name), wants_offers=others.offers)


def entrant_of(word: str) -> str:
    """The word, if it means a bot: a level, a function or a program. Raises :class:`CommandFailed`."""
    if is_function(word):
        try:
            load_function(word)
        except PlayerFailed as failed:
            raise CommandFailed(failed.code, str(failed)) from None
        return word
    if word in LEVELS or _is_program(word):
        return word
    if "," in word:
        raise CommandFailed("level", _two_levels(word))
    raise CommandFailed(
        "level",
        f"unknown bot {word!r}; expected a level ({', '.join(LEVELS)}), a function as module:function, "
        "or a program and its arguments in quotes",
    )


def _is_program(word: str) -> bool:
    try:
        words = shlex.split(word)
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None


def _played(
    play: Callable[[arena.Pairing], arena.Score], pairings: Sequence[arena.Pairing], jobs: int
) -> Iterator[arena.Score]:
    """Play the games, ``jobs`` at a time in processes of their own, or one by one here. Yields each as it ends."""
    if jobs == 1:
        yield from map(play, pairings)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        playing = [pool.submit(play, pairing) for pairing in pairings]
        try:
            for done in as_completed(playing):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def level_of(word: str) -> Level:
    """The level with that name. Raises :class:`CommandFailed`."""
    for level in LEVELS:
        if word == level:
            return level
    raise CommandFailed("level", f"unknown level {word!r}; expected one of: {', '.join(LEVELS)}")


def _two_levels(given: str) -> str:
    """What is wrong with levels that were given as one word, and what to write."""
    words = [word.strip() for word in given.split(",") if word.strip()]
    both = (*words, *(level for level in ("deep", "careful") if level not in words))[:2]
    wrong = f", not {given!r}" if given else ""
    return f"--levels takes two levels with a space between them{wrong}: --levels {' '.join(both)}"


def _seconds(given: list[str]) -> dict[Level, arena.Allowance]:
    return {level: arena.Allowance(seconds=value) for level, value in map(_parted, given)}


def _iterations(given: list[str]) -> dict[Level, arena.Allowance]:
    return {level: arena.Allowance(iterations=max(1, int(value))) for level, value in map(_parted, given)}


def _parted(given: str) -> tuple[Level, float]:
    word, _, value = given.partition("=")
    try:
        return level_of(word), float(value)
    except ValueError:
        raise CommandFailed("budget", f"invalid budget {given!r}; expected e.g. deep=0.5") from None


def _print(match: arena.Match) -> None:
    share, low, high, won = (f"{100 * part:.0f}" for part in (match.share, match.low, match.high, match.won))
    print(
        f"{match.games} games of {match.game} with {match.seats} players, {_shown(match.level, 1)} against "
        f"{_shown(match.against, match.seats - 1)}: the first finished above another seat {share} % of the time (95 % "
        f"interval {low} to {high}; ties count as half) and won {won} % of the games."
    )
    print(
        f"Average scores {match.points[0]:.1f} against {match.points[1]:.1f}; seconds of thinking per game and seat "
        f"{match.seconds[0]:.2f} against {match.seconds[1]:.2f}."
    )


def _shown(name: str, number: int) -> str:
    """A bot, or several of its kind, in a sentence."""
    if name not in LEVELS:
        return name
    return f"one {name} bot" if number == 1 else f"{name} bots"
