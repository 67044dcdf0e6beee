/** Who is to sit where at a table that goes on from another one. */

import { type Seat, isTaken } from '../lib/document'
import type { Fork } from '../wire/generated'

export type Filling = Fork['others'][number]

/** Whose a seat was: in whose place a bot played, it is whose seat it is. Empty if it was a bot's. */
export function holder(seat: Seat): string {
  return seat.keeper ?? seat.person
}

/** What stands in each seat's list at first: bots stay, everybody else is asked to come again. */
export function firstFillings(seats: readonly Seat[]): Filling[] {
  return seats.map((seat) => {
    if (holder(seat) !== '') return 'former'
    return isTaken(seat) ? (seat.level ?? 'quick') : 'free'
  })
}

/** The persons to be invited, by seat: who sat where it is theirs again, one's own and oneself left out. */
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
