/** What is printed, put so that art and board can ask for it. */

import { SIDES, SPACES_LARGE, SPACES_SMALL, type Crew, type SideName, type Space } from './data.generated'

export * from './data.generated'

/** The action spaces of both sides of the board. */
export const SPACES: Readonly<Record<SideName, Readonly<Record<Crew, readonly Space[]>>>> = {
  small: SPACES_SMALL,
  large: SPACES_LARGE,
}

/** The side of the board for so many players. */
export function sideOf(seats: number): SideName {
  return SIDES.small.seats.includes(seats) ? 'small' : 'large'
}

export interface Cell {
  column: number
  row: number
}

/** Where a space lies: `a1` is the one in the north-west. */
export function cellOf(seaSpace: string): Cell {
  return { column: seaSpace.charCodeAt(0) - 97, row: Number(seaSpace.slice(1)) - 1 }
}

export function seaSpaceAt({ column, row }: Cell): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`
}

/** All spaces of a sea with so many a side, row by row from the north-west. */
export function seaSpacesOf(size: number): readonly string[] {
  return Array.from({ length: size * size }, (_, at) => seaSpaceAt({ column: at % size, row: Math.floor(at / size) }))
}
