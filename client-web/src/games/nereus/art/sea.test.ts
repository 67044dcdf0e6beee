import { expect, test } from 'vitest'
import { cellOf, seaSpacesOf } from '../data'
import {
  CELL,
  cornerOf,
  light,
  middleOf,
  RIM,
  shipsAt,
  tagOf,
  treasuresAt,
  wayOf,
  wavesOf,
  widthOf,
  type Room,
} from './sea'

const rooms: readonly Room[] = [
  {},
  { chosen: true },
  { tag: tagOf(0).width },
  { tag: tagOf(1).width },
  { tag: tagOf(3).width },
]

test('the spaces fill the picture within its rim', () => {
  expect(cornerOf('a1')).toEqual({ x: RIM, y: RIM })
  const { x, y } = cornerOf('f6')
  expect([x + CELL + RIM, y + CELL + RIM]).toEqual([widthOf(6), widthOf(6)])
})

test('spaces that touch at a corner have one tint, neighbours have two', () => {
  expect(light(cellOf('b2'))).toBe(light(cellOf('c3')))
  expect(light(cellOf('b2'))).not.toBe(light(cellOf('b3')))
})

test('treasures lie inside their space, and not over each other', () => {
  for (const room of rooms) {
    for (const count of [1, 2, 3]) {
      const places = treasuresAt(count, room)
      expect(places).toHaveLength(count)
      for (const { x, y, size } of places) {
        expect(Math.min(x, y) - size / 2).toBeGreaterThan(2)
        expect(Math.max(x, y) + size / 2).toBeLessThan(CELL - 2)
      }
      places.slice(1).forEach(({ x, y, size }, at) => {
        const before = places[at] ?? { x: 0, y: 0 }
        expect(Math.hypot(x - before.x, y - before.y)).toBeGreaterThan(0.85 * size)
      })
    }
  }
})

test('a tag stands clear of treasures', () => {
  for (const tolls of [0, 1, 2, 3]) {
    const { width } = tagOf(tolls)
    for (const count of [1, 2, 3]) {
      for (const { x, y, size } of treasuresAt(count, { tag: width })) {
        const over = y + size / 2 > 41 && x + size / 2 > 63.5 - width + 1.5
        expect(over, `${count} treasures, ${tolls} tolls`).toBe(false)
      }
    }
  }
})

test('a tag stays on its space however many get a toll', () => {
  for (const tolls of [0, 1, 2, 3, 4]) {
    const { width, step } = tagOf(tolls)
    expect(width).toBeLessThan(CELL)
    expect(step * tolls).toBeLessThanOrEqual(width - 26)
  }
})

test('two ships share a space beside each other', () => {
  expect(shipsAt(1)).toHaveLength(1)
  const [one, other] = shipsAt(2)
  expect(one).not.toEqual(other)
})

test('a way runs from the rim of the ship to that of its end, through all that lies between', () => {
  const way = wayOf(['c3', 'd3', 'e3', 'e2'])
  const { x, y } = middleOf('e3')
  expect(way?.line).toContain(`L${x.toFixed(1)} ${y.toFixed(1)}L`)
  expect(way?.turn).toBe(-90)
  expect(way?.head).toEqual({ x: middleOf('e2').x, y: middleOf('e2').y + 47 })
})

test('a way of one space is its head alone, and none has no way', () => {
  expect(wayOf(['c3', 'c4'])).toMatchObject({ line: undefined, turn: 90 })
  expect(wayOf(['c3', 'd4'])?.line).toBeDefined()
  expect(wayOf(['c3'])).toBeUndefined()
  expect(wayOf([])).toBeUndefined()
})

test('waves lie on the water, two a space', () => {
  const waves = [...wavesOf(5).matchAll(/M(\d+) (\d+)/g)]
  expect(waves).toHaveLength(2 * seaSpacesOf(5).length)
  for (const [, x, y] of waves) {
    expect(Number(x)).toBeGreaterThan(RIM)
    expect(Number(x) + 16).toBeLessThan(widthOf(5) - RIM)
    expect(Number(y)).toBeLessThan(widthOf(5) - RIM)
  }
})
