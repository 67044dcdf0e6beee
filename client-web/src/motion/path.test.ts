import { expect, test } from 'vitest'
import { alongRim, frames, pointOn, toEdge } from './path'

const board = { x: 0, y: 0, width: 400, height: 500 }
const space = (column: number, row: number) => ({ x: column * 100, y: row * 100, width: 100, height: 100 })

test('a place goes to the nearest edge, one in a corner to the corner', () => {
  expect(toEdge({ x: 50, y: 250 }, board, 80)).toEqual({ x: 0, y: 250 })
  expect(toEdge({ x: 150, y: 450 }, board, 80)).toEqual({ x: 150, y: 500 })
  expect(toEdge({ x: 350, y: 50 }, board, 80)).toEqual({ x: 400, y: 0 })
})

test('the way along the rim goes round the corner of the board and never over its middle', () => {
  const way = alongRim({ x: 250, y: 50 }, [space(3, 0), space(3, 1)], { x: 350, y: 150 }, board)
  expect(way).toEqual([
    { x: 250, y: 50 },
    { x: 250, y: 0 },
    { x: 400, y: 0 },
    { x: 400, y: 150 },
    { x: 350, y: 150 },
  ])
})

test('shares of a way count its length, not its corners', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 30 },
  ]
  expect(pointOn(way, 0.25)).toEqual({ x: 10, y: 0 })
  expect(pointOn(way, 0.5)).toEqual({ x: 10, y: 10 })
  expect(pointOn(way, 1)).toEqual({ x: 10, y: 30 })
})

test('a piece is taken up before it travels and laid down after it', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ]
  const shown = frames({ way, scale: [1, 0.5], arc: 0, grip: 0.25 })
  expect(shown[0]).toMatchObject({ x: 0, scale: 1, height: 0 })
  expect(shown[6]).toMatchObject({ x: 0, height: 1 })
  expect(shown[18]).toMatchObject({ x: 100, scale: 0.5, height: 1 })
  expect(shown[24]).toMatchObject({ x: 100, scale: 0.5, height: 0 })
})

test('the way only ever goes on, and an arc bends it upwards', () => {
  const way = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ]
  const shown = frames({ way, scale: [1, 1], arc: 24, grip: 0 })
  expect(shown.every((frame, index) => index === 0 || frame.x >= (shown[index - 1]?.x ?? 0))).toBe(true)
  expect(Math.min(...shown.map((frame) => frame.y))).toBeCloseTo(-24, 0)
  expect(shown.at(-1)?.y).toBeCloseTo(0)
})
