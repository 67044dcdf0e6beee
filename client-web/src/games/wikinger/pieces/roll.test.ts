import { expect, test } from 'vitest'
import { rolled } from './roll'

test('a veil comes down row by row: at the end of each it is down to there, and never goes up', () => {
  for (const rows of [1, 3, 5]) {
    for (let row = 0; row <= rows; row++) expect(rolled(row / rows, rows)).toBeCloseTo(row / rows)
    const way = Array.from({ length: 41 }, (_, at) => rolled(at / 40, rows))
    expect(way).toEqual([...way].sort((one, other) => one - other))
  }
})

test('within a row it is quick at first', () => {
  expect(rolled(0.25 / 4, 4)).toBeGreaterThan(0.25 / 4)
})
