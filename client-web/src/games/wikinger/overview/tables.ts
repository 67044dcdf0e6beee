/** Figures and tiles by where they are, and in the advanced game the special tiles. */

import type { Words } from '../../../board/contract'
import type { View } from '../../../wire/generated'
import type { Listed } from '../../../ui/overviewlist'
import { type Figure, positionOf } from '../board/position'
import { say } from './say'

type Counts = Readonly<Partial<Record<string, number>>>

const count = (things: readonly (string | undefined)[], wanted: string): number =>
  things.filter((thing) => thing === wanted).length

/** The figures, each with what it brings. */
export function figures(game: View, words: Words, does: (figure: Figure) => string): Listed {
  const { board, unseen, wheel, players } = positionOf(game)
  const drawn: Counts = positionOf(game).drawn ?? {}
  const standing = Object.values(wheel).map(({ figure }) => figure)
  const settled = Object.values(players).flatMap(({ land }) => Object.values(land).map(({ figure }) => figure))
  return {
    key: 'figures',
    title: say('figures'),
    note: say('figures.note'),
    columns: [say('bag'), say('wheel'), say('players')],
    rows: board.figures.map((figure) => ({
      key: figure,
      name: words.name('figure', figure) ?? figure,
      note: does(figure),
      cells: [
        unseen.figures[figure] ?? 0,
        count(standing, figure) + (drawn[figure] ?? 0),
        Object.values(players).reduce((sum, { mainland }) => sum + (mainland[figure] ?? 0), count(settled, figure)),
      ],
    })),
  }
}

export function tiles(game: View, words: Words): Listed {
  const { unseen, wheel, players } = positionOf(game)
  const offered = Object.values(wheel).map(({ tile }) => tile)
  const placed = Object.values(players).flatMap(({ land }) => Object.values(land).map(({ tile }) => tile))
  const kinds = [...Object.keys(positionOf(game).board.islands), ...Object.keys(positionOf(game).board.ships)]
  return {
    key: 'tiles',
    title: say('tiles'),
    columns: [say('supply'), say('wheel'), say('players')],
    rows: kinds
      .filter((tile) => tile !== 'start' && !tile.startsWith('special-'))
      .map((tile) => ({
        key: tile,
        name: words.name('tile', tile) ?? tile,
        cells: [unseen.tiles[tile] ?? 0, count(offered, tile), count(placed, tile)],
      })),
  }
}

/** The special tiles; undefined in the basic game. */
export function specials(game: View, words: Words): Listed | undefined {
  const { board, display, players } = positionOf(game)
  if (board.specials === undefined) return undefined
  const hidden = (positionOf(game).unseen as { specials?: Counts }).specials ?? {}
  return {
    key: 'specials',
    title: say('specials'),
    columns: [say('supply'), say('display'), say('players')],
    rows: Object.keys(board.specials).map((special) => ({
      key: special,
      name: words.name('special', special) ?? special,
      cells: [
        hidden[special] ?? 0,
        display?.[special] ?? 0,
        Object.values(players).reduce((sum, each) => sum + (each.specials[special] ?? 0), 0),
      ],
    })),
  }
}
