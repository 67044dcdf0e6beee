/** The clocks of a table, as its document shows them. */

import type { Days, Live, Propose } from '../../wire/generated'

export type TimeControl = Live | Days
export type Question = Propose['what']

/** What each seat has left, at the service's time `at`. */
export interface Clocks {
  at: number
  paused?: boolean
  seats: Record<string, Clock>
}

/** Milliseconds. `until`: it runs, and is over then. `rest`: what is left of the seat's vacation. */
export interface Clock {
  left: number
  until?: number
  rest?: number
  resting?: boolean
}
