"""The rules once more, as plainly as they can be read: what a conquest costs and does, what a turn brings.

Nothing of the engine is used here but what everybody sees, and the numbers of the tiles are written down again. The
rules are those of version 2; where version 1 has others, ``first`` says so.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final, TypeAlias

View: TypeAlias = dict[str, Any]
Land: TypeAlias = dict[str, dict[str, Any]]
Spread: TypeAlias = frozenset[tuple[str, int]]

TERRAIN: Final = {"farmland": 2, "pasture": 2, "hills": 2, "forest": 3, "mountain": 3}
SCORING: Final = {"agriculture": "farmland", "livestock": "pasture", "mining": "mine", "port": "port"}
ONCE: Final = {"general", "astronomy", "barbarians", "heritage", "messenger", "rebirth", "revolution"}
"""What a second copy by Specialization adds nothing to."""
PLAIN: Final = ONCE | {"fortification", "diplomacy"}
"""What Specialization did not double in version 1."""
LOCKED: Final = {"mare_album", "pontus"}
"""The seas that touch no other."""
SPYING: Final = 2
"""What a conquest by Espionage costs."""


def first(view: View) -> bool:
    """Whether the table plays by version 1."""
    return "version" not in view["board"]


def tiles_of(view: View, seat: int) -> list[str]:
    """The tiles of a seat's active empire."""
    tiles: list[str] = view["players"][str(seat)]["tiles"]
    return tiles


def count(view: View, tiles: list[str], kind: str) -> int:
    """How often a tile counts among those of an empire, whether it is printed with a ruin or not."""
    twice = "specialization" in tiles and kind not in (PLAIN if first(view) else ONCE)
    return (2 if twice else 1) * sum(tile.removesuffix("_ruin") == kind for tile in tiles)


def active(land: Land, seat: int) -> list[str]:
    """The provinces of the active empire."""
    return [name for name, found in land.items() if found.get("seat") == seat and not found.get("declined")]


def declined(land: Land, seat: int) -> list[str]:
    """The provinces of the declined empire."""
    return [name for name, found in land.items() if found.get("seat") == seat and found.get("declined")]


def beside(view: View, province: str) -> set[str]:
    """What borders on a province by land or across a strait."""
    found = view["board"]["provinces"][province]
    return {*found.get("borders", ()), *found.get("straits", ())}


def over_water(view: View, province: str) -> set[str]:
    """What astronomers reach from a province over the sea: any number of seas, in version 1 one."""
    printed = view["board"]["provinces"]
    shores = {name: set(found.get("seas", ())) for name, found in printed.items()}
    seas = shores[province]
    if not first(view) and seas - LOCKED:
        seas = seas | set().union(*shores.values()) - LOCKED
    return {name for name, there in shores.items() if there & seas and name != province}


def reach(view: View, seat: int, province: str) -> set[str]:
    """What borders on a province for a seat's civilization."""
    found = beside(view, province)
    return found | over_water(view, province) if "astronomy" in tiles_of(view, seat) else found


def at_peace(view: View, seat: int, other: int) -> bool:
    """Whether a treaty keeps a seat from attacking another one: each side from the other, in version 1 one side."""
    named = [set(view["players"][str(each)]["friends"]) for each in (other, seat)]
    return seat in named[0] or (other in named[1] and not first(view))


def may_attack(view: View, seat: int, province: str) -> bool:
    """Whether a province can be attacked at all."""
    own = active(view["land"], seat)
    there = view["land"].get(province, {})
    if province in own:
        return False
    if "seat" in there and not there.get("declined") and at_peace(view, seat, there["seat"]):
        return False
    if own:
        return any(province in reach(view, seat, name) for name in own)
    return "revolution" in tiles_of(view, seat) or bool(view["board"]["provinces"][province]["entry"])


def price(view: View, seat: int, province: str, entry_counts: bool = False) -> int:
    """The pieces that a conquest takes. ``entry_counts``: tiles count at the entry, too."""
    board, land, tiles = view["board"]["provinces"], view["land"], tiles_of(view, seat)
    printed, there, own = board[province], land.get(province, {}), active(land, seat)
    mountain = printed["terrain"] == "mountain"
    pieces: int = TERRAIN[printed["terrain"]]
    if there.get("seat") == seat and ("heritage" not in tiles or first(view)):
        return pieces
    pieces += there.get("pieces", 0) + bool(there.get("fort"))
    living = "seat" in there and not there.get("declined")
    if living:
        theirs = tiles_of(view, there["seat"])
        pieces += count(view, theirs, "militia") + first(view) * mountain * count(view, theirs, "mountaineers")
    if not own and not entry_counts:
        return pieces
    near = beside(view, province) & {*own}
    pieces -= max(
        ((board[name]["terrain"] == "mountain") + (not first(view) and bool(land[name].get("fort"))) for name in near),
        default=0,
    )
    pieces -= count(view, tiles, "weapons") + mountain * count(view, tiles, "mountaineers")
    seas = set(printed.get("seas", ()))
    if first(view):
        pieces -= bool(seas) * count(view, tiles, "shipbuilding")
        pieces -= living * 2 * count(view, tiles, "espionage")
    else:
        along = any(seas & set(board[name].get("seas", ())) for name in near)
        across = "astronomy" in tiles and bool(over_water(view, province) & {*own})
        pieces -= (along or across) * count(view, tiles, "shipbuilding")
    return max(0, pieces)


