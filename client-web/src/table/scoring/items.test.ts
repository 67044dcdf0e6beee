import { expect, test } from 'vitest'
import { items, leads } from './items'

const line = (key: string, points: number) => ({ key, params: { points } })

test('an item is a row, and each seat a column', () => {
  const [points, coins] = items(
    { 0: [line('points', 20), line('coins', 3)], 1: [line('points', 23), line('coins', 1)] },
    2,
  )
  expect(points?.cells.map((cell) => cell?.points)).toEqual([20, 23])
  expect(coins?.cells.map((cell) => cell?.points)).toEqual([3, 1])
})

test('an item that only some have stands where it does for them', () => {
  const found = items(
    { 0: [line('points', 1), line('tiles', 2)], 1: [line('points', 1), line('ships', -3), line('tiles', 2)] },
    2,
  )
  expect(found.map(({ key }) => key)).toEqual(['points', 'ships', 'tiles'])
  expect(found[1]?.cells.map((cell) => cell?.points)).toEqual([undefined, -3])
})

test('a seat without lines has a column all the same', () => {
  expect(items({ 0: [line('points', 4)] }, 2)[0]?.cells).toHaveLength(2)
})

test('what decided it are the items that put the winner ahead most', () => {
  const parts = {
    0: [line('points', 20), line('coins', 3), line('whisky', 8), line('tiles', -3)],
    1: [line('points', 23), line('coins', 1), line('whisky', 3), line('tiles', -9)],
  }
  expect(leads(items(parts, 2), 0, 1)).toEqual([
    { key: 'tiles', points: 6 },
    { key: 'whisky', points: 5 },
  ])
  expect(leads(items({ 0: [line('points', 4)], 1: [line('points', 4)] }, 2), 0, 1)).toEqual([])
})
