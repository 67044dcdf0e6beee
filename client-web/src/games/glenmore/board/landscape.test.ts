import { expect, test } from 'vitest'
import { centred, extentOf, fit, held, isLarger, zoomed } from './landscape'
import { nextOf } from '../../../ui/roving'

const box = { width: 600, height: 500 }
const limits = { least: 56, most: 112 }

test('the extent holds all cells, those west and north of the start too', () => {
  expect(extentOf(['0,0', '-2,1', '1,-3'])).toEqual({ left: -2, top: -3, columns: 4, rows: 5 })
})

test('a land without tiles is one cell', () => {
  expect(extentOf([])).toEqual({ left: 0, top: 0, columns: 1, rows: 1 })
})

test('a small land has tiles of full size, a large one fits its box, a huge one stays legible', () => {
  expect(fit(extentOf(['0,0', '1,1']), box, limits)).toBe(112)
  expect(fit(extentOf(['0,0', '5,4']), box, limits)).toBe(95)
  expect(fit(extentOf(['0,0', '30,0']), box, limits)).toBe(56)
})

test('a land that fits lies in the middle, wherever it is dragged', () => {
  const extent = extentOf(['0,0', '1,0'])
  const look = centred(extent, box, 100)
  expect(look).toEqual({ tile: 100, x: 200, y: 200 })
  expect(held({ ...look, x: -400, y: 900 }, extent, box)).toEqual(look)
  expect(isLarger(look, extent, box)).toBe(false)
})

test('a land that is larger is dragged until its edge, no farther', () => {
  const extent = extentOf(['0,0', '9,0'])
  const look = centred(extent, box, 100)
  expect(isLarger(look, extent, box)).toBe(true)
  expect(held({ ...look, x: 400 }, extent, box).x).toBe(12)
  expect(held({ ...look, x: -4000 }, extent, box).x).toBe(-412)
})

test('pinching keeps what lies between the fingers, and stops at the limits', () => {
  const look = { tile: 60, x: 0, y: 0 }
  const around = { x: 120, y: 60 }
  expect(zoomed(look, 1.5, around, limits)).toEqual({ tile: 90, x: -60, y: -30 })
  expect(zoomed(look, 100, around, limits).tile).toBe(112)
  expect(zoomed(look, 0.01, around, limits).tile).toBe(56)
})

const grid = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => ({ x: x * 100, y: y * 100 })))

test('an arrow key moves to the neighbour in its direction', () => {
  const from = { x: 100, y: 100 }
  const right = { x: 1, y: 0 }
  expect(grid[nextOf(from, grid, right)]).toEqual({ x: 200, y: 100 })
  expect(grid[nextOf(from, grid, { x: 0, y: -1 })]).toEqual({ x: 100, y: 0 })
})

test('over a gap it finds what lies roughly in its direction, and nothing beyond the edge', () => {
  expect(nextOf({ x: 0, y: 0 }, [{ x: 200, y: 90 }], { x: 1, y: 0 })).toBe(0)
  expect(nextOf({ x: 0, y: 0 }, [{ x: 10, y: 300 }], { x: 1, y: 0 })).toBe(-1)
  expect(nextOf({ x: 200, y: 0 }, grid, { x: 1, y: 0 })).toBe(-1)
})
