/** Where the board shows what a line names. Tiles light themselves. */

import type { Spots } from '../../../state/table/spotlight'

export const spots: Spots = ({ tile, good, coins, card, seat }) => [
  `good:${tile}:${good}`,
  `figure:${card}:${seat}`,
  ...(coins === undefined ? [] : [`row:${good}`]),
]
