/** What the service tells of somebody: the games that ended, and how often one stood before others. */

import { call } from '../../net/api'
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
  /** The newest first; `practice`: it went on from a position of another game, and counts for nobody. */
  games: { table: string; game: string; ended: number; seats: Seat[]; practice: boolean }[]
  /** There are older games. */
  more: boolean
  ratings: { game: string; place: number; rating: Shown; course: { ended: number; number: number }[] }[]
  /** By game, the most played first; `latest`: places, the newest first. */
  statistics: { game: string; played: number; won: number; average: number; best: number; latest: number[] }[]
  against: { person: string; before: number; behind: number; level: number }[]
  /** Of all who are still known. */
  names: Record<string, string>
}

/** The profile; `after`: with the games before that of a table. */
export const profile = (person: string, after = ''): Promise<Profile> =>
  call<Profile>('GET', `/api/people/${person}${after === '' ? '' : `?after=${encodeURIComponent(after)}`}`)

/** The seats of a game from the first place on. */
export function standing({ seats }: { seats: Seat[] }): Seat[] {
  return seats.toSorted((one, other) => one.place - other.place)
}
