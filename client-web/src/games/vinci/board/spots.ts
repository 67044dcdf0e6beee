/** Where the board shows what a line names. Provinces light themselves. */

import type { Spots } from '../../../state/table/spotlight'

export const spots: Spots = ({ seat, tile, second }) => [
  `tile:${tile}:${seat}`,
  `tile:${second}:${seat}`,
  `pair:${tile}:${second}`,
]
