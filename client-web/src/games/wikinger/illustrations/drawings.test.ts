import { expect, test } from 'vitest'
import { ROWS, SAILS, type FigureName, type ShipName } from '../art/kinds'
import { AROUND, SCORED } from './drawings'

const WORTH: Readonly<Record<ShipName, readonly [points: number, gold: number]>> = {
  'ship-red': [0, 3],
  'ship-green': [0, 5],
  'ship-yellow': [2, 0],
  'ship-blue': [3, 0],
}

/** The figure in a row and column of the example. */
function standing(row: (typeof ROWS)[number], column: number): FigureName | undefined {
  const cell = SCORED.rows[row]?.[column]
  return Array.isArray(cell) ? (cell[1] as FigureName) : undefined
}

test('the example of a large scoring brings 8 points and 9 gold, as it says', () => {
  let [points, gold] = [0, 0]
  SCORED.ships?.forEach((ship, column) => {
    if (ship === undefined) return
    const repelled = standing('warrior', column) === 'warrior'
    const last = ROWS.indexOf(SAILS[ship])
    const safe = (row: (typeof ROWS)[number]): boolean => repelled || ROWS.indexOf(row) > last
    if (repelled) {
      points += WORTH[ship][0]
      gold += WORTH[ship][1]
    }
    if (standing('noble', column) === 'noble' && safe('noble')) points += 2
    if (standing('scout', column) === 'scout' && safe('scout')) {
      points += 1
      for (const row of ['goldsmith', 'fisherman'] as const) if (standing(row, column) === row) points += 1
    }
    if (standing('goldsmith', column) === 'goldsmith' && safe('goldsmith')) gold += 3
  })
  expect([points, gold]).toEqual([8, 9])
})

test('six figures stand on the special building and around it', () => {
  const figures = Object.values(AROUND.rows).flatMap((cells) => cells.filter((cell) => Array.isArray(cell)))
  expect(figures.length).toBe(6)
})
