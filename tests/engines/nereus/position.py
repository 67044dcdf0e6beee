"""Positions made by hand, and moves made in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest
from msgspec.structs import replace

from partie.games.nereus import nereus
from partie.games.nereus.data import CREW, DATA, HOLDS, SCIENCE, side
from partie.games.nereus.state import (
    Bag,
    Day,
    EndTurn,
    Move,
    Neutral,
    Options,
    PlaceMarker,
    Player,
    Science,
    State,
    Step,
    Turn,
)
from partie.games.nereus.tables import KIND
from partie.kit import Draws, Event, Illegal, Line, NoChance, RecordedChance


def cabin(slots: Mapping[str, str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Holds, chest and storage with something in the slots named, as ``{"hold-captain-1": "black"}``."""
    holds: dict[str, tuple[str, ...]] = {
        crew: tuple(slots.get(f"hold-{crew}-{number}", "") for number in range(1, len(HOLDS[crew].slots) + 1))
        for crew in CREW
    }
    chest = tuple(slots.get(f"chest-{colour}", "") for colour in DATA.chest.rewards)
    storage = tuple(slots.get(f"storage-{number}", "") for number in range(1, len(DATA.storage.slots) + 1))
    return holds, chest, storage


def player(
    ship: str,
    slots: Mapping[str, str] | None = None,
    *,
    gold: int = 3,
    points: int = 0,
    power: int = 0,
    gems: int = 0,
    done: Iterable[str] = (),
    hand: tuple[str, ...] = (),
    science: tuple[str, ...] = (),
    played: tuple[str, ...] = (),
) -> Player:
    """A seat with its ship on a field; ``slots`` says what lies in the cabin, ``done`` which holds are complete."""
    holds, chest, storage = cabin(slots or {})
    complete = tuple(crew for crew in CREW if crew in tuple(done))
    return Player(
        ship=ship,
        gold=gold,
        points=points,
        power=power,
        holds={crew: hold for crew, hold in holds.items() if crew not in complete},
        chest=chest,
        storage=storage,
        gems=gems,
        done=complete,
        hand=hand,
        science=science,
        played=played,
    )


class Copies:
    """Deals single cards for kinds of science cards: the first one of a kind first."""

    def __init__(self) -> None:
        self._left = {kind: [card for card, its in KIND.items() if its == kind] for kind in SCIENCE}

    def of(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """A card for each of the kinds."""
        return tuple(self._left[kind].pop(0) for kind in kinds)

    def counted(self, kinds: Mapping[str, int]) -> tuple[str, ...]:
        """So many cards of each kind."""
        return tuple(self._left[kind].pop(0) for kind, number in kinds.items() for _ in range(number))

    def left(self) -> tuple[str, ...]:
        """All that were not dealt."""
        return tuple(card for cards in self._left.values() for card in cards)


def position(
    *players: Player,
    crew: str = "",
    sea: Mapping[str, tuple[str, ...]] | None = None,
    markers: Mapping[str, int | str] | None = None,
    bag: Mapping[str, int] | None = None,
    owed: Mapping[str, int] | None = None,
    pile: Mapping[str, int] | None = None,
    discards: tuple[str, ...] = (),
    options: Options | None = None,
    step: Step = "marker",
    day: int = 1,
    cycle: int = 1,
    hourglass: int = 0,
    sun: int = 0,
    queue: Sequence[int | str] = (),
    neutral: Neutral | None = None,
    extra: bool = False,
) -> State:
    """A position in which seat 0 is to place its marker for ``crew``, and those of ``queue`` act after it.

    Unless given, bag and pile hold what lies nowhere else; ``markers`` tells who stands on which space,
    ``cycle`` is the round of the day.
    """
    printed = side(len(players))
    me = players[0]
    if crew and crew not in me.played:
        players = (replace(me, played=(*me.played, crew)), *players[1:])
    if step == "marker":
        # A seat that acts in this round has played a card in it.
        players = tuple(each if each.played else replace(each, played=("boatswain",)) for each in players)
    sea = dict(sea or {})
    if bag is None:
        rest = dict(DATA.treasures.colours.items())
        lying = [treasure for field in sea.values() for treasure in field]
        for each in players:
            parts = (*each.holds.values(), each.chest, each.storage, each.hand)
            lying += [treasure for part in parts for treasure in part if treasure not in ("", "gem")]
        for treasure in lying:
            rest[treasure] -= 1  # type: ignore[index]
        bag = {str(colour): number for colour, number in rest.items() if number}
    copies = Copies()
    players = tuple(replace(each, science=copies.of(each.science)) for each in players)
    discards = copies.of(discards)
    left = dict.fromkeys(copies.left(), 1) if pile is None else dict.fromkeys(copies.counted(pile), 1)
    at = {space: str(owner) for space, owner in (markers or {}).items()}
    cards = tuple(printed.discovery)
    return State(
        options=options or Options(),
        step=step,
        turns=1,
        day=Day(
            number=day,
            round=cycle,
            sun=sun,
            hourglass=hourglass,
            deck=cards[day:],
            card=cards[day - 1],
            queue=tuple(map(str, queue)),
            phase="action",
        ),
        sea=sea,
        rows={name: tuple(at.get(space.id, "") for space in printed.rows[name]) for name in CREW},
        players=players,
        bag=Bag(dict(bag), dict(owed or {})),
        science=Science(left, discards),
        gems=DATA.box.gems - sum(each.gems for each in players),
        turn=Turn(
            seat=0,
            crew=crew,
            basic=step == "marker",
            gold=step == "marker" and crew != "explorer",
            improved=step == "marker" and crew in players[0].done,
            extra=extra,
        ),
        neutral=neutral or Neutral(""),
    )


def do(state: State, *moves: Move, draws: Draws = (), seat: int | None = None) -> State:
    """Moves of the seat to act, one after the other; chance gives just these draws, the last move all of them.

    Each of them must be listed as legal.
    """
    for number, move in enumerate(moves, 1):
        who = state.turn.seat if seat is None else seat
        assert move in nereus.legal(state, who), f"{move} is not legal"
        chance = RecordedChance(draws if number == len(moves) else ())
        state = nereus.apply(state, who, move, chance)
        chance.finish()
    return state


def on(state: State, space: str) -> State:
    """The marker of the seat to act is placed on a space."""
    return do(state, PlaceMarker(space))


def told(state: State, move: Move, draws: Draws = (), viewer: int = 0, seat: int | None = None) -> list[Line]:
    """The lines that a viewer reads of a move."""
    who = state.turn.seat if seat is None else seat
    chance = RecordedChance(draws)
    after = nereus.apply(state, who, move, chance)
    event = Event(who, move, draws, chance.uncovered)
    return list(nereus.describe(state, event, after, viewer))


def legal(state: State, seat: int | None = None) -> list[Move]:
    """The legal moves of the seat to act."""
    return list(nereus.legal(state, state.turn.seat if seat is None else seat))


def refused(state: State, move: Move, seat: int | None = None) -> str:
    """The rule by which a move is refused; it must not be listed either."""
    who = state.turn.seat if seat is None else seat
    assert move not in nereus.legal(state, who)
    with pytest.raises(Illegal) as caught:
        nereus.apply(state, who, move, NoChance())
    return caught.value.rule


def stored(player: Player) -> list[str]:
    """What lies in the coloured slots of the storage."""
    return [treasure for treasure in player.storage if treasure]


def ended(state: State, draws: Draws = ()) -> State:
    """After the turn was ended; what follows by itself draws just this."""
    return do(state, EndTurn(), draws=draws)