def may_spy(view: View, seat: int, entry_counts: bool = False) -> bool:
    """Whether a conquest may go by Espionage."""
    return view["turn"].get("spies", 0) > 0 and (entry_counts or bool(active(view["land"], seat)))


def conquest(view: View, seat: int, province: str, paid: int) -> tuple[Land, bool, dict[int, int], set[int]]:
    """The land after a conquest, whether a piece was removed, the survivors by seat, and whose empire is gone."""
    land: Land = dict(view["land"])
    there = land.pop(province, {})
    removed = bool(there) and there.get("seat") != seat
    survivors, gone = {}, set()
    if removed and "seat" in there and not there.get("declined"):
        loser = there["seat"]
        survivors[loser] = there["pieces"] - 1
        waiting = view.get("waiting", {}).get(loser, 0) + survivors[loser]
        if not first(view) and not waiting and not active(land, loser):
            gone = {loser}
            for name in declined(land, loser):
                del land[name]
    levies = view["turn"].get("levies", 0)
    land[province] = {"seat": seat, "pieces": max(0, paid - levies)}
    if min(paid, levies):
        land[province]["levies"] = min(paid, levies)
    if first(view) or "heritage" not in tiles_of(view, seat):
        for name in beside(view, province) & {*declined(land, seat)}:
            del land[name]
    return land, removed, survivors, gone


def decline(view: View, seat: int) -> Land:
    """The land after the decline of an empire: older ruins are gone, a piece stays in each province."""
    keeps = first(view) and "heritage" in tiles_of(view, seat)
    land: Land = {name: found for name, found in view["land"].items() if name not in declined(view["land"], seat)}
    for name in active(land, seat):
        land[name] = land[name] | {"declined": True, "pieces": land[name]["pieces"] if keeps else 1}
    return land


def brings(view: View, seat: int, removed: int) -> int:
    """What a turn brings, of whose conquests so many removed a piece."""
    player, printed = view["players"][str(seat)], view["board"]["provinces"]
    total = 0
    for held, tiles in (
        (active(view["land"], seat), player["tiles"]),
        (declined(view["land"], seat), [tile for tile in player["ruins"] if tile.endswith("_ruin")]),
    ):
        for name in held:
            mountain = printed[name]["terrain"] == "mountain"
            total += not mountain
            for kind, sign in SCORING.items():
                there = printed[name]["terrain"] == sign or printed[name].get(sign, False)
                total += there * count(view, tiles, kind) * (2 if kind == "mining" else 1)
            if not first(view):
                total += count(view, tiles, "currency") + mountain * count(view, tiles, "mountaineers")
        if held:
            total += first(view) * 3 * count(view, tiles, "currency") + removed * count(view, tiles, "slavery")
    return total


def parts(view: View, seat: int, names: frozenset[str]) -> list[frozenset[str]]:
    """The connected parts of some provinces; they are one if the empire need not be connected."""
    if "messenger" in view["players"][str(seat)]["tiles"]:
        return [names] if names else []
    found = []
    while names:
        part = edge = frozenset([min(names)])
        while edge:
            edge = frozenset(near for name in edge for near in reach(view, seat, name)) & names - part
            part |= edge
        found.append(part)
        names -= part
    return found


def spreads(view: View, seat: int, names: frozenset[str], pieces: int) -> set[Spread]:
    """Every way to end a turn with so many pieces for some provinces: what lies in each that is kept.

    Each gets a piece; of too many as many as there are pieces. Of what is split then one part is kept, with all pieces.
    """
    found = parts(view, seat, names)
    if len(found) > 1:
        return {spread for part in found for spread in spreads(view, seat, part, pieces)}
    if pieces < len(names):
        kept = map(frozenset, combinations(sorted(names), pieces))
        return {spread for chosen in kept for spread in spreads(view, seat, chosen, pieces)}
    *first, last = sorted(names) or [""]
    return {
        frozenset({*zip(first, numbers, strict=True), (last, pieces - sum(numbers))} if last else ())
        for numbers in product(range(1, pieces + 1), repeat=len(first))
        if sum(numbers) < pieces or not last
    }
