/** Where the board shows what a line names. */

import type { Spots } from '../../../state/table/spotlight'

export const spots: Spots = ({ seat, row, column, special, field }) => [
  ...['tile', 'mini'].map((each) => `${each}:${row}-${column}:${seat}`),
  `special:${special}`,
  `special:${special}:${seat}`,
  `${field}`.replace('-', ':'),
]
