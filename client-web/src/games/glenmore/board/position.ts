/** The game as the engine shows it, with its members named. */

import type { View } from '../../../wire/generated'
import type { Good } from '../data'

export type Step = 'take' | 'pay' | 'place' | 'benefit' | 'activate' | 'collect' | 'move' | 'over'

export interface Plot {
  tile: string
  goods?: Partial<Record<Good, number>>
  members?: number
}

export interface Player {
  points: number
  coins: number
  whisky: number
  chieftains: number
  bonnets: number
  tiles: number
  cards: Readonly<Record<string, boolean>>
  land: Readonly<Record<string, Plot>>
}

export interface Space {
  tile?: string
  seat?: number
  die?: boolean
}

export interface Turn {
  seat: number
  movement: number
  loch_ness: boolean
  /** The tile that was taken and does not lie yet. */
  hand?: string
  laid?: string
  paying?: string
  given?: Partial<Record<Good, number>>
  /** The tile that resources of your choice come onto, and how many. */
  onto?: string
  picks?: number
  /** True while a tile may still be activated, false once it was. */
  awake: Readonly<Record<string, boolean>>
}

export interface Position {
  round: number
  number: number
  step: Step
  track: { length: number; tail: number; fields: Readonly<Record<string, Space>> }
  /** Covered spaces of each row. */
  warehouse: Readonly<Record<Good, number>>
  stacks: Readonly<Record<string, number>>
  players: Readonly<Record<string, Player>>
  turn?: Turn
  /** Empty cells next to the land, true where the tile in hand may lie. */
  cells?: Readonly<Record<string, boolean>>
}

export function positionOf(view: View): Position {
  return view as unknown as Position
}

/** All goods of a land together. */
export function stockOf(player: Player): Readonly<Record<Good, number>> {
  const stock: Record<Good, number> = { wood: 0, stone: 0, sheep: 0, cattle: 0, grain: 0 }
  for (const { goods } of Object.values(player.land)) {
    for (const [good, count] of Object.entries(goods ?? {})) stock[good as Good] += count
  }
  return stock
}

/** The cell on which a tile lies. */
export function cellOf(player: Player | undefined, tile: string): string | undefined {
  return Object.entries(player?.land ?? {}).find(([, plot]) => plot.tile === tile)?.[0]
}

/** The space on which a tile or a figure stands. */
export function spaceOf({ track }: Position, wanted: (space: Space) => boolean): number | undefined {
  const found = Object.entries(track.fields).find(([, space]) => wanted(space))?.[0]
  return found === undefined ? undefined : Number(found)
}

/** Tiles left until the scoring of a round. */
export function leftOf({ round, stacks }: Position): number {
  return stacks[String(round)] ?? 0
}

/** The spaces of the figures in the order in which they act: from the last one on. */
export function order({ track }: Position): readonly number[] {
  return Array.from(
    { length: track.length },
    (_, far) => track.fields[String((track.tail + far) % track.length)],
  ).flatMap((space) => (space?.seat === undefined ? [] : [space.seat]))
}
