/** Where the board shows what a line names. */

import type { Spots } from '../../../state/table/spotlight'

export const spots: Spots = ({ seat, field, start, to, crew, space, card, slot }) => [
  ...[field, start, to].map((each) => `field:${each}`),
  ...[slot, to].map((each) => `lies:${seat}:${each}`),
  `row:${crew}`,
  `seal:${seat}:${crew}`,
  `space:${space}`,
  `card:${card}`,
]
