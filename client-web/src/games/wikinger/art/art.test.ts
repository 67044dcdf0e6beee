import { expect, test } from 'vitest'
import { END, MIDDLES, START, WEST } from './coasts'
import { frameOf } from './frame'
import { DRAWINGS } from './figures'
import { BUILDINGS, buildingOf, FIGURES, ISLANDS, isShip, isSpecial, ROWS, SAILS, SHIPS, SPECIALS } from './kinds'
import { mainlandOf, tuftsOf } from './mainland'
import { plain, styled } from './shapes'
import { PRINTED } from './specials'
import { veilOf } from './veil'

test('coasts meet at the same heights wherever land touches land', () => {
  for (const coast of [END, START, ...Object.values(MIDDLES)]) {
    expect(coast).toMatch(/15H120V85H100C|^M120 15H100C.*85 100 85H120z$/)
  }
  for (const coast of [WEST, ...Object.values(MIDDLES)]) {
    expect(coast).toMatch(/^M-20 15H0C.*85 0 85H-20z$/)
  }
})

test('every figure has an outline of its own', () => {
  expect(new Set(FIGURES.map((figure) => DRAWINGS[figure].outline)).size).toBe(FIGURES.length)
})

test('every sail names a row of its own, and no ship reaches the warriors alone', () => {
  const rows = SHIPS.map((ship) => SAILS[ship])
  expect(rows).toEqual(ROWS.slice(1))
})

test('tiles are told apart by their names', () => {
  expect(SHIPS.every(isShip)).toBe(true)
  expect(ISLANDS.some(isShip)).toBe(false)
  expect(ISLANDS.filter((tile) => buildingOf(tile) !== undefined)).toHaveLength(2 * BUILDINGS.length)
  expect(buildingOf('special-hall')).toBe('hall')
  expect(buildingOf('start')).toBeUndefined()
  expect(Object.keys(PRINTED)).toEqual(SPECIALS)
  expect(isSpecial('boat')).toBe(true)
  expect(isSpecial('farm')).toBe(false)
})

test('a tile has no line on the side where another one touches it', () => {
  const lines = (path: string) => path.match(/V/g)?.length ?? 0
  expect(lines(frameOf(false, false))).toBe(2)
  expect(lines(frameOf(true, false))).toBe(1)
  expect(lines(frameOf(false, true))).toBe(1)
  expect(lines(frameOf(true, true))).toBe(0)
})

test('a veil ends in a point within its last row, and may be cut short on its way', () => {
  expect(veilOf(3, false).edge).toBe('M6 0V286.4L50 296.4L94 286.4V0')
  expect(veilOf(2, true).edge).toBe('M3 0V197L97 197V0')
  for (const rows of [0.02, 0.5, 1.25]) {
    const ys = [...veilOf(rows, false).edge.matchAll(/[V ](-?[\d.]+)/g)].map(([, y]) => Number(y))
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ys)).toBeLessThanOrEqual(100 * rows)
  }
})

test('the mainland reaches as far as it is told, or to the edge', () => {
  const corner = { width: 600, height: 560, left: 98, top: 54 }
  expect(mainlandOf({ ...corner, reach: 347 })).toContain('347')
  expect(mainlandOf({ ...corner, reach: 900 })).toContain('H600V54')
  for (const { x, y } of tuftsOf({ ...corner, reach: 347 })) {
    expect(x < 98 || y < 54, `${x}, ${y}`).toBe(true)
  }
})

test('sizes that have to be reckoned are styles, all others are attributes', () => {
  expect([plain(26), plain('100%'), plain('calc(var(--cell) * 0.3)')]).toEqual([26, '100%', undefined])
  expect([styled(26), styled('100%'), styled('var(--cell)')]).toEqual([undefined, undefined, 'var(--cell)'])
})
