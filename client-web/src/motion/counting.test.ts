import { expect, test } from 'vitest'
import { countLater, countNever, counted, countingBegins } from './counting'

test('a number counts from one value to the other and ends exactly there', () => {
  expect([0, 0.5, 1, 2].map((share) => counted(10, 20, share))).toEqual([10, 18, 20, 20])
  expect(counted(20, 10, 0.5)).toBe(13)
})

test('numbers stand still until a scene says when they count', () => {
  countNever()
  expect(countingBegins('points:1')).toBeUndefined()
  countLater(new Map([['points:1', 380]]))
  expect(countingBegins('points:1')).toBe(380)
  expect(countingBegins('points:2')).toBe(0)
  expect(countingBegins(undefined)).toBe(0)
  countNever()
  expect(countingBegins('points:1')).toBeUndefined()
})
