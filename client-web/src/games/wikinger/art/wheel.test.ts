import { expect, test } from 'vitest'
import { arcOf, SPACES, priceAt, shareOf, spotOf, TILE_SIDE, tileRadius, turnTo, wayOf, WHEEL } from './wheel'

const spaces = Array.from({ length: SPACES }, (_, space) => space)

test('space 0 is at the top, and the others follow clockwise', () => {
  expect(spotOf(0, 100)).toEqual({ x: 0, y: -100 })
  expect(spotOf(3, 100).x).toBeCloseTo(100)
  expect(spotOf(6, 100).y).toBeCloseTo(100)
  expect(shareOf(9, WHEEL / 2)).toEqual({ left: '0.000%', top: '50.000%' })
})

test('tiles lie on the board and not on each other', () => {
  for (const space of spaces) {
    const { x, y } = spotOf(space, tileRadius(space))
    expect(Math.max(Math.abs(x), Math.abs(y)) + TILE_SIDE / 2).toBeLessThan(WHEEL / 2)
    const next = spotOf(space + 1, tileRadius(space + 1))
    expect(Math.max(Math.abs(next.x - x), Math.abs(next.y - y))).toBeGreaterThan(TILE_SIDE + 4)
  }
})

test('a space costs its distance from that at which 0 stands', () => {
  expect(priceAt(3, 3)).toBe(0)
  expect(priceAt(2, 3)).toBe(11)
  expect(new Set(spaces.map((space) => priceAt(space, 7))).size).toBe(SPACES)
})

test('the shield turns on past a whole turn, and back only for a move taken back', () => {
  expect(turnTo(2, 11)).toBe(14)
  expect(turnTo(11, 2)).toBe(11)
  expect(turnTo(3, 16)).toBe(15)
  expect(turnTo(4, 16)).toBe(16)
})

test('0 has come a way where it went on, and none where it was taken back', () => {
  expect(wayOf(2, 5)).toBe(3)
  expect(wayOf(11, 0)).toBe(1)
  expect(wayOf(5, 5)).toBe(0)
  expect(wayOf(5, 4)).toBe(0)
})

test('the trail goes the long way round where 0 came that way', () => {
  expect(arcOf(0, 3, 100)).toContain('A100 100 0 0 1')
  expect(arcOf(0, 9, 100)).toContain('A100 100 0 1 1')
})
