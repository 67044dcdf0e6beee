/** Where the tiles of the box are, by colour. A tile that lies nowhere is in the bag. */

import type { Words } from '../../../board/contract'
import type { View } from '../../../wire/generated'
import type { Listed } from '../../../ui/overviewlist'
import { positionOf } from '../board/position'
import { BOX, BOX_MEANT, TILES, type TileName } from '../data.generated'
import { say } from './say'

const COLOURS = ['yellow', 'red', 'blue'] as const

/** How many tiles of a kind the table plays with. */
function boxed(tile: TileName, options: View): number {
  return (options['box'] === 'meant' ? BOX_MEANT[tile] : undefined) ?? BOX[tile]
}

export function tilesByColour(game: View, options: View, words: Words): readonly Listed[] {
  const { board, pairs, players, bag } = positionOf(game)
  const every = Object.values(players)
  const offered = Object.values(pairs).flatMap(({ tiles }) => tiles)
  const active = every.flatMap(({ tiles }) => tiles)
  const ruins = every.flatMap((player) => player.ruins)
  const count = (tiles: readonly string[], tile: string): number => tiles.filter((each) => each === tile).length
  const names = Object.keys(TILES) as TileName[]
  return COLOURS.map((colour, at) => ({
    key: colour,
    title: say(colour),
    ...(at === 0 ? { note: say('note', { bag }) } : {}),
    columns: [say('bag'), say('row'), say('active'), say('ruins')],
    rows: names
      .filter((tile) => (board.tiles[tile]?.colour ?? TILES[tile].colour) === colour)
      .map((tile) => {
        const out = [offered, active, ruins].map((tiles) => count(tiles, tile))
        const left = out.reduce((sum, number) => sum - number, boxed(tile, options))
        return { key: tile, name: words.name('tile', tile) ?? tile, cells: [left, ...out] }
      }),
  }))
}
