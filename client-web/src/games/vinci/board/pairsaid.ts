/** A pair on offer in one sentence. */

import type { Board } from './board.svelte'
import type { ChoosablePair } from './model'
import { roman } from './roman'
import { say } from './say'

export function pairSaid(board: Board, pair: ChoosablePair): string {
  return say('pair.said', {
    number: roman(pair.number),
    one: board.tile(pair.tiles[0]),
    other: board.tile(pair.tiles[1]),
    pieces: pair.pieces,
    price: pair.price,
    points: pair.points,
  })
}
