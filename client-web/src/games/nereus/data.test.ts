import { expect, test } from 'vitest'
import {
  cellOf,
  CREW,
  DISCOVERY,
  EXTRA_TURN,
  seaSpaceAt,
  seaSpacesOf,
  HOLDS,
  SCIENCE,
  sideOf,
  SIDES,
  SPACES,
  TREASURES,
  type SideName,
} from './data'

const sides = Object.keys(SIDES) as SideName[]

test('the box holds 96 treasures and 22 science cards', () => {
  expect(Object.values(TREASURES).reduce((sum, count) => sum + count)).toBe(96)
  expect(Object.values(SCIENCE).reduce((sum, { count }) => sum + count, 0)).toBe(22)
})

test('two and three play on the small side, four on the large one', () => {
  expect([2, 3, 4].map(sideOf)).toEqual(['small', 'small', 'large'])
})

test('every row has as many spaces as its side has players at most, and the explorer a price for each', () => {
  for (const side of sides) {
    const most = Math.max(...SIDES[side].seats)
    for (const crew of CREW) expect(SPACES[side][crew], `${side} ${crew}`).toHaveLength(most)
    for (const prices of Object.values(EXTRA_TURN)) expect(prices[side]).toHaveLength(most)
  }
})

test('spaces are named by column and row from the north-west', () => {
  expect(seaSpacesOf(5).slice(0, 6)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'a2'])
  expect(cellOf('c2')).toEqual({ column: 2, row: 1 })
  for (const seaSpace of seaSpacesOf(6)) expect(seaSpaceAt(cellOf(seaSpace))).toBe(seaSpace)
})

test('every discovery card has the size of a side', () => {
  for (const [card, rows] of Object.entries(DISCOVERY)) {
    const { size } = SIDES[card.startsWith('A') ? 'small' : 'large']
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: size }, () => size))
  }
})

test('a hold has three or four places, so that four cells show it small', () => {
  for (const crew of CREW) expect([3, 4]).toContain(HOLDS[crew].slots.length)
})
