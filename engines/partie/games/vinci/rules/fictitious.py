"""The turns of fictitious players: they follow the rule book alone, and lots decide between what is equal.

They have no moves: all that they do is part of the move after which it is their turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from partie.games.vinci.data import ENTRIES, NEIGHBOURS, PROVINCES
from partie.games.vinci.effects import effects
from partie.games.vinci.empire import Attack, living
from partie.games.vinci.rules import choosing, expanding
from partie.games.vinci.state import (
    CHOOSE,
    EXPAND,
    OVER,
    REBIRTH,
    REGROUP,
    SURVIVE,
    BuildFort,
    ChoosePair,
    Decline,
    EndConquest,
    EndTurn,
    MakeTreaty,
    PlaceSurvivors,
    spies,
)
from partie.games.vinci.transition import Transition

_FIRST_PAIR: Final = 1

_Item = TypeVar("_Item", str, int)
_Rank = TypeVar("_Rank", int, tuple[int, int])


def play_on(transition: Transition) -> None:
    """Play the turns of fictitious players one after the other, until a person has to decide (N1)."""
    while transition.step != OVER and transition.is_fictitious(transition.to_act):
        transition.seat = transition.to_act
        _STEPS[transition.step](transition)


def _choose(transition: Transition) -> None:
    """Take the first pair, which costs nothing (N3)."""
    choosing.choose_pair(transition, ChoosePair(_FIRST_PAIR))


# --- decline ----------------------------------------------------------------------------------------------------------


def _gives_in(transition: Transition) -> bool:
    """Whether an empire that is worth little and has few pieces to spare declines by the die (N8)."""
    rules, own = transition.rules.data.fictitious, transition.own
    worth = transition.effects.worth
    spare = transition.player.hand + sum([holding.pieces - 1 for holding in own.values()])
    general = bool(transition.effects.levies)
    if spare > (rules.spare_with_general if general else rules.spare):
        return False
    if sum([worth[name] for name in own]) >= rules.worth:
        return False
    die = transition.chance.roll(rules.die)
    transition.say("rolled", seat=transition.seat, die=die, pieces=spare)
    return die - (rules.off_with_general if general else 0) > spare


def _be_reborn(transition: Transition) -> None:
    """With Rebirth a decline is considered at the end of every turn (N8, X20)."""
    if _gives_in(transition):
        choosing.decline(transition, Decline())
    else:
        expanding.end_turn(transition, EndTurn())


# --- expansion --------------------------------------------------------------------------------------------------------


def _expand(transition: Transition) -> None:
    """Decline, or make peace with persons, gather what can be spared, and conquer as long as pieces last (N4 to N9)."""
    may_decline = not transition.turn.acted and (bool(transition.own) or transition.may_give_up)
    if may_decline and not transition.effects.reborn and _gives_in(transition):
        choosing.decline(transition, Decline())
        return
    _make_peace(transition)
    _gather(transition)
    conquered = False
    while (target := _next_target(transition)) is not None:
        conquered = True
        expanding.take(transition, target.province, target.price, by_espionage=target.by_espionage)
    if may_decline and not conquered and not transition.own:
        transition.turn = replace(transition.turn, acted=False)
        choosing.decline(transition, Decline())
    else:
        expanding.end_conquest(transition, EndConquest())


def _make_peace(transition: Transition) -> None:
    """Treaties are made with persons (N9)."""
    while transition.turn.treaties:
        others = [seat for seat in range(transition.persons) if seat not in transition.player.friends]
        if not others:
            return
        expanding.make_treaty(transition, MakeTreaty(_lot(transition, others)))


def _gather(transition: Transition) -> None:
    """All pieces but one in each province come into the hand (N5)."""
    spare = {name: holding.pieces - 1 for name, holding in transition.own.items() if holding.pieces > 1}
    if spare:
        transition.lay(dict.fromkeys(spare, 1))
        transition.say("mustered", seat=transition.seat, pieces=sum(spare.values()))


class _Target(NamedTuple):
    province: str
    price: int
    by_espionage: bool


def _next_target(transition: Transition) -> _Target | None:
    """The province that brings most, of several the cheapest, then by lot; None if no conquest is left (N4 to N7).

    It is taken by espionage if that is cheaper (N7).
    """
    rules, pieces = transition.rules, transition.player.hand + transition.turn.levies
    own = transition.own.values()
    if transition.player.hand + sum([holding.pieces for holding in own]) <= len(own):
        return None
    attack = transition.attack
    may_spy, by_spy = attack.infiltrates(spies(transition.turn)), rules.data.conquest.espionage
    if pieces < attack.lower_bound() and not may_spy:
        return None
    gains = _gains(transition, attack)

    def price(name: str) -> int:
        return min(attack.cost(name), by_spy) if may_spy else attack.cost(name)

    by_sea = not own and "shore" in transition.effects.attack
    overseas = {name: gains[name] for name in gains if _on_large_sea(rules.large_seas, name)} if by_sea else {}
    costs = _best(overseas, price, pieces) or _best(gains, price, pieces)
    cheapest = _most(costs, lambda name: -costs[name])
    if transition.effects.spares_ruins:
        cheapest = _most(cheapest, lambda name: _threatens_ruins(transition, name))
    if not cheapest:
        return None
    province = _lot(transition, cheapest)
    return _Target(province, costs[province], by_espionage=may_spy and costs[province] < attack.cost(province))


def _best(gains: Mapping[str, int], price: Callable[[str], int], pieces: int) -> dict[str, int]:
    """What those cost that bring most of all that so many pieces can pay; none that would bring a loss (N4)."""
    for gain in sorted({gain for gain in gains.values() if gain >= 0}, reverse=True):
        costs = {name: cost for name in gains if gains[name] == gain and (cost := price(name)) <= pieces}
        if costs:
            return costs
    return {}


def _gains(transition: Transition, attack: Attack) -> dict[str, int]:
    """What conquests bring a fictitious empire at once: points, and none for its ruins that are cleared (N4)."""
    who, land = transition.effects, transition.land
    gains = {name: who.worth[name] for name in attack.open()}
    for_slain = who.points.get("conquest", 0)
    if for_slain:
        for name in gains.keys() & land.keys():
            if land[name].pieces and land[name].owner != transition.seat:
                gains[name] += for_slain
    lost = effects(transition.rules, transition.player.ruins).worth
    for ruin in attack.ruins:
        for name in (ruin,) if who.spares_ruins else (ruin, *NEIGHBOURS[ruin]):
            if name in gains:
                gains[name] -= lost[ruin]
    return gains


def _on_large_sea(large: Collection[str], province: str) -> bool:
    return any(sea in large for sea in PROVINCES[province].seas)


def _threatens_ruins(transition: Transition, province: str) -> bool:
    """Whether an active empire of another seat lies there next to the ruins of this one (N9)."""
    holding = transition.land.get(province)
    if holding is None or not living(holding) or holding.owner == transition.seat:
        return False
    return not transition.ruins.keys().isdisjoint(NEIGHBOURS[province])


# --- regrouping -------------------------------------------------------------------------------------------------------


def _regroup(transition: Transition) -> None:
    """Build forts, then spread all pieces evenly (N9, N10)."""
    while transition.turn.forts and (free := [name for name in transition.provinces if not transition.land[name].fort]):
        expanding.build_fort(transition, BuildFort(_where_to_build(transition, free)))
    own = transition.own
    pieces = transition.player.hand + sum([holding.pieces for holding in own.values()])
    wanted = _spread(transition, dict.fromkeys(transition.provinces, 1), pieces - len(own))
    transition.lay({name: number for name, number in wanted.items() if number != own[name].pieces})
    transition.say("spread", seat=transition.seat, pieces=pieces)
    expanding.end_turn(transition, EndTurn())


def _where_to_build(transition: Transition, free: Sequence[str]) -> str:
    """Where most provinces of others and of neutral pieces border, then where these are worth most (N9)."""
    land, seat, worth = transition.land, transition.seat, transition.effects.worth
    others = {name: [near for near in NEIGHBOURS[name] if near in land and land[near].owner != seat] for name in free}
    most = _most(free, lambda name: len(others[name]))
    return _lot(transition, _most(most, lambda name: sum([worth[near] for near in others[name]])))


def _survive(transition: Transition) -> None:
    """Survivors make the defence as even as they can (N10)."""
    (_, pieces), *_ = transition.survivors
    lying = {name: transition.land[name].pieces for name in transition.provinces}
    for name, number in _spread(transition, lying, pieces).items():
        if number > lying[name]:
            expanding.place_survivors(transition, PlaceSurvivors(name, number - lying[name]))


def _spread(transition: Transition, lying: Mapping[str, int], pieces: int) -> dict[str, int]:
    """What lies in each province once pieces have been added where the defence is weakest (N10)."""
    terrain, fort = transition.rules.terrain, transition.rules.data.conquest.fort
    firm = {name: terrain[name][1] + fort * transition.land[name].fort for name in lying}
    defence = {name: firm[name] + number for name, number in lying.items()}
    while pieces > 0:
        least = min(defence.values())
        weakest = [name for name, number in defence.items() if number == least]
        for name in weakest if len(weakest) <= pieces else _preferred(transition, weakest, pieces):
            defence[name] += 1
            pieces -= 1
    return {name: number - firm[name] for name, number in defence.items()}


def _preferred(transition: Transition, names: Sequence[str], count: int) -> list[str]:
    """Those that get a surplus piece: on the border if others are about to enter, else at the front (N10)."""
    worth = transition.effects.worth
    border = _is_announced(transition)
    first = {name: name in ENTRIES if border else _at_the_front(transition, name) for name in names}
    rank = {name: (first[name], worth[name]) for name in names}
    chosen: list[str] = []
    left = list(names)
    while len(chosen) < count:
        best = _most(left, rank.__getitem__)
        chosen.append(_lot(transition, best) if len(best) > count - len(chosen) else best[0])
        left.remove(chosen[-1])
    return chosen


def _is_announced(transition: Transition) -> bool:
    """Whether somebody else has chosen a civilization that has not entered yet."""
    return any(
        player.hand and seat != transition.seat and not transition.empires.active(seat)
        for seat, player in enumerate(transition.players)
    )


def _at_the_front(transition: Transition, province: str) -> bool:
    near = [transition.land[name] for name in NEIGHBOURS[province] if name in transition.land]
    return any(living(holding) and holding.owner != transition.seat for holding in near)


# --- lots -------------------------------------------------------------------------------------------------------------


def _most(names: Collection[str], key: Callable[[str], _Rank]) -> list[str]:
    """Those for which something is largest, in their order."""
    if not names:
        return []
    ranks = list(map(key, names))
    best = max(ranks)
    return [name for name, rank in zip(names, ranks, strict=True) if rank == best]


def _lot(transition: Transition, items: Sequence[_Item]) -> _Item:
    """One of several by lot; nothing is drawn where there is no choice (N2)."""
    return items[0] if len(items) == 1 else transition.chance.pick(items)


_STEPS: Final[dict[str, Callable[[Transition], None]]] = {
    CHOOSE: _choose,
    EXPAND: _expand,
    REGROUP: _regroup,
    REBIRTH: _be_reborn,
    SURVIVE: _survive,
}
