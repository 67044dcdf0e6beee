/** How a seat stands, in one line, and in which order seats are shown. */

import type { Seat } from '../../state/table/document'
import { t } from '../../i18n/i18n.svelte'

export interface Standing {
  seat: Seat
  mine: boolean
  /** It stood so at a past position. */
  past?: boolean
  acting: boolean
  /** All decide at once: the game itself says of each who still does. */
  together?: boolean
  away: boolean
  /** The name of the person for whom a bot plays. */
  keeper?: string | undefined
  /** The place at the end, 1 is best. */
  place: number | undefined
  /** What the game says of it. */
  note: string | undefined
}

export function seatStatus(standing: Standing): string {
  const { seat, mine, past = false, acting, together = false, away, keeper, place, note } = standing
  const parts: string[] = []
  if (mine && acting && !past) parts.push(t('title.your_turn'))
  else if (mine) parts.push(t('seat.you'))
  const noted = place === undefined && note !== undefined && (!acting || (together && !mine))
  if (seat.automatic !== undefined && !noted) parts.push(t('seat.automatic'))
  if (seat.bot && !noted) parts.push(t(`seat.bot.${seat.level ?? 'quick'}`))
  if (acting && !noted && (past || !mine)) parts.push(t('seat.to_move'))
  if (keeper !== undefined) parts.push(t('seat.bot.for', { name: keeper }))
  if (seat.freed && !seat.bot) parts.push(t('seat.freed'))
  else if (away) parts.push(t('seat.away'))
  if (place !== undefined) parts.push(t('seat.place', { place }))
  else if (noted) parts.push(note)
  return parts.join(' · ')
}

/** The seat of a person, also while a bot plays for them. */
export function ownSeat(seats: readonly Seat[], person: string): Seat | undefined {
  if (person === '') return undefined
  return seats.find((seat) => seat.keeper === person || (seat.person === person && !seat.bot))
}

/** All seats, those first that act next as far as the game knows it; the others follow as they sit. */
export function inOrder(seats: readonly Seat[], order: readonly number[]): Seat[] {
  const known = order.flatMap((number) => seats.find((seat) => seat.seat === number) ?? [])
  return [...known, ...seats.filter((seat) => !known.includes(seat))]
}
