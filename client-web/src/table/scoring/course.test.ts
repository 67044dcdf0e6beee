import { expect, test } from 'vitest'
import { pointsIn } from '../../state/table/document'
import { course } from './course'

const view = (...points: number[]) => ({
  table: {},
  game: { players: Object.fromEntries(points.map((each, seat) => [String(seat), { points: each }])) },
})

test('the points of each seat go from chapter to chapter to its score', () => {
  const views = new Map([
    [9, view(3, 5)],
    [20, view(8, 7)],
  ])
  expect(course([9, 20], views, [15, 12])).toEqual([
    [3, 8, 15],
    [5, 7, 12],
  ])
})

test('a result that the last chapter has brought stands once', () => {
  expect(course([9], new Map([[9, view(15, 12)]]), [15, 12])).toEqual([[15], [12]])
})

test('without all positions, chapters or points there is no course', () => {
  expect(course([9, 20], new Map([[9, view(3, 5)]]), [15, 12])).toBeUndefined()
  expect(course([], new Map(), [15, 12])).toBeUndefined()
  expect(course([9], new Map([[9, { table: {}, game: { players: {} } }]]), [15, 12])).toBeUndefined()
})

test('points are numbers, or not told', () => {
  expect(pointsIn({ players: { 1: { points: 4 } } }, 1)).toBe(4)
  expect(pointsIn({ players: { 1: { points: 'many' } } }, 1)).toBeUndefined()
  expect(pointsIn(undefined, 0)).toBeUndefined()
})
