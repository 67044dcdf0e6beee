import { expect, test } from 'vitest'
import type { Seat } from '../../state/table/document'
import { firstFillings, invited } from './seats'

const seat = (seat: number, more: Partial<Seat> = {}): Seat => ({
  seat,
  person: '',
  bot: false,
  ready: true,
  freed: false,
  colour: 'hare',
  ...more,
})
const seats = [
  seat(0, { person: 'ann' }),
  seat(1, { bot: true, level: 'deep' }),
  seat(2, { bot: true, keeper: 'bob' }),
  seat(3, { freed: true }),
]

test('who played is asked again, bots stay as strong as they were, and what nobody held is free', () => {
  expect(firstFillings(seats)).toEqual(['former', 'deep', 'former', 'free'])
})

test('nobody is invited to the own seat, nor oneself to another', () => {
  expect(invited(seats, firstFillings(seats), 0, 'ann')).toEqual([{ seat: 2, person: 'bob' }])
  expect(invited(seats, firstFillings(seats), 2, 'ann')).toEqual([])
  expect(invited(seats, ['former', 'deep', 'free', 'free'], 3, 'cleo')).toEqual([{ seat: 0, person: 'ann' }])
})
