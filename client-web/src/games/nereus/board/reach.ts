/** Where a crew member could bring a ship if it were sent out now: a mere preview, straight and for nothing. */

import { cellOf, seaSpaceAt, SPACES, type Crew, type Directions, type SideName } from '../data'
import type { Position } from './position'

const ORTHOGONAL: readonly (readonly [number, number])[] = [[0, -1], [1, 0], [0, 1], [-1, 0]] // prettier-ignore
const DIAGONAL: readonly (readonly [number, number])[] = [[1, -1], [1, 1], [-1, 1], [-1, -1]] // prettier-ignore
const HEADINGS: Readonly<Record<Directions, readonly (readonly [number, number])[]>> = {
  any: [...ORTHOGONAL, ...DIAGONAL],
  orthogonal: ORTHOGONAL,
  diagonal: DIAGONAL,
}

/** The spaces on which the ship of a seat could end, by any space of the row that is free. */
export function reachOf(position: Position, seat: number, crew: Crew, side: SideName): readonly string[] {
  const ship = position.ships[String(seat)]
  if (ship === undefined) return []
  const size = Math.sqrt(Object.keys(position.sea).length)
  const taken = new Set(Object.values(position.ships))
  const free = SPACES[side][crew].filter((_, at) => (position.rows[crew][`${crew}-${at + 1}`] ?? '') === '')
  const found = new Set<string>()
  const from = cellOf(ship)
  const go = (far: number, headings: readonly (readonly [number, number])[]): void => {
    for (const [dx, dy] of headings) {
      for (let step = 1; step <= far; step++) {
        const [column, row] = [from.column + dx * step, from.row + dy * step]
        if (column < 0 || row < 0 || column >= size || row >= size) break
        const seaSpace = seaSpaceAt({ column, row })
        if (!taken.has(seaSpace)) found.add(seaSpace)
      }
    }
  }
  if (crew === 'explorer') {
    go(1, ORTHOGONAL)
    const colours = new Set(free.flatMap((space) => space.colours ?? []))
    return [...found].filter((seaSpace) => position.sea[seaSpace]?.some((each) => colours.has(each)))
  }
  for (const space of free) {
    if (space.far !== undefined) go(space.far, HEADINGS[space.directions ?? 'any'])
  }
  return [...found].sort()
}
