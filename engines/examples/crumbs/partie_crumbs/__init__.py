"""Crumbs: everybody sends a duck at once, and the fastest one that swims alone gets the bread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from partie.kit import Chance, Engine, Event, Illegal, Line, Result, Seat, View, Viewer, pools
from partie.kit.values import Count, SeatKey, ViewPart, one_of

__all__ = ["Crumbs", "game"]

SPEED = {str(speed): speed for speed in range(1, 11)}
"""The ducks by their ids; there are three of each."""

CRUMBS = {str(crumbs): crumbs for crumbs in range(1, 7)}
"""The pieces of bread; there is one of each."""

DuckId = Annotated[str, one_of("DuckId", SPEED)]


class Options(Struct, frozen=True):
    """The settings of a table: the ducks in a hand, and so the rounds."""

    ducks: Annotated[int, Meta(ge=3, le=6)] = 6


class Send(Struct, frozen=True, tag_field="type", tag="send"):
    """Choose a duck. Nobody else sees it before all have chosen."""

    duck: DuckId


class State(Struct, frozen=True):
    """A position. ``sent`` has the duck that each seat has chosen, "" before that; ``bag`` the bread to come."""

    hands: tuple[tuple[str, ...], ...]
    sent: tuple[str, ...]
    points: tuple[int, ...]
    bag: dict[str, int]
    crumbs: int
    seen: dict[str, int] = {}
    last: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return not any(self.hands)


class PlayerView(ViewPart, frozen=True):
    """One seat. ``hand`` and ``duck``, the one that it has chosen, are there for its own person alone."""

    points: Count
    ducks: Count
    chosen: bool
    hand: list[DuckId] | UnsetType = UNSET
    duck: DuckId | UnsetType = UNSET


class CrumbsView(ViewPart, frozen=True):
    """The table. ``last`` has the ducks of the round before, seat by seat."""

    crumbs: Count
    last: list[DuckId]
    players: dict[SeatKey, PlayerView]


class Crumbs(Engine[State, Send]):
    """Crumbs for two to five."""

    key = "crumbs"
    seats = range(2, 6)
    options = Options
    move = Send
    state = State
    view_type: ClassVar[Any] = CrumbsView
    max_events = 30

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        flock, hands = dict.fromkeys(SPEED, 3), []
        for _ in range(seats):
            hand, flock = dealt(flock, options.ducks, chance)
            hands.append(hand)
        bread, bag = pools.draw(dict.fromkeys(CRUMBS, 1), chance)
        return State(tuple(hands), ("",) * seats, (0,) * seats, bag, CRUMBS[bread])

    def pending(self, state: State) -> frozenset[Seat]:
        return frozenset(seat for seat, duck in enumerate(state.sent) if not (duck or state.over))

    def legal(self, state: State, seat: Seat) -> Sequence[Send]:
        if seat not in self.pending(state):
            return ()
        return [Send(duck) for duck in sorted(set(state.hands[seat]), key=SPEED.__getitem__)]

    def apply(self, state: State, seat: Seat, move: Send, chance: Chance) -> State:
        if seat not in self.pending(state):
            raise Illegal("has_chosen", "C2")
        if move.duck not in state.hands[seat]:
            raise Illegal("not_in_hand", "C2", duck=move.duck)
        sent = tuple(move.duck if other == seat else duck for other, duck in enumerate(state.sent))
        state = replace(state, sent=sent)
        return state if "" in sent else reveal(state, chance)

    def view(self, state: State, viewer: Viewer) -> View:
        players: View = {str(seat): player(state, seat, viewer) for seat in range(len(state.hands))}
        return {"crumbs": state.crumbs, "last": list(state.last), "players": players}

    def result(self, state: State) -> Result | None:
        return Result.of([(points,) for points in state.points]) if state.over else None

    def describe(self, before: State, event: Event[Send], after: State, viewer: Viewer) -> Sequence[Line]:
        seat, duck = event.seat, event.move.duck
        own = seat == viewer
        lines = [Line("chose_duck", {"seat": seat, "duck": duck}) if own else Line("chose", {"seat": seat})]
        if any(after.sent) or after.last == ():
            return lines
        lines += [Line("swam", {"seat": seat, "duck": duck}) for seat, duck in enumerate(after.last)]
        first = winner(after.last)
        if first is None:
            return [*lines, Line("nobody", {"crumbs": before.crumbs})]
        return [*lines, Line("got", {"seat": first, "crumbs": before.crumbs})]

    def turn(self, state: State) -> int:
        return sum(state.seen.values()) // len(state.hands) + (not state.over)

    def progress(self, state: State) -> int:
        return 2 * sum(map(len, state.hands)) - sum(map(bool, state.sent))

    def pieces(self, state: State) -> Mapping[str, int]:
        return {"ducks": pools.total(state.seen) + sum(map(len, state.hands))}

    def secrets(self, state: State, viewer: Viewer) -> Mapping[str, frozenset[str]]:
        return dict.fromkeys(self.hidden(state, viewer), frozenset(unseen(state, viewer)))

    def hidden(self, state: State, viewer: Viewer) -> Mapping[str, str]:
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        ducks = {f"hand.{seat}.{at}": duck for seat in others for at, duck in enumerate(state.hands[seat])}
        return ducks | {f"sent.{seat}": state.sent[seat] for seat in others if state.sent[seat]}

    def determinize(self, state: State, viewer: Viewer, chance: Chance) -> State:
        flock, hands, sent = unseen(state, viewer), list(state.hands), list(state.sent)
        for seat in range(len(hands)):
            if seat != viewer:
                hands[seat], flock = dealt(flock, len(hands[seat]), chance)
                sent[seat] = chance.pick(hands[seat]) if sent[seat] else ""
        return replace(state, hands=tuple(hands), sent=tuple(sent))


def dealt(flock: dict[str, int], count: int, chance: Chance) -> tuple[tuple[str, ...], dict[str, int]]:
    """A hand of so many ducks, and those that are left."""
    hand: tuple[str, ...] = ()
    for _ in range(count):
        duck, flock = pools.draw(flock, chance)
        hand = (*hand, duck)
    return hand, flock


def unseen(state: State, viewer: Viewer) -> dict[str, int]:
    """All ducks that the viewer has not seen: those in other hands, and those that were not dealt."""
    flock = dict.fromkeys(SPEED, 3)
    own = [duck for seat, hand in enumerate(state.hands) for duck in hand if seat == viewer]
    for duck, count in (Counter(own) + Counter(state.seen)).items():
        flock = pools.take(flock, duck, count)
    return flock


def winner(sent: tuple[str, ...]) -> Seat | None:
    """The seat whose duck is the fastest of those that swim alone; None if there is none."""
    alone = [duck for duck in sent if sent.count(duck) == 1]
    return sent.index(max(alone, key=SPEED.__getitem__)) if alone else None


def reveal(state: State, chance: Chance) -> State:
    """All have chosen: show the ducks, give away the bread, and put down the next piece."""
    chance.uncover("sent")
    first, hands = winner(state.sent), []
    for hand, duck in zip(state.hands, state.sent, strict=True):
        at = hand.index(duck)
        hands.append(hand[:at] + hand[at + 1 :])
    points = tuple(points + state.crumbs * (seat == first) for seat, points in enumerate(state.points))
    crumbs, bag = state.crumbs * (first is None), state.bag
    if any(hands):
        bread, bag = pools.draw(bag, chance)
        crumbs += CRUMBS[bread]
    seen = pools.merge(state.seen, Counter(state.sent))
    return State(tuple(hands), ("",) * len(hands), points, bag, crumbs, seen, state.sent)


def player(state: State, seat: Seat, viewer: Viewer) -> View:
    """One seat as a viewer sees it."""
    duck, hand = state.sent[seat], sorted(state.hands[seat], key=SPEED.__getitem__)
    shown: View = {"points": state.points[seat], "ducks": len(hand), "chosen": bool(duck)}
    if seat == viewer:
        shown["hand"] = list(hand)
        if duck:
            shown["duck"] = duck
    return shown


game = Crumbs()
