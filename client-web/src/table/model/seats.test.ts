import { beforeAll, expect, test } from 'vitest'
import type { Seat } from '../../state/table/document'
import { loadLanguage, t } from '../../i18n/i18n.svelte'
import { type Standing, inOrder, ownSeat, seatStatus } from './seats'

beforeAll(() => loadLanguage())

const seats = [0, 1, 2].map((seat): Seat => ({
  seat,
  person: `p${seat}`,
  bot: false,
  ready: true,
  freed: false,
  colour: 'stag',
}))

test('seats stand in the order of play', () => {
  expect(inOrder(seats, [2, 0, 1]).map((seat) => seat.seat)).toEqual([2, 0, 1])
})

test('a seat stays its person’s while a bot plays there, and nobody has one without a name', () => {
  const held = seats.map((seat) => (seat.seat === 1 ? { ...seat, person: 'bot:1', bot: true, keeper: 'p1' } : seat))
  expect(ownSeat(held, 'p1')?.seat).toBe(1)
  expect(ownSeat(held, 'p2')?.seat).toBe(2)
  expect(ownSeat(held, 'bot:1')).toBeUndefined()
  expect(ownSeat([{ ...(seats[0] as Seat), person: '' }], '')).toBeUndefined()
})

const standing: Standing = {
  seat: seats[0] as Seat,
  mine: false,
  acting: false,
  away: false,
  place: undefined,
  note: undefined,
}

test('a plate says who is to move, and what the game says of all others', () => {
  expect(seatStatus({ ...standing, note: 'two fields ahead' })).toBe('two fields ahead')
  expect(seatStatus({ ...standing, acting: true, note: 'last' })).toBe(t('seat.to_move'))
  expect(seatStatus({ ...standing, mine: true, acting: true })).toBe(t('title.your_turn'))
  expect(seatStatus({ ...standing, mine: true, place: 1, note: 'last' })).toBe(
    `${t('seat.you')} · ${t('seat.place', { place: 1 })}`,
  )
})

test('a plate says how well its bot plays', () => {
  const bot = { ...(seats[0] as Seat), bot: true }
  expect(seatStatus({ ...standing, seat: bot })).toBe(t('seat.bot.quick'))
  expect(seatStatus({ ...standing, seat: { ...bot, level: 'deep' } })).toBe(t('seat.bot.deep'))
})

test('where all decide at once, the game says who still does', () => {
  const deciding: Standing = { ...standing, acting: true, together: true, note: '… thinking' }
  expect(seatStatus(deciding)).toBe('… thinking')
  expect(seatStatus({ ...deciding, acting: false, note: '✓ chosen' })).toBe('✓ chosen')
  expect(seatStatus({ ...deciding, mine: true })).toBe(t('title.your_turn'))
  expect(seatStatus({ ...standing, acting: true, together: true })).toBe(t('seat.to_move'))
})

test('at a past position nobody is called to move', () => {
  expect(seatStatus({ ...standing, mine: true, acting: true, past: true })).toBe(
    `${t('seat.you')} · ${t('seat.to_move')}`,
  )
})

test('a player whom the game itself plays is called that, unless there is more to say', () => {
  const automatic = { ...(seats[0] as Seat), person: '', automatic: 1 }
  expect(seatStatus({ ...standing, seat: automatic })).toBe(t('seat.automatic'))
})

test('seats that the order does not name follow as they sit', () => {
  expect(inOrder(seats, [1, 7]).map((seat) => seat.seat)).toEqual([1, 0, 2])
  expect(inOrder(seats, [])).toEqual(seats)
})
