"""The rules of fictitious players once more, as plainly as they can be read, from what everybody sees and the lots."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, Final

from tests.engines.vinci import naive
from tests.engines.vinci.naive import Land, View, active, beside, declined, tiles_of

TERRAIN: Final = naive.TERRAIN


class Lots:
    """What was drawn, in order."""

    def __init__(self, draws: Iterable[Any]) -> None:
        self.left = list(draws)

    def one_of(self, names: list[Any]) -> Any:
        """One of several that are equal: the drawn one, or the only one."""
        if len(names) == 1:
            return names[0]
        drawn = self.left.pop(0)
        assert drawn in names
        return drawn

    def die(self) -> int:
        """A roll."""
        rolled: int = self.left.pop(0)
        assert rolled in range(1, 7)
        return rolled


def worth(view: View, name: str, tiles: list[str]) -> int:
    """The points of a province for an empire with these tiles."""
    printed = view["board"]["provinces"][name]
    mountain = printed["terrain"] == "mountain"
    total: int = (not mountain) + naive.count(view, tiles, "currency")
    total += mountain * naive.count(view, tiles, "mountaineers")
    for kind, sign in naive.SCORING.items():
        there = printed["terrain"] == sign or bool(printed.get(sign))
        total += there * naive.count(view, tiles, kind) * (2 if kind == "mining" else 1)
    return total


def gives_in(view: View, seat: int, lots: Lots) -> bool:
    """Whether the empire declines: it is worth little, has little to spare, and the die says so."""
    land, tiles = view["land"], tiles_of(view, seat)
    own = active(land, seat)
    spare = view["players"][str(seat)]["hand"] + sum(land[name]["pieces"] for name in own) - len(own)
    general = "general" in tiles
    if spare >= (3 if general else 6) or sum(worth(view, name, tiles) for name in own) >= 10:
        return False
    return bool(lots.die() - 2 * general > spare)


def gain(view: View, seat: int, name: str) -> int:
    """What a conquest brings in this turn."""
    land, tiles = view["land"], tiles_of(view, seat)
    there = land.get(name, {})
    slaves = bool(there.get("pieces")) and there.get("seat") != seat
    cleared = {name} if "heritage" in tiles else {name, *beside(view, name)}
    ruins = [tile for tile in view["players"][str(seat)]["ruins"] if tile.endswith("_ruin")]
    lost = sum(worth(view, each, ruins) for each in declined(land, seat) if each in cleared)
    return worth(view, name, tiles) + slaves * naive.count(view, tiles, "slavery") - lost


def targets(view: View, seat: int, counts: bool) -> tuple[list[str], dict[str, int]]:
    """The provinces between which lots decide, and what each costs."""
    land, tiles, turn = view["land"], tiles_of(view, seat), view["turn"]
    own = active(land, seat)
    hand = view["players"][str(seat)]["hand"]
    if hand + sum(land[name]["pieces"] for name in own) <= len(own):
        return [], {}
    cost = {
        name: naive.price(view, seat, name, counts)
        for name in view["board"]["provinces"]
        if naive.may_attack(view, seat, name)
    }
    if naive.may_spy(view, seat, counts):
        cost = {name: min(naive.SPYING, price) for name, price in cost.items()}
    found = [name for name, price in cost.items() if price <= hand + turn.get("levies", 0)]
    found = [name for name in found if gain(view, seat, name) >= 0]
    if not own and "shipbuilding" in tiles:
        seas = {name: set(view["board"]["provinces"][name].get("seas", ())) for name in found}
        found = [name for name in found if seas[name] - naive.LOCKED] or found
    found = _best(found, lambda name: gain(view, seat, name))
    found = _best(found, lambda name: -cost[name])
    if "heritage" in tiles:
        found = _best(found, lambda name: _threat(view, seat, name))
    return found, cost


def _threat(view: View, seat: int, name: str) -> bool:
    there = view["land"].get(name, {})
    foe = "seat" in there and there["seat"] != seat and not there.get("declined")
    return bool(foe and beside(view, name) & {*declined(view["land"], seat)})


def expansion(view: View, seat: int, lots: Lots, persons: int, counts: bool) -> tuple[str, View]:
    """How an expansion ends, ``decline``, ``give_up`` or ``conquer``, and what is seen then."""
    view = deepcopy(view)
    player, turn, land = view["players"][str(seat)], view["turn"], view["land"]
    tiles = tiles_of(view, seat)
    may_decline = not turn["acted"]
    if may_decline and "rebirth" not in tiles and gives_in(view, seat, lots):
        return "decline", view | {"land": naive.decline(view, seat)}
    for _ in range(turn.get("treaties", 0)):
        others = [person for person in range(persons) if person not in player["friends"]]
        if others:
            player["friends"] = [*player["friends"], lots.one_of(others)]
    for name in active(land, seat):
        player["hand"] += land[name]["pieces"] - 1
        land[name]["pieces"] = 1
    conquered = 0
    while True:
        best, cost = targets(view, seat, counts)
        if not best:
            break
        _conquer(view, seat, lots.one_of(best), cost, counts)
        conquered += 1
    if may_decline and not conquered and not active(view["land"], seat):
        return "give_up", view
    for name in active(view["land"], seat):
        view["land"][name].pop("levies", None)
    return "conquer", view


def _conquer(view: View, seat: int, name: str, cost: dict[str, int], counts: bool) -> None:
    player, turn = view["players"][str(seat)], view["turn"]
    if naive.price(view, seat, name, counts) > cost[name]:
        turn["spies"] -= 1
    land, _, survivors, gone = naive.conquest(view, seat, name, cost[name])
    levies = min(cost[name], turn.get("levies", 0))
    turn["levies"] = turn.get("levies", 0) - levies
    player["hand"] -= cost[name] - levies
    view["land"] = land
    for loser, pieces in survivors.items():
        view["waiting"][loser] = view["waiting"].get(loser, 0) + pieces
    for loser in gone:
        del view["waiting"][loser]
        view["players"][str(loser)] |= {"tiles": [], "ruins": [], "hand": 0}
    if not declined(land, seat):
        player["ruins"] = []


def regrouping(view: View, seat: int, lots: Lots) -> Land:
    """What the seat's provinces look like once forts are built and all pieces are spread."""
    land, tiles = deepcopy(view["land"]), tiles_of(view, seat)
    own = active(land, seat)
    others = {name: [near for near in beside(view, name) if land.get(near, {}).get("seat") != seat] for name in own}
    others = {name: [near for near in found if near in land] for name, found in others.items()}
    for _ in range(view["turn"].get("forts", 0)):
        free = _best([name for name in own if not land[name].get("fort")], lambda name: len(others[name]))
        free = _best(free, lambda name: sum(worth(view, near, tiles) for near in others[name]))
        if free:
            land[lots.one_of(free)]["fort"] = True
    pieces = view["players"][str(seat)]["hand"] + sum(land[name]["pieces"] for name in own)
    spread = evened(view, seat, land, dict.fromkeys(own, 1), pieces - len(own), lots)
    return {name: land[name] | {"pieces": spread[name]} for name in own}


