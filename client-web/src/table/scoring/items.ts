/** What the scores at the end are made of: an item a row, a seat a column. */

import { signed } from '../../features/ratings/api'
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
  /** The most that it brought anybody, if it made a difference. */
  best: number | undefined
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
  return keys.map((key) => {
    const cells = lines.map((own) => cell(own.find((line) => line.key === key)))
    const all = cells.map((each) => each?.points ?? 0)
    const most = Math.max(...all)
    return { key, cells, best: most > 0 && most > Math.min(...all) ? most : undefined }
  })
}

function cell(line: Line | undefined): Cell | undefined {
  return line === undefined ? undefined : { line, points: Number(line.params?.['points'] ?? 0) }
}

/** Points with their sign, and a dash for none. */
export const gained = (points: number): string => (points === 0 ? '–' : signed(points))
