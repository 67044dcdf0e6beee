/** What the service tells of somebody: the games that ended, and how often one stood before others. */

import { call } from '../lib/api'
import type { Shown } from '../ratings/api'

interface Seat {
  /** Empty for a bot. */
  person: string
  score: number
  place: number
}

export interface Profile {
  person: string
  name: string
  games: { table: string; game: string; ended: number; seats: Seat[] }[]
  ratings: { game: string; place: number; rating: Shown; course: { ended: number; number: number }[] }[]
  against: { person: string; before: number; behind: number; level: number }[]
  /** Of all who are still known. */
  names: Record<string, string>
}

export const profile = (person: string): Promise<Profile> => call<Profile>('GET', `/api/people/${person}`)

/** The seats of a game from the first place on. */
export function standing({ seats }: { seats: Seat[] }): Seat[] {
  return seats.toSorted((one, other) => one.place - other.place)
}
