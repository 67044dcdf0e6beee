/** What the service tells of somebody: the games that ended, and how often one stood before others. */

import { call } from '../../net/api'
import type { Shown } from '../ratings/api'

interface Seat {
  /** Empty for a bot. */
  person: string
  score: number
  place: number
  /** The level of the bot that ended the game in the seat; with a person: in that person's place. */
  bot: BotLevel
}

/** The level of a bot of the service, empty for none. */
export type BotLevel = '' | 'quick' | 'careful' | 'deep'

export interface ItemAverage {
  /** Its key among the game's words. */
  item: string
  own: number
  /** Nothing if nobody else sat there. */
  others: number | null
}

export interface Profile {
  person: string
  name: string
  /** The newest first; `practice`: it went on from a position of another game, and counts for nobody. */
  games: { table: string; game: string; ended: number; seats: Seat[]; practice: boolean }[]
  /** There are older games. */
  more: boolean
  ratings: { game: string; place: number; rating: Shown; course: { ended: number; number: number }[] }[]
  /**
   * By game, the most played first; `latest`: places, the newest first. `bot_finished`: games that do not count,
   * `unitemized`: games that count but not for `items`.
   */
  statistics: {
    game: string
    played: number
    won: number
    average: number
    best: number
    latest: number[]
    bot_finished: number
    unitemized: number
    items: ItemAverage[]
  }[]
  /** Persons, and the bots of a level, who are no person. */
  against: { person: string; bot: BotLevel; before: number; behind: number; level: number; won: number }[]
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
