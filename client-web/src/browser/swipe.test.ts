import { expect, test } from 'vitest'
import { beside, swiped } from './swipe'

const from = { x: 200, y: 300, at: 0 }

test('a finger to the left asks for what lies on the right, and the other way round', () => {
  expect(swiped(from, { x: 110, y: 310, at: 200 })).toBe(1)
  expect(swiped(from, { x: 290, y: 290, at: 200 })).toBe(-1)
})

test('scrolling, tapping and dragging slowly are no swipes', () => {
  expect(swiped(from, { x: 120, y: 380, at: 200 })).toBe(0)
  expect(swiped(from, { x: 180, y: 300, at: 80 })).toBe(0)
  expect(swiped(from, { x: 90, y: 300, at: 1_500 })).toBe(0)
})

test('surfaces lie in a row that has ends', () => {
  const keys = ['ring', 'land', 'people']
  expect(beside(keys, 'ring', 1)).toBe('land')
  expect(beside(keys, 'people', 1)).toBe('people')
  expect(beside(keys, 'ring', -1)).toBe('ring')
})
