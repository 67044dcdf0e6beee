import { expect, test } from 'vitest'
import { mostOf } from './scoringsheet'
import { gained, minus, signed } from './signs'

test('the most of an item is known, also where it took something from somebody', () => {
  expect(mostOf([20, 23, undefined])).toBe(23)
  expect(mostOf([-3, 2])).toBe(2)
})

test('what brought everybody the same, or nothing, distinguishes nobody', () => {
  expect(
    [
      [2, 2],
      [0, 0],
      [-2, -1],
      [undefined, undefined],
      ['a', 'b'],
    ].map(mostOf),
  ).toEqual(Array(5).fill(undefined))
})

test('points have a sign, and none are a dash', () => {
  expect([3, 0, -3].map(gained)).toEqual(['+3', '–', '−3'])
  expect([3, 0, -3].map(signed)).toEqual(['+3', '+0', '−3'])
  expect([3, 0, -3].map(minus)).toEqual(['3', '0', '−3'])
})
