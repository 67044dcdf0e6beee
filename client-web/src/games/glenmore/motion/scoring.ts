/** A scoring as its sheet shows it: a row a seat, a column a category, and who leads by how much. */

import type { View } from '../../../wire/generated'

export const CATEGORIES = ['whisky', 'chieftains', 'cards'] as const
export type Category = (typeof CATEGORIES)[number]

export interface Cell {
  count: number
  points: number
}

export interface Row {
  seat: number
  cells: readonly Cell[]
}

export interface Compared {
  category: Category
  /** The lowest number, and who has it. */
  lowest: number
  last: readonly number[]
  /** Everybody else, the best first. */
  ahead: readonly { seat: number; lead: number }[]
}

type Raw = Readonly<Record<string, Readonly<Record<string, Cell>>>>

/** The rows of a scoring that has been; none where the game has no such scoring. */
export function rowsOf(game: View, round: number): Row[] {
  const scoring = (game['scorings'] as Record<string, unknown> | undefined)?.[String(round)] as Raw | undefined
  if (scoring === undefined) return []
  return Object.keys(scoring[CATEGORIES[0]] ?? {})
    .map(Number)
    .sort((one, other) => one - other)
    .map((seat) => ({
      seat,
      cells: CATEGORIES.map((category) => scoring[category]?.[String(seat)] ?? { count: 0, points: 0 }),
    }))
}

/** What a column compares. */
export function compare(rows: readonly Row[], column: number): Compared {
  const count = (row: Row): number => row.cells[column]?.count ?? 0
  const lowest = Math.min(...rows.map(count))
  return {
    category: CATEGORIES[column] ?? CATEGORIES[0],
    lowest,
    last: rows.filter((row) => count(row) === lowest).map((row) => row.seat),
    ahead: rows
      .filter((row) => count(row) > lowest)
      .map((row) => ({ seat: row.seat, lead: count(row) - lowest }))
      .sort((one, other) => other.lead - one.lead),
  }
}

/** The points of a row up to a column, with those that the seat had before. */
export function totalOf(row: Row, columns: number, before = 0): number {
  return row.cells.slice(0, columns).reduce((sum, cell) => sum + cell.points, before)
}
