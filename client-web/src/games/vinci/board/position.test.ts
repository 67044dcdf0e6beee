import { expect, test } from 'vitest'
import { afterPlacing, orderOf, placing, type Position } from './position'

const player = { points: 0, tiles: [], ruins: [], hand: 0, friends: [], provinces: 0, income: {} }
const players = Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, player]))
const at = (given: Partial<Position>): Position =>
  ({ step: 'survive', players, first: 1, last: false, turn: { seat: 2, acted: true }, ...given }) as Position

test('survivors are placed clockwise from the attacker, then the next turn begins', () => {
  const position = at({ survivors: { 0: 2, 1: 1, 3: 1 } })
  expect(placing(position)).toEqual([3, 0, 1])
  expect(orderOf(position)).toEqual([3, 0, 1, 2])
  expect(afterPlacing(position, 3)).toBe(0)
  expect(afterPlacing(at({ survivors: { 1: 1 } }), 1)).toBe(3)
})

test('after the last turn of the last round nobody comes', () => {
  expect(afterPlacing(at({ survivors: { 3: 1 }, last: true, turn: { seat: 0, acted: true } }), 3)).toBeUndefined()
})

test('without survivors the seats follow the one on turn', () => {
  expect(placing(at({ step: 'expand' }))).toEqual([])
  expect(orderOf(at({ step: 'expand' }))).toEqual([2, 3, 0, 1])
  expect(orderOf(at({ step: 'over' }))).toEqual([])
})

test('where the order of turns was drawn the seats follow it', () => {
  const order = [2, 0, 3, 1]
  expect(orderOf(at({ step: 'expand', order }))).toEqual([2, 0, 3, 1])
  const position = at({ survivors: { 1: 1, 0: 1 }, order })
  expect(placing(position)).toEqual([0, 1])
  expect(orderOf(position)).toEqual([0, 1, 3, 2])
  expect(afterPlacing(at({ survivors: { 1: 1 }, order }), 1)).toBe(0)
  expect(
    afterPlacing(at({ survivors: { 0: 1 }, order, first: 2, last: true, turn: { seat: 1, acted: true } }), 0),
  ).toBe(undefined)
})
