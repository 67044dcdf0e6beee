/** The intended players of the seats of a table that continues another one. */

import { type Seat, isTaken } from '../../state/table/document'
import type { Fork } from '../../wire/generated'

export type Filling = Fork['others'][number]

/** The owner of a seat, even if a bot played in their place. Empty if it was a bot's. */
export function holder(seat: Seat): string {
  return seat.keeper ?? seat.person
}

/** What stands in each seat's list at first: bots stay, everybody else is invited again. */
export function firstFillings(seats: readonly Seat[]): Filling[] {
  return seats.map((seat) => {
    if (holder(seat) !== '') return 'former'
    return isTaken(seat) ? (seat.level ?? 'quick') : 'free'
  })
}

/** The persons to invite, by seat: each to their former seat, except yourself and your seat. */
export function invited(
  seats: readonly Seat[],
  others: readonly Filling[],
  own: number,
  me: string,
): { seat: number; person: string }[] {
  return seats
    .map((seat) => ({ seat: seat.seat, person: holder(seat) }))
    .filter(({ seat, person }) => seat !== own && others[seat] === 'former' && person !== '' && person !== me)
}
