/** The final scoring as its sheet shows it: a row a seat, with the cards that count, the storage that is sold, the gold. */

import type { View } from '../../../wire/generated'
import { GOLD_FOR_A_POINT, SCIENCE, STORAGE, type ScienceName } from '../data'
import { positionOf } from '../board/position'

/** In the order in which they are played. */
export const COLUMNS = ['cards', 'storage', 'gold', 'total'] as const
export type Column = (typeof COLUMNS)[number]

export interface Row {
  seat: number
  /** Points won in the game. */
  points: number
  /** The cards that count, one by one. */
  cards: readonly { card: ScienceName; points: number }[]
  cardPoints: number
  /** What the storage sells for, and the gold in all. */
  sold: number
  gold: number
  goldPoints: number
  score: number
}

interface Final {
  score: number
  points: number
  cards: number
  gold: number
  counted: Readonly<Record<string, number>>
}

/** The rows of the final scoring; none while the game goes on. */
export function rowsOf(game: View): Row[] {
  const final = game['final'] as unknown as Record<string, Final> | undefined
  if (final === undefined) return []
  const { players } = positionOf(game)
  return Object.keys(final)
    .map(Number)
    .sort((one, other) => one - other)
    .flatMap((seat) => {
      const [won, player] = [final[String(seat)], players[String(seat)]]
      if (won === undefined || player === undefined) return []
      const treasures = Object.values(player.storage).filter((filled) => filled !== '').length
      const sold = STORAGE.treasure_price * treasures + STORAGE.gem_price * player.gems
      return [
        {
          seat,
          points: won.points,
          cards: cardsOf(won),
          cardPoints: won.cards,
          sold,
          gold: player.gold + sold,
          goldPoints: won.gold,
          score: won.score,
        },
      ]
    })
}

/** The view names every kind of card once; what their points lack stands for another of a kind. */
function cardsOf({ counted, cards }: Final): Row['cards'] {
  const named = Object.entries(counted).map(([card, points]) => ({ card: card as ScienceName, points }))
  let missing = cards - named.reduce((sum, each) => sum + each.points, 0)
  const again = named.filter(({ card, points }) => {
    if ((SCIENCE[card]?.count ?? 1) < 2 || points > missing) return false
    missing -= points
    return true
  })
  return [...named, ...again].sort((one, other) => other.points - one.points)
}

/** The points of a row when so many columns are played. */
export function totalOf(row: Row, columns: number): number {
  return row.points + (columns > 0 ? row.cardPoints : 0) + (columns > 2 ? row.goldPoints : 0)
}

/** Gold that is left over after all points are made of it. */
export function over({ gold }: Row): number {
  return gold % GOLD_FOR_A_POINT
}

/** The seats with the most points: several if only the holds decide between them. */
export function leaders(rows: readonly Row[]): readonly Row[] {
  const best = Math.max(...rows.map(({ score }) => score))
  return rows.filter(({ score }) => score === best)
}
