/** What the scores at the end are made of: an item a row, a seat a column. */

import type { Line } from '../../wire/generated'

/** What an item brought one seat. */
export interface Cell {
  line: Line
  points: number
}

export interface Item {
  key: string
  /** By seat; undefined where it brought nothing to count. */
  cells: readonly (Cell | undefined)[]
}

/**
 * The items of all seats in the order in which their lines follow each other; a seat's own item, which others lack,
 * stays next to the one that it follows.
 */
export function items(parts: Readonly<Record<string, readonly Line[]>>, seats: number): Item[] {
  const keys: string[] = []
  const lines = Array.from({ length: seats }, (_, seat) => parts[String(seat)] ?? [])
  for (const own of lines) {
    let after = -1
    for (const { key } of own) {
      const known = keys.indexOf(key)
      if (known < 0) keys.splice(after + 1, 0, key)
      after = known < 0 ? after + 1 : known
    }
  }
  return keys.map((key) => ({ key, cells: lines.map((own) => cell(own.find((line) => line.key === key))) }))
}

function cell(line: Line | undefined): Cell | undefined {
  return line === undefined ? undefined : { line, points: Number(line.params?.['points'] ?? 0) }
}

/** How much more than the second an item brought the winner. */
export interface Lead {
  key: string
  points: number
}

const TOLD = 2

/** The items that put the winner ahead of the second most, the largest first; none where no item did. */
export function leads(found: readonly Item[], winner: number, second: number): Lead[] {
  return found
    .map(({ key, cells }) => ({ key, points: (cells[winner]?.points ?? 0) - (cells[second]?.points ?? 0) }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, TOLD)
}
