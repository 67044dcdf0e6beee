"""How games of Vinci go and what its tiles bring: ``python -m tests.engines.vinci.balance RESULTS [--table]``.

Plays games of careful bots, or of another ``--level``, with every number of players by every version of the rules. It
appends each game to a file, and plays none that the file has already. ``--table`` plays nothing and prints what the
file says, as the page of the documentation shows it. A civilization lives from the choice of its pair to its player's
next one. All points that its player scores meanwhile count for both of its tiles, those of older ruins and of the
turn of its decline included.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median

import msgspec
from msgspec import Struct

from partie.features.bots.budget import Iterations
from partie.features.bots.choose import choose
from partie.games.vinci import vinci
from partie.games.vinci.data import DATA, TILES
from partie.games.vinci.state import OVER, ChoosePair, Decline, State
from partie.kit import SeededChance
from partie.kit.playout import Endless, game_key, opening
from partie.table.values import LEVELS, Level

SEATS = vinci.at(1).seats
"""The numbers of players that every version has."""

WANTED = range(9, 17)
"""The rounds after which a game should be over."""


class Life(Struct):
    """A civilization: its tiles, and the turns and points that its player had with it."""

    tiles: tuple[str, str]
    turns: int = 0
    points: int = 0


class Game(Struct):
    """One game: its last round, the scores, how often somebody declined, and all civilizations."""

    version: int
    seats: int
    seed: int
    rounds: int
    scores: tuple[int, ...]
    declines: int
    lives: list[Life]


def play(version: int, seats: int, seed: int, level: Level) -> Game:
    """A game of bots of one level."""
    engine, key = vinci.at(version), game_key(seed)
    state = opening(engine, seats, engine.options(), key)
    current: dict[int, Life] = {}
    lives: list[Life] = []
    declines = 0
    for number in range(1, engine.max_events):
        if not (pending := engine.pending(state)):
            result = engine.result(state)
            assert result is not None
            return Game(version, seats, seed, state.round, result.scores, declines, lives)
        seat = min(pending)
        move = choose(engine, state, seat, f"{seed} {number}", level, Iterations(1)).move
        before, state = state, engine.apply(state, seat, move, SeededChance(key, number))
        declines += isinstance(move, Decline)
        if before.turn.seat in current:
            _count(current[before.turn.seat], before, state, move)
        if isinstance(move, ChoosePair):
            current[seat] = Life(before.pairs[move.pair - 1].tiles)
            lives.append(current[seat])
    raise Endless(f"a game of bots has more than {engine.max_events} events")


def _count(life: Life, before: State, after: State, move: object) -> None:
    """Count what the seat whose turn it was has scored, and whether that turn is over."""
    seat = before.turn.seat
    scored = after.players[seat].points - before.players[seat].points
    if isinstance(move, ChoosePair):
        scored += DATA.pairs.price * (move.pair - 1) - before.pairs[move.pair - 1].points
    life.points += scored
    life.turns += bool(before.round) and (after.turn.seat != seat or after.step == OVER)


# --- what is written of them ------------------------------------------------------------------------------------------


def table(games: Sequence[Game]) -> Iterator[str]:
    """The lines of the page's two tables."""
    yield _row("Players", "Version", "Games", "Rounds", "9 to 16", "Score", "Winner’s", "Declines per seat")
    yield _row(*["---"] * 8)
    for seats in SEATS:
        for version in vinci.versions:
            found = [game for game in games if (game.seats, game.version) == (seats, version)]
            if found:
                yield _games(seats, version, found)
    yield ""
    first, second = _lives(games, 1), _lives(games, 2)
    total = {
        version: sum(bool(life.turns) for game in games if game.version == version for life in game.lives)
        for version in (1, 2)
    }
    yield _row("Tile", "Chosen, version 1", "2", "Points per turn, version 1", "2", "Turns, version 1", "2")
    yield _row(*["---"] * 7)
    for name in sorted(TILES, key=lambda each: -_per_turn(second[each])):
        chosen = (f"{100 * len(lives[name]) / total[version]:.1f} %" for version, lives in ((1, first), (2, second)))
        points = (f"{_per_turn(lives[name]):.1f}" for lives in (first, second))
        turns = (f"{fmean(life.turns for life in lives[name]):.1f}" for lives in (first, second))
        yield _row(_words(name), *chosen, *points, *turns)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _games(seats: int, version: int, games: Sequence[Game]) -> str:
    rounds = [game.rounds for game in games]
    inside = 100 * sum(number in WANTED for number in rounds) / len(rounds)
    scores = fmean(score for game in games for score in game.scores)
    winners = fmean(max(game.scores) for game in games)
    declines = fmean(game.declines / seats for game in games)
    between = f"{min(rounds)} to {max(rounds)}, median {median(rounds):g}"
    numbers = (f"{inside:.3g} %", f"{scores:.0f}", f"{winners:.0f}", f"{declines:.1f}")
    return _row(str(seats), str(version), str(len(games)), between, *numbers)


def _lives(games: Iterable[Game], version: int) -> dict[str, list[Life]]:
    """The civilizations of a version by their tiles; those that never had a turn say nothing."""
    found: dict[str, list[Life]] = defaultdict(list)
    for game in games:
        for life in game.lives if game.version == version else ():
            for tile in {*life.tiles} if life.turns else ():
                found[tile].append(life)
    return found


def _per_turn(lives: Sequence[Life]) -> float:
    turns = sum(life.turns for life in lives)
    return sum(life.points for life in lives) / turns if turns else 0.0


def _words(tile: str) -> str:
    words: dict[str, str] = msgspec.json.decode((vinci.room / "words.en.json").read_bytes())
    return words[f"names.tile.{tile}"]


def main(arguments: Sequence[str]) -> int:
    """Play what is missing, or print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", choices=LEVELS, default="careful")
    parser.add_argument("--table", action="store_true")
    chosen = parser.parse_args(arguments)
    lines = chosen.results.read_bytes().splitlines() if chosen.results.exists() else []
    games = [msgspec.json.decode(line, type=Game) for line in lines]
    if chosen.table:
        print("\n".join(table(games)))
        return 0
    known = {(game.version, game.seats, game.seed) for game in games}
    for seed in range(chosen.games):
        for version, seats in ((version, seats) for seats in SEATS for version in vinci.versions):
            if (version, seats, seed) not in known:
                with chosen.results.open("ab") as file:
                    file.write(msgspec.json.encode(play(version, seats, seed, chosen.level)) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
