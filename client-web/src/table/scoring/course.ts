/** How the points went, from the beginning over the ends of the chapters to the result. */

import type { View } from '../../wire/generated'
import { gameView, pointsIn } from '../../state/table/document'

/**
 * For each seat its points at the end of each chapter, and the score last. Undefined while a position is on its way,
 * and where a view tells no points, or the game has no chapters.
 */
export function course(
  chapters: readonly number[],
  views: ReadonlyMap<number, View>,
  scores: readonly number[],
): number[][] | undefined {
  if (chapters.length === 0) return undefined
  const rows = scores.map((score, seat) => [
    ...chapters.map((seq) => {
      const view = views.get(seq)
      return view === undefined ? undefined : pointsIn(gameView(view), seat)
    }),
    score,
  ])
  const known = rows.filter((row): row is number[] => row.every((points) => points !== undefined))
  if (known.length < rows.length) return undefined
  // A game that ends with its last chapter has the result there already.
  const double = known.every((row) => row.at(-1) === row.at(-2))
  return double ? known.map((row) => row.slice(0, -1)) : known
}
