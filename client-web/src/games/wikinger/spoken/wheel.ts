/** The wheel in words, from the cheapest combination up; the auction; the special tiles on display. */

import type { Section } from '../../../board/spoken/spoken'
import { passedIn, spacesOf, type Space } from '../board/model'
import { total } from '../board/position'
import type { Teller } from './teller'

export function wheel(teller: Teller): Section {
  const { position, legal, offers, say, pieces } = teller
  const spaces = spacesOf(position, legal, offers)
    .filter(({ empty }) => !empty)
    .sort((one, other) => one.price - other.price)
  const { tiles, figures } = position.unseen
  const intro = [say('wheel.left', { count: spaces.length })]
  if (total(position.drawn) > 0) intro.push(say('drawn', { list: pieces('figure', position.drawn ?? {}) }))
  intro.push(say('unseen', { tiles: total(tiles), figures: total(figures) }))
  const items = spaces.map((space) => ({ text: combination(space, teller) }))
  return { key: 'wheel', title: say('wheel'), intro, lists: [{ title: '', items }] }
}

/** What it is, what it costs, and where it would fit; why it is barred stands among the refusals. */
function combination({ price, tile, figure, points, state, places }: Space, teller: Teller): string {
  const { say, name, list, place } = teller
  const told = [
    say('wheel.field', { price, tile: name('tile', tile), figure: figure === '' ? 'none' : name('figure', figure) }),
  ]
  if (state === 'legal') told.push(say('wheel.can'))
  if (state === 'legal' && points > 0) told.push(say('wheel.points', { points }))
  if (places !== undefined) told.push(say('wheel.fits', { count: places.length, list: list(places.map(place)) }))
  return told.join(' ')
}

/** Nothing while nobody bids. */
export function auction({ position, say, seat, list }: Teller): Section[] {
  const { auction: held, step } = position
  if (step !== 'bid' || held === undefined) return []
  const [who, leader] = held.seat === undefined ? ['nobody', ''] : ['somebody', seat(held.seat)]
  const intro = [say('auction.highest', { coins: held.coins, who, seat: leader })]
  if (held.queue.length > 0) intro.push(say('auction.queue', { list: list(held.queue.map(seat)) }))
  const bids = Object.entries(held.bids).map(([who, coins]) => ({
    text: say('auction.bid', { seat: seat(Number(who)), coins, passed: String(passedIn(position, Number(who))) }),
  }))
  return [{ key: 'auction', title: say('auction'), intro, lists: [{ title: '', items: bids }] }]
}

/** Nothing in the basic game. */
export function display({ position, say, pieces }: Teller): Section[] {
  if (position.display === undefined) return []
  const lies = total(position.display) > 0
  const intro = lies ? [`${pieces('special', position.display)}.`, say('display.when')] : [say('display.empty')]
  return [{ key: 'display', title: say('display'), intro, lists: [] }]
}
