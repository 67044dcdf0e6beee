/** What a rated table did to ratings, in words: they come with `changes`. */

import { signed } from '../../ui/signs'
import type { TableRatings } from './api'
import { say } from './say'

/** How the rating of a seat changed, and what it is since; undefined where nothing did. */
export function changeOf(ratings: TableRatings, seat: number): { said: string; since: string } | undefined {
  const found = ratings.void ? undefined : ratings.seats.find((each) => each.seat === seat)
  return (
    found && {
      said: say('change', { change: found.change, signed: signed(found.change) }),
      since: `${String(found.rating.number)} ± ${String(found.rating.spread)}`,
    }
  )
}
