"""What is printed on Glen More's components, as the browser client's TypeScript.

Made from ``data.toml`` and nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from partie.kit.typescript import literal, table, union

SOURCE = Path(__file__).parent / "data.toml"

HEAD = """\
// What is printed on Glen More's components. Made by `partie types`; do not edit by hand.

export interface Once {
  clan_members?: number
  whisky?: number
  coins?: number
  goods?: number
  activate_all?: boolean
  fill_empty?: boolean
}

export interface Activation {
  movement?: number
  good?: Good | 'any'
  give?: Partial<Record<Good, number>>
  different?: number
  any?: number
  at_least?: number
  points?: readonly number[]
  whisky?: number
}

export interface Kind {
  frame: Frame
  once?: Once
  activation?: Activation
  card?: { bonnets: number; when: 'once' | 'permanent' | 'end' }
}

export interface PrintedTile {
  kind: KindName
  edges: Edges
  cost?: Partial<Record<Good | 'whisky' | 'member' | 'different', number>>
}
"""


def client_files() -> Mapping[str, str]:
    """The file with the tables, by its path below the game's folder in the client."""
    return {"data.generated.ts": typescript()}


def typescript() -> str:
    """The whole module."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    goods = data["warehouse"]["rows"]
    kinds = {
        key: {part: kind[part] for part in ("frame", "once", "activation", "card") if part in kind}
        for key, kind in data["kinds"].items()
    }
    tiles = {
        tile["id"]: {"kind": tile["kind"], "edges": tile["edges"], **({"cost": tile["cost"]} if tile["cost"] else {})}
        for tile in data["tiles"]["list"]
    }
    track = {part: data["track"][part] for part in ("fields", "columns", "rows", "gap")}
    blocks = [
        union("Good", goods),
        union("Frame", (kind["frame"] for kind in kinds.values())),
        union("Edges", (tile["edges"] for tile in tiles.values())),
        union("KindName", kinds),
        f"/** The rows of the warehouse from top to bottom. */\nexport const GOODS: readonly Good[] = {literal(goods)}",
        "/** The prices of the spaces of a row. */\n"
        f"export const WAREHOUSE_FIELDS: readonly number[] = {literal(data['warehouse']['fields'])}",
        f"export const GOODS_ON_A_TILE = {data['limits']['goods_on_a_tile']}",
        f"export const TRACK = {literal(track)}",
        f"export const DIE: readonly number[] = {literal(data['die']['faces'])}",
        "/** Tiles of the start and of the stacks 0 to 3. */\n"
        f"export const STACK_SIZES = {literal(data['stacks']['sizes'])}",
        "/** Points for being ahead of the lowest seat by 0, 1, 2, ... */\n"
        f"export const SCORING_POINTS: readonly number[] = {literal(data['scoring']['points'])}",
        f"export const SCORING_CATEGORIES = {literal(data['scoring']['categories'])}",
        table("KINDS", "Readonly<Record<KindName, Kind>>", kinds),
        table("TILES", "Readonly<Record<string, PrintedTile>>", tiles),
    ]
    return "\n".join([HEAD, *(f"{block}\n" for block in blocks)])
