"""What is printed on the components of Vinci, and how its map is drawn, as the browser client's TypeScript.

Made from ``data.toml`` and ``map.json`` and nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from partie.games.vinci.client_map import Arcs, Ring, load, nearest, ring, sea_lines
from partie.kit.typescript import literal, table, union

SOURCE = Path(__file__).parent / "data.toml"

HEAD = """\
// What is printed on the components of Vinci, and its map. Made by `partie types`; do not edit by hand.

/** A civilization tile: its pieces, whether it stays as a ruin, and the figure of what it does. */
export interface Tile {
  colour: 'yellow' | 'red' | 'blue'
  population: number
  stays?: boolean
  /** A ruin is printed on it, but it leaves. */
  column?: boolean
  points?: number
  attack?: number
  defence?: number
  forts?: number
  levies?: number
  growth?: number
  /** Conquests a turn at the price of espionage. */
  spies?: number
  doubles?: boolean
  /** It is a second copy of the other tile, and brings twice that one's pieces. */
  copies?: boolean
}

export interface Printed {
  terrain: Terrain
  port?: boolean
  straits?: readonly Province[]
  /** Where pieces stand. */
  centre: readonly [number, number]
  /** The name, line by line, around the middle of its first line. */
  label: readonly [number, number]
  lines: readonly string[]
  /** The middle of the port or mine. */
  sign?: readonly [number, number]
  /** The arcs around it, from 1 on; negative ones are taken backwards. */
  ring: readonly number[]
}
"""

FIGURES = ("stays", "column", "points", "attack", "defence", "forts", "levies", "growth", "spies", "doubles", "copies")
SIGNS = ("port", "straits")


def path(points: Ring) -> str:
    """A line as its first point and the steps from there, the sign of a negative number parting it from the last."""
    steps = [(other[0] - one[0], other[1] - one[1]) for one, other in pairwise(points)]
    text = ""
    for number in (number for pair in [points[0], *steps] for number in pair):
        text += f" {number}" if number >= 0 and text else str(number)
    return text


def _province(name: str, block: dict[str, Any], drawn: dict[str, Any], arcs: Arcs) -> dict[str, Any]:
    printed = {"terrain": block["terrain"]} | {sign: block[sign] for sign in SIGNS if sign in block}
    places = {part: drawn[part] for part in ("centre", "label", "lines", "sign") if part in drawn}
    return printed | places | {"ring": arcs.rings[name]}


def _tile(tile: dict[str, Any]) -> dict[str, Any]:
    """What is drawn of a tile, without what an older version took away."""
    figures = {name: tile[name] for name in FIGURES if tile.get(name)}
    return {"colour": tile["colour"], "population": tile["population"]} | figures


def client_files() -> Mapping[str, str]:
    """The file with the tables, by its path below the game's folder in the client."""
    return {"data.generated.ts": typescript()}


def typescript() -> str:
    """The whole module."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    drawn = load()
    provinces = data["map"]["provinces"]
    polygons = {name: ring(drawn["provinces"][name]["polygon"]) for name in provinces}
    arcs = Arcs(polygons, (drawn["size"][0], drawn["size"][1]))
    seas = {name: [ring(points) for points in sea["rings"]] for name, sea in drawn["seas"].items()}
    crossings = sorted(
        {tuple(sorted((name, other))) for name in provinces for other in provinces[name].get("straits", ())}
    )
    straits = [[*one, *other] for one, other in (nearest(polygons[a], polygons[b]) for a, b in crossings)]
    texts = [[text, *at] for sea in drawn["seas"].values() for text, at in sea["names"].items()]
    tiles = {name: _tile(tile) for name, tile in data["tiles"].items()}
    counts = {name: tile["count"] for name, tile in data["tiles"].items()}
    older = data["version"]["1"]
    before = {name: _tile(data["tiles"][name] | changes) for name, changes in older["tiles"].items()}
    terrains = {name: changes["terrain"] for name, changes in older["map"]["provinces"].items()}
    blocks = [
        union("Terrain", data["conquest"]["terrain"]),
        union("TileName", tiles),
        union("Province", provinces),
        table("TILES", "Readonly<Record<TileName, Tile>>", tiles),
        "/** The tiles that are others at tables of version 1 of the rules. */\n"
        + table("TILES_1", "Readonly<Partial<Record<TileName, Tile>>>", before),
        "/** The terrains that are others there. */\n"
        + table("TERRAINS_1", "Readonly<Partial<Record<Province, Terrain>>>", terrains),
        "/** How many tiles of each kind are in the box. */\n"
        + table("BOX", "Readonly<Record<TileName, number>>", counts),
        "/** Where the box is as its author meant it. */\n"
        + table("BOX_MEANT", "Readonly<Partial<Record<TileName, number>>>", data["box"]["meant"]),
        f"export const SIZE: readonly [number, number] = {literal(drawn['size'])}",
        table(
            "PROVINCES",
            "Readonly<Record<Province, Printed>>",
            {name: _province(name, block, drawn["provinces"][name], arcs) for name, block in provinces.items()},
        ),
        _lines("The borders, each once: its first point and the steps to the next ones.", "ARCS", arcs.arcs),
        _lines("Where one sea ends and the next begins, likewise.", "SEA_LINES", sea_lines(seas)),
        _rows("The straits, from coast to coast.", "STRAITS", "readonly [number, number, number, number]", straits),
        _rows(
            "The names of the seas: where, and how far turned.",
            "SEA_NAMES",
            "readonly [string, number, number, number]",
            texts,
        ),
    ]
    return "\n".join([HEAD, *(f"{block}\n" for block in blocks)])


def _lines(comment: str, constant: str, lines: list[Ring]) -> str:
    body = "".join(f"  '{path(points)}',\n" for points in lines)
    return f"/** {comment} */\nexport const {constant}: readonly string[] = [\n{body}]"


def _rows(comment: str, constant: str, kind: str, rows: list[list[Any]]) -> str:
    body = "".join(f"  {literal(row)},\n" for row in rows)
    return f"/** {comment} */\nexport const {constant}: readonly ({kind})[] = [\n{body}]"
