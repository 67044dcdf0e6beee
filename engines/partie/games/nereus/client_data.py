"""What is printed on the components of Waters of Nereus, as the browser client's TypeScript.

Made from ``data.toml`` and nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from partie.kit.typescript import literal, table, union

SOURCE = Path(__file__).parent / "data.toml"

HEAD = """\
// What is printed on the components of Waters of Nereus. Made by `partie types`; do not edit by hand.

export type Treasure = Colour | 'gem'

export type Directions = 'any' | 'orthogonal' | 'diagonal'

/** An action space: what its basic action asks for and brings. */
export interface Space {
  far?: number
  directions?: Directions
  points?: number
  moves?: number
  gold?: number
  pay?: number
  power?: number
  cards?: number
  either?: boolean
  colours?: readonly Colour[]
}

/** What a gold action or an improved action adds. */
export interface Effect {
  pay?: number
  far?: number
  bends?: boolean
  moves?: number
  treasures?: number
  gold?: number
  points?: number
  power?: number
  cards?: number
  discards?: number
  any_colour?: boolean
}

export interface Hold {
  rule: 'fixed' | 'different' | 'equal'
  slots: readonly (readonly Colour[])[]
  points: number
}

export interface Reward {
  gold?: number
  points?: number
  treasures?: number
}

export interface Science {
  count: number
  end?: boolean
  treasures?: number
  salvage?: number
  pay?: number
  far?: number
  points?: number
  chest?: Colour
  storage?: Colour
  holds?: readonly Crew[]
}

export interface Side {
  seats: readonly number[]
  size: number
  middle: string
}
"""


def _printed(block: dict[str, Any], *parts: str) -> dict[str, Any]:
    """A block without what it says of its source."""
    return {part: block[part] for part in parts}


def _commented(comment: str, declaration: str) -> str:
    return f"/** {comment} */\n{declaration}"


def client_files() -> Mapping[str, str]:
    """The file with the tables, by its path below the game's folder in the client."""
    return {"data.generated.ts": typescript()}


def typescript() -> str:
    """The whole module."""
    data = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    crew = list(data["holds"])
    colours = data["treasures"]["colours"]
    counted = "Readonly<Record<Colour, number>>"
    rows = "Readonly<Record<Crew, readonly Space[]>>"
    prices = {model: _printed(data["extra_turn"][model], *data["sides"]) for model in data["extra_turn"]}
    storage = _printed(data["storage"], "slots", "gems", "exchange", "treasure_price", "gem_price")
    blocks = [
        union("Colour", colours),
        union("Crew", crew),
        union("SideName", data["sides"]),
        union("ScienceName", data["science"]["cards"]),
        union("CompassPoint", data["neutral"]["compass"]),
        _commented(
            "The order of the chest, in which the colours stand everywhere.",
            f"export const COLOURS: readonly Colour[] = {literal(list(colours))}",
        ),
        _commented(
            "The crew members, row by row from top to bottom.",
            f"export const CREW: readonly Crew[] = {literal(crew)}",
        ),
        _commented("All treasures of the box.", f"export const TREASURES: {counted} = {literal(colours)}"),
        _commented("Added to an empty bag.", f"export const REFILL: {counted} = {literal(data['refill']['colours'])}"),
        f"export const POWER_LIMIT = {data['seat']['power_limit']}",
        f"export const DAYS = {literal(_printed(data['days'], 'days', 'rounds'))}",
        f"export const SCIENCE_DEAL = {literal(_printed(data['science_deal'], 'dealt', 'kept'))}",
        _commented(
            "The most treasures on one space.",
            f"export const TREASURES_ON_A_FIELD = {data['fields']['treasures']}",
        ),
        table(
            "SIDES",
            "Readonly<Record<SideName, Side>>",
            {side: _printed(block, "seats", "size", "middle") for side, block in data["sides"].items()},
        ),
        *(table(f"SPACES_{side.upper()}", rows, _printed(data["spaces"][side], *crew)) for side in data["sides"]),
        _commented(
            "Gold for the extra turn of phase III by space from left to right.",
            table("EXTRA_TURN", "Readonly<Record<string, Readonly<Record<SideName, readonly number[]>>>>", prices),
        ),
        table(
            "GOLD_ACTIONS",
            "Readonly<Record<Crew, readonly Effect[]>>",
            _printed(data["gold_actions"], *crew),
        ),
        table("IMPROVED_ACTIONS", "Readonly<Record<Crew, Effect>>", _printed(data["improved_actions"], *crew)),
        table(
            "HOLDS",
            "Readonly<Record<Crew, Hold>>",
            {member: _printed(data["holds"][member], "rule", "slots", "points") for member in crew},
        ),
        _commented(
            "What a treasure brings when it is laid into the chest.",
            table("CHEST", "Readonly<Record<Colour, Reward>>", data["chest"]["rewards"]),
        ),
        table(
            "STORAGE",
            "{\n  readonly slots: readonly (readonly Colour[])[]\n"
            + "".join(f"  readonly {part}: number\n" for part in list(storage)[1:])
            + "}",
            storage,
        ),
        table("SCIENCE", "Readonly<Record<ScienceName, Science>>", data["science"]["cards"]),
        _commented(
            "The discovery cards, row by row from the north, an x where a treasure comes. Their order is a secret.",
            table(
                "DISCOVERY",
                "Readonly<Record<string, readonly string[]>>",
                {card: ticks for side in data["sides"] for card, ticks in data["discovery"][side].items()},
            ),
        ),
        _commented(
            "The points of the compass, clockwise.",
            f"export const COMPASS: readonly CompassPoint[] = {literal(data['neutral']['compass'])}",
        ),
        f"export const DIE: readonly number[] = {literal(data['neutral']['die'])}",
        _commented("Gold for one point at the end.", f"export const GOLD_FOR_A_POINT = {data['scoring']['gold']}"),
    ]
    return "\n".join([HEAD, *(f"{block}\n" for block in blocks)])
