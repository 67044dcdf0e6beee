import { expect, test } from 'vitest'
import { MOST, WHOLE, held, moved, showing, zoomed } from './nearness'

const box = { width: 400, height: 300 }
const middle = { x: 200, y: 150 }

test('what is enlarged stays where one points at it', () => {
  expect(zoomed(WHOLE, 2, { x: 100, y: 50 }, box)).toEqual({ scale: 2, x: -100, y: -50 })
})

test('it becomes neither smaller than its box nor endlessly large', () => {
  expect(zoomed(WHOLE, 0.5, middle, box)).toEqual(WHOLE)
  expect(zoomed(WHOLE, 100, middle, box).scale).toBe(MOST)
})

test('going back step by step ends at the whole', () => {
  const near = zoomed(zoomed(WHOLE, 1.3, middle, box), 1.3, { x: 20, y: 30 }, box)
  expect(zoomed(zoomed(near, 1 / 1.3, middle, box), 1 / 1.3, middle, box)).toEqual(WHOLE)
})

test('nothing beyond its edges comes into sight', () => {
  const near = zoomed(WHOLE, 2, middle, box)
  expect(moved(near, { x: 1_000, y: 1_000 }, box)).toEqual({ scale: 2, x: 0, y: 0 })
  expect(moved(near, { x: -1_000, y: -1_000 }, box)).toEqual({ scale: 2, x: -400, y: -300 })
  expect(held({ scale: 1, x: 40, y: 40 }, box)).toEqual(WHOLE)
})

test('a part that is out of sight comes just into it, and one in sight moves nothing', () => {
  const near = { scale: 2, x: -100, y: -100 }
  expect(showing(near, { x: 60, y: 60, width: 40, height: 40 }, box)).toEqual(near)
  expect(showing(near, { x: -30, y: 60, width: 40, height: 40 }, box)).toEqual({ scale: 2, x: -58, y: -100 })
  expect(showing(near, { x: 60, y: 290, width: 40, height: 40 }, box)).toEqual({ scale: 2, x: -100, y: -142 })
})
