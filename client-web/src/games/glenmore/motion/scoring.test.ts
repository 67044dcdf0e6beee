import { expect, test } from 'vitest'
import { compare, rowsOf, totalOf } from './scoring'

const category = (...cells: [number, number][]) =>
  Object.fromEntries(cells.map(([count, points], seat) => [String(seat), { count, points }]))
const game = {
  scorings: {
    '2': {
      whisky: category([2, 2], [4, 5], [0, 0]),
      chieftains: category([1, 0], [1, 0], [1, 0]),
      cards: category([2, 2], [1, 1], [0, 0]),
    },
  },
}

test('a scoring has a row a seat and a cell a category', () => {
  const rows = rowsOf(game, 2)
  expect(rows.map((row) => row.seat)).toEqual([0, 1, 2])
  expect(rows[1]?.cells).toEqual([
    { count: 4, points: 5 },
    { count: 1, points: 0 },
    { count: 1, points: 1 },
  ])
  expect(rowsOf(game, 3)).toEqual([])
})

test('a column names the lowest and how far the others lead, the best first', () => {
  const rows = rowsOf(game, 2)
  expect(compare(rows, 0)).toEqual({
    category: 'whisky',
    lowest: 0,
    last: [2],
    ahead: [
      { seat: 1, lead: 4 },
      { seat: 0, lead: 2 },
    ],
  })
  expect(compare(rows, 1)).toMatchObject({ lowest: 1, last: [0, 1, 2], ahead: [] })
})

test('the total grows column by column from the points before', () => {
  const row = rowsOf(game, 2)[1]
  expect(row && [0, 1, 2, 3].map((columns) => totalOf(row, columns, 23))).toEqual([23, 28, 28, 29])
})
