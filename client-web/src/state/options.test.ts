import { expect, test } from 'vitest'
import { fields, matters, seatCounts } from './options'

const game = {
  key: 'toy',
  version: 1,
  seats: [2, 4],
  automatic: [0, 0, 0],
  minutes: 0,
  weight: 0,
  variant: '',
  options: {
    $ref: '#/$defs/Options',
    $defs: {
      Options: {
        properties: {
          rounds: { type: 'integer', minimum: 2, maximum: 4, default: 3 },
          coins: { type: 'integer', minimum: 1, maximum: 99, default: 10 },
          peeking: { type: 'boolean', default: true },
          order: { enum: ['random', 'seats'], default: 'seats' },
          motto: { type: 'string', default: 'hey' },
        },
      },
    },
  },
}

test('every kind of setting becomes a field that begins with its default', () => {
  expect(fields(game)).toEqual([
    { name: 'rounds', kind: 'choice', initial: 3, values: [2, 3, 4] },
    { name: 'coins', kind: 'number', initial: 10, low: 1, high: 99 },
    { name: 'peeking', kind: 'flag', initial: true },
    { name: 'order', kind: 'choice', initial: 'seats', values: ['random', 'seats'] },
    { name: 'motto', kind: 'text', initial: 'hey' },
  ])
})

test('a setting that belongs to another one matters only with that one’s value', () => {
  const properties = {
    game: { enum: ['basic', 'advanced'], default: 'basic' },
    auction: { enum: ['open', 'none'], default: 'open', 'x-only-with': { game: 'advanced' } },
  }
  const found = fields({ ...game, options: { properties } })
  const shown = (kind: string) => found.filter((field) => matters(field, { game: kind })).map(({ name }) => name)
  expect(shown('basic')).toEqual(['game'])
  expect(shown('advanced')).toEqual(['game', 'auction'])
})

test('a game without settings has an empty form', () => {
  expect(fields({ ...game, options: {} })).toEqual([])
})

test('numbers of seats are a list, or a range given by its ends', () => {
  expect(seatCounts(game)).toEqual([2, 3, 4])
  expect(seatCounts({ ...game, seats: [2, 4, 6] })).toEqual([2, 4, 6])
  expect(seatCounts({ ...game, seats: [3] })).toEqual([3])
})