def evened(view: View, seat: int, land: Land, lying: dict[str, int], more: int, lots: Lots) -> dict[str, int]:
    """The pieces in each province once more of them have made the defence as even as it can be."""
    board, tiles = view["board"]["provinces"], tiles_of(view, seat)
    firm = {name: TERRAIN[board[name]["terrain"]] + bool(land[name].get("fort")) for name in lying}

    def raised(level: int) -> dict[str, int]:
        return {name: max(number, level - firm[name]) for name, number in lying.items()}

    total, level = sum(lying.values()) + more, 0
    while sum(raised(level + 1).values()) <= total:
        level += 1
    spread = raised(level)
    left = total - sum(spread.values())
    weakest = [name for name in spread if spread[name] + firm[name] == level]
    announced = any(
        player["hand"] and other != str(seat) and not active(land, int(other))
        for other, player in view["players"].items()
    )

    def rank(name: str) -> tuple[bool, int]:
        front = any(
            "seat" in land.get(near, {}) and land[near]["seat"] != seat and not land[near].get("declined")
            for near in beside(view, name)
        )
        return bool(board[name]["entry"]) if announced else front, worth(view, name, tiles)

    while left:
        best = max(map(rank, weakest))
        group = [name for name in weakest if rank(name) == best]
        chosen = lots.one_of(group) if len(group) > left else group[0]
        spread[chosen] += 1
        weakest.remove(chosen)
        left -= 1
    return spread


def _best(names: list[str], key: Callable[[str], int]) -> list[str]:
    return [name for name in names if key(name) == max(map(key, names))]
