/** Questions about what is printed that the board asks again and again. */

import { KINDS, TILES, TRACK, type Kind, type PrintedTile } from './data.generated'

export * from './data.generated'

/** A tile with all that is printed on it, and what its kind does. */
export interface Tile extends PrintedTile, Kind {
  id: string
  river: boolean
  road: boolean
}

/** The tile of an id, or undefined if the box has none. */
export function tileOf(id: string): Tile | undefined {
  const printed = Object.hasOwn(TILES, id) ? TILES[id] : undefined
  if (printed === undefined) return undefined
  const { edges } = printed
  return {
    id,
    ...printed,
    ...KINDS[printed.kind],
    river: edges === 'river' || edges === 'both',
    road: edges === 'road' || edges === 'both',
  }
}

export interface Cell {
  column: number
  row: number
}

/** Where a space of the track lies: clockwise from the top left corner. */
export function ringCell(space: number): Cell {
  const right = TRACK.columns - 1
  const bottom = TRACK.rows - 1
  const at = ((space % TRACK.fields) + TRACK.fields) % TRACK.fields
  if (at <= right) return { column: at, row: 0 }
  if (at <= right + bottom) return { column: right, row: at - right }
  if (at <= 2 * right + bottom) return { column: 2 * right + bottom - at, row: bottom }
  return { column: 0, row: TRACK.fields - at }
}
