/** What the service says of ratings: ladders, and what a rated table did. */

import { call } from '../../net/api'

/** A rating for people: how far off the number may be two times of three, and whether it says little yet. */
export interface Shown {
  number: number
  spread: number
  games: number
  provisional: boolean
}

export interface Ladder {
  game: string
  page: number
  pages: number
  total: number
  rows: { place: number; person: string; name: string; rating: Shown }[]
  /** How the reader stands; 0: not on the ladder. */
  own?: { place: number; page: number; rating: Shown }
}

/** What a table did to the ratings; void: moderators have closed it, so it counts for nothing. */
export interface TableRatings {
  void: boolean
  seats: { seat: number; rating: Shown; change: number }[]
}

export const ladder = (game: string, page: number): Promise<Ladder> =>
  call<Ladder>('GET', `/api/games/${game}/ladder?page=${String(page)}`)

export function tableRatings(table: string, invitation: string | undefined): Promise<TableRatings> {
  const token = invitation === undefined ? '' : `?invitation=${encodeURIComponent(invitation)}`
  return call<TableRatings>('GET', `/api/tables/${table}/ratings${token}`)
}
