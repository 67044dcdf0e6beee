import { expect, test } from 'vitest'
import { Guard, type Marks } from './guard'

function marks(): Marks {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

test('a board that returns, or throws, leaves no mark', async () => {
  const guard = new Guard('/boards/hex/1/board.js', marks())
  expect(guard.run(() => 3)).toBe(3)
  expect(() =>
    guard.run(() => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  await Promise.resolve()
  expect(guard.hung).toBe(false)
})

test('a page that went away while the board ran leaves its mark, until the reader forgives it', () => {
  const kept = marks()
  const guard = new Guard('/boards/hex/1/board.js', kept)
  let met = false
  guard.run(() => {
    met = new Guard('/boards/hex/1/board.js', kept).hung
  })
  expect(met).toBe(true)
  kept.setItem('partie.runs./boards/hex/1/board.js', 'runs')
  expect(guard.hung).toBe(true)
  guard.forgive()
  expect(guard.hung).toBe(false)
})

test('another version of the board has no mark', () => {
  const kept = marks()
  kept.setItem('partie.runs./boards/hex/1/board.js', 'runs')
  expect(new Guard('/boards/hex/2/board.js', kept).hung).toBe(false)
})

test('without a place for marks every board is tried', () => {
  const guard = new Guard('/boards/hex/1/board.js', undefined)
  expect(guard.run(() => 3)).toBe(3)
  expect(guard.hung).toBe(false)
})
