"""The rules once more, as plainly as they can be read: what a conquest costs and does, what a turn brings.

Nothing of the engine is used here but what everybody sees, and the numbers of the tiles are written down again.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any, Final, TypeAlias

View: TypeAlias = dict[str, Any]
Land: TypeAlias = dict[str, dict[str, Any]]
Spread: TypeAlias = frozenset[tuple[str, int]]

TERRAIN: Final = {"farmland": 2, "pasture": 2, "hills": 2, "forest": 3, "mountain": 3}
SCORING: Final = {"agriculture": "farmland", "livestock": "pasture", "mining": "mine", "port": "port"}
DOUBLED: Final = {"agriculture", "livestock", "mining", "port", "slavery", "currency", "weapons", "espionage"} | {
    "shipbuilding",
    "militia",
    "mountaineers",
    "medicine",
}
"""What specialization doubles; the names of ruins are cut off before they are looked up."""


def count(tiles: list[str], kind: str) -> int:
    """How often a tile counts among those of an empire, whether it is printed with a ruin or not."""
    factor = 2 if "specialization" in tiles and kind in DOUBLED else 1
    return factor * sum(tile.removesuffix("_ruin") == kind for tile in tiles)


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


def reach(view: View, seat: int, province: str) -> set[str]:
    """What borders on a province for a seat's civilization: for astronomers what lies on the same sea, too."""
    found = beside(view, province)
    if "astronomy" in view["players"][str(seat)]["tiles"]:
        printed = view["board"]["provinces"]
        seas = set(printed[province].get("seas", ()))
        found |= {name for name in printed if seas & set(printed[name].get("seas", ()))}
    return found - {province}


def may_attack(view: View, seat: int, province: str) -> bool:
    """Whether a province can be attacked at all."""
    own = active(view["land"], seat)
    there = view["land"].get(province, {})
    if province in own:
        return False
    if not there.get("declined") and seat in view["players"].get(str(there.get("seat")), {}).get("friends", ()):
        return False
    if own:
        return any(province in reach(view, seat, name) for name in own)
    return "revolution" in view["players"][str(seat)]["tiles"] or bool(view["board"]["provinces"][province]["entry"])


def price(view: View, seat: int, province: str) -> int:
    """The pieces that a conquest takes."""
    printed, there = view["board"]["provinces"][province], view["land"].get(province, {})
    tiles, own = view["players"][str(seat)]["tiles"], active(view["land"], seat)
    mountain = printed["terrain"] == "mountain"
    pieces: int = TERRAIN[printed["terrain"]]
    if there.get("seat") == seat:
        return pieces
    pieces += there.get("pieces", 0) + bool(there.get("fort"))
    living = "seat" in there and not there.get("declined")
    if living:
        theirs = view["players"][str(there["seat"])]["tiles"]
        pieces += count(theirs, "militia") + mountain * count(theirs, "mountaineers")
    if own:
        pieces -= any(
            view["board"]["provinces"][name]["terrain"] == "mountain" for name in beside(view, province) & {*own}
        )
        pieces -= count(tiles, "weapons") + mountain * count(tiles, "mountaineers")
        pieces -= bool(printed.get("seas")) * count(tiles, "shipbuilding")
        pieces -= living * 2 * count(tiles, "espionage")
    return max(0, pieces)


def conquest(view: View, seat: int, province: str) -> tuple[Land, bool, dict[int, int]]:
    """The land after a conquest, whether a piece was removed, and who has how many survivors."""
    land: Land = dict(view["land"])
    there = land.pop(province, {})
    removed = bool(there) and there.get("seat") != seat
    survivors = {}
    if removed and "seat" in there and not there.get("declined"):
        survivors[there["seat"]] = there["pieces"] - 1
    paid, levies = price(view, seat, province), view["turn"].get("levies", 0)
    land[province] = {"seat": seat, "pieces": max(0, paid - levies)}
    if min(paid, levies):
        land[province]["levies"] = min(paid, levies)
    for name in beside(view, province) & {*declined(land, seat)}:
        del land[name]
    return land, removed, survivors


def decline(view: View, seat: int) -> Land:
    """The land after the decline of an empire: older ruins are gone, a piece stays in each province."""
    keeps = "heritage" in view["players"][str(seat)]["tiles"]
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
            total += printed[name]["terrain"] != "mountain"
            for kind, sign in SCORING.items():
                there = printed[name]["terrain"] == sign or printed[name].get(sign, False)
                total += there * count(tiles, kind) * (2 if kind == "mining" else 1)
        if held:
            total += 3 * count(tiles, "currency") + removed * count(tiles, "slavery")
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
