import { expect, test } from 'vitest'
import { closes, follows } from './drag'

test('a sheet that was drawn down far enough closes, however slowly', () => {
  expect(closes({ moved: 130, took: 4_000, height: 400 })).toBe(true)
  expect(closes({ moved: 100, took: 4_000, height: 400 })).toBe(false)
})

test('a throw closes it at once', () => {
  expect(closes({ moved: 60, took: 80, height: 600 })).toBe(true)
})

test('a tap does not', () => {
  expect(closes({ moved: 10, took: 1, height: 600 })).toBe(false)
  expect(closes({ moved: 0, took: 0, height: 600 })).toBe(false)
})

test('a sheet follows the hand down, and never up', () => {
  expect(follows(100, 140)).toBe(40)
  expect(follows(100, 60)).toBe(0)
})
