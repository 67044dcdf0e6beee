"""Captain and pilot: where a ship may sail, by which way, and for what price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from partie.games.nereus.data import GOLD, IMPROVED
from partie.games.nereus.state import BLOCK, FREE, NEUTRAL, READY, Sail, State, Turn
from partie.games.nereus.tables import HEADINGS, MEMBER, ORTHOGONAL, RAYS, SAILORS, side_of
from partie.games.nereus.transition import Transition
from partie.kit import Illegal

Ships: TypeAlias = Mapping[str, tuple[str, ...]]
"""The owners of the other ships on each space where there are any."""


class Voyage(Struct, frozen=True):
    """One way to a space: the gold action it takes, the spaces in order without the first, who is paid a toll."""

    to: str
    tolls: tuple[str, ...]
    path: tuple[str, ...]
    gold: int = 0

    @property
    def price(self) -> int:
        """Gold action and tolls together."""
        return self.gold + len(self.tolls)


Ways: TypeAlias = dict[tuple[str, tuple[str, ...]], Voyage]
"""Voyages by their space and the owners they pay."""


def other_ships(state: State, seat: int) -> Ships:
    """All ships but the seat's own."""
    found: dict[str, tuple[str, ...]] = {}
    for other, player in enumerate(state.players):
        if other != seat:
            found[player.ship] = (*found.get(player.ship, ()), str(other))
    if state.neutral.ship:
        found[state.neutral.ship] = (*found.get(state.neutral.ship, ()), NEUTRAL)
    return found


def voyages(state: State, seat: int) -> Ways:
    """The cheapest way to every space for every set of owners that may be paid, among equal ones the shortest.

    A way that pays more owners than another, and saves no gold by it, is left out.
    """
    turn, player = state.turn, state.players[seat]
    side = side_of(state)
    space = side.rows[MEMBER[turn.crew]][turn.space]
    rays = RAYS[side.name]
    ships = other_ships(state, seat)
    better = IMPROVED[MEMBER[turn.crew]] if turn.improved else None
    far = space.far + (better.far if better else 0)
    bends = better is not None and better.bends
    found: Ways = {(player.ship, ()): Voyage(player.ship, (), ())}
    prices = [(0, far, bends)]
    if turn.gold:
        prices += [(each.pay, far + each.far, each.bends) for each in GOLD[MEMBER[turn.crew]] if each.far or not bends]
    for gold, reach, bending in prices:
        if gold > player.gold:
            continue
        if bending:
            _bent(found, rays, ships, player.ship, reach, gold, player.gold)
        else:
            _straight(found, rays[player.ship], HEADINGS[space.directions], ships, reach, gold, player.gold)
    return {at: voyage for at, voyage in found.items() if not voyage.tolls or _worth_it(voyage, found)}


def _worth_it(voyage: Voyage, found: Ways) -> bool:
    """Whether no other way to the space pays fewer of the owners at no higher price of the gold action."""
    return not any(
        other.to == voyage.to and other.gold <= voyage.gold and set(other.tolls) < set(voyage.tolls)
        for other in found.values()
    )


def _straight(
    found: Ways,
    rays: tuple[tuple[str, ...], ...],
    headings: tuple[int, ...],
    ships: Ships,
    reach: int,
    gold: int,
    purse: int,
) -> None:
    for heading in headings:
        tolls: tuple[str, ...] = ()
        ray = rays[heading][:reach]
        for index, field in enumerate(ray):
            owners = ships.get(field)
            if owners:
                tolls = tuple(sorted(tolls + owners))
                if gold + len(tolls) > purse:
                    break
            elif (field, tolls) not in found:
                found[field, tolls] = Voyage(field, tolls, ray[: index + 1], gold)


def _bent(
    found: Ways,
    rays: Mapping[str, tuple[tuple[str, ...], ...]],
    ships: Ships,
    start: str,
    reach: int,
    gold: int,
    purse: int,
) -> None:
    """Ways with bends, shortest first. To cross a ship twice is never needed, for the loop can be left out."""
    seen: set[tuple[str, tuple[str, ...]]] = {(start, ())}
    front: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [(start, (), ())]
    for _ in range(reach):
        onward = []
        for field, tolls, path in front:
            for heading in ORTHOGONAL:
                ray = rays[field][heading]
                if not ray:
                    continue
                to, paid = ray[0], tolls
                owners = ships.get(to)
                if owners:
                    if owners[0] in tolls:
                        continue
                    paid = tuple(sorted(tolls + owners))
                    if gold + len(paid) > purse:
                        continue
                if (to, paid) in seen:
                    continue
                seen.add((to, paid))
                way = (*path, to)
                onward.append((to, paid, way))
                if not owners and (to, paid) not in found:
                    found[to, paid] = Voyage(to, paid, way, gold)
        front = onward


def sail(transition: Transition, move: Sail) -> None:
    """Sail, pay, and take on board what lies where the ship ends."""
    transition.expect(READY, BLOCK, rule="T3")
    turn, player = transition.turn, transition.player
    if turn.crew not in SAILORS:
        raise Illegal("no_sailor", "T3", crew=turn.crew)
    voyage = voyages(transition.state, transition.seat).get((move.to, move.tolls))
    if voyage is None:
        raise refuse(transition.state, transition.seat, move.to, move.tolls)
    transition.step = FREE
    transition.turn = Turn(turn.seat, turn.crew, turn.space, extra=turn.extra)
    if not voyage.path:
        transition.say("stayed", seat=transition.seat, field=player.ship)
        return
    travel(transition, voyage)


def travel(transition: Transition, voyage: Voyage) -> None:
    """The ship goes the way, with all that is paid on it and found at its end (V3, V4)."""
    start = transition.player.ship
    transition.pay(voyage.gold)
    transition.say("sailed", seat=transition.seat, start=start, to=voyage.to, path=" ".join((start, *voyage.path)))
    for owner in voyage.tolls:
        transition.player = replace(transition.player, gold=transition.player.gold - 1)
        if owner == NEUTRAL:
            transition.say("toll_to_supply", seat=transition.seat, coins=1, field=transition.state.neutral.ship)
        else:
            other = int(owner)
            crossed = transition.players[other]
            transition.players[other] = replace(crossed, gold=crossed.gold + 1)
            transition.say("toll_paid", seat=transition.seat, coins=1, other=other, field=crossed.ship)
            transition.say("toll", seat=other, coins=1, payer=transition.seat, field=crossed.ship)
    transition.player = replace(transition.player, ship=voyage.to)
    transition.take_all(voyage.to)


def with_gold(state: State, seat: int) -> State:
    """The same position for a seat that could pay anything."""
    richer = replace(state.players[seat], gold=99)
    return replace(state, players=(*state.players[:seat], richer, *state.players[seat + 1 :]))


def refuse(state: State, seat: int, to: str, tolls: tuple[str, ...] | None, ways: Ways | None = None) -> Illegal:
    """Why the ship cannot sail there. ``tolls`` are None if any will do, ``ways`` those of a seat that can pay all."""
    if to not in side_of(state).fields:
        return Illegal("no_such_field", "V1")
    if to in other_ships(state, seat):
        return Illegal("occupied", "V2", field=to)
    if ways is None:
        ways = voyages(with_gold(state, seat), seat)
    there = [voyage for voyage in ways.values() if voyage.to == to]
    if not there:
        return Illegal("too_far", "K1" if state.turn.crew == "captain" else "P1", field=to)
    prices = [voyage.price for voyage in there if tolls in (None, voyage.tolls)]
    if prices:
        return Illegal("too_dear", "V3", coins=min(prices))
    return Illegal("other_tolls", "V3", field=to)
