/** Where all tiles of the box are, stack by stack. A tile that is nowhere else is still in its stack. */

import type { View } from '../../../wire/generated'
import { TILES } from '../data'
import { positionOf } from '../board/position'

export const PLACES = ['stack', 'track', 'land', 'gone'] as const
export type PlaceOf = (typeof PLACES)[number]

const ORDER = ['1', '2', '3', '0', 'S'] as const

export interface Lying {
  tile: string
  is: PlaceOf
  /** The seat that has it. */
  seat?: number
}

export interface Stack {
  key: (typeof ORDER)[number]
  size: number
  left: number
  /** Tiles are drawn from it now. */
  now: boolean
  /** Its tiles, always in the order of the box. */
  tiles: readonly Lying[]
}

export function stacksOf(view: View): readonly Stack[] {
  const { players, track, turn, stacks } = positionOf(view)
  const where = new Map<string, Omit<Lying, 'tile'>>()
  for (const tile of Object.keys((view['removed'] ?? {}) as Record<string, boolean>)) where.set(tile, { is: 'gone' })
  for (const { tile } of Object.values(track.fields)) if (tile !== undefined) where.set(tile, { is: 'track' })
  for (const [seat, { land }] of Object.entries(players)) {
    for (const { tile } of Object.values(land)) where.set(tile, { is: 'land', seat: Number(seat) })
  }
  if (turn?.hand !== undefined) where.set(turn.hand, { is: 'land', seat: turn.seat })
  const present = ORDER.find((key) => (stacks[key] ?? 0) > 0)
  return ORDER.map((key) => {
    const tiles = Object.keys(TILES)
      .filter((tile) => tile.startsWith(`${key}-`))
      .map((tile): Lying => ({ tile, ...(where.get(tile) ?? { is: (stacks[key] ?? 0) > 0 ? 'stack' : 'gone' }) }))
    const left = tiles.filter(({ is }) => is === 'stack').length
    return { key, size: tiles.length, left, now: key === present, tiles }
  })
}
