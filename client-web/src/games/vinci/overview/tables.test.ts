import { expect, test } from 'vitest'
import { wordsFor } from '../../../board/words'
import { wordsOf } from '../../../test/words'
import type { View } from '../../../wire/generated'
import { TILES, type TileName } from '../data.generated'
import { tilesByColour } from './tables'

const words = wordsFor(wordsOf('vinci', 'en'), String)
const board = { tiles: Object.fromEntries(Object.entries(TILES).map(([name, { colour }]) => [name, { colour }])) }
const view = {
  board,
  bag: 45,
  pairs: { 'pair-1': { tiles: ['weapons', 'barbarians'] }, 'pair-2': { tiles: ['weapons', 'port_ruin'] } },
  players: { 0: { tiles: ['medicine', 'barbarians'], ruins: ['port_ruin'] }, 1: { tiles: [], ruins: [] } },
} as unknown as View

const cells = (options: View): Record<string, readonly number[]> =>
  Object.fromEntries(tilesByColour(view, options, words).flatMap(({ rows }) => rows.map((row) => [row.key, row.cells])))

test('each kind of tile stands once, under its colour', () => {
  const listed = tilesByColour(view, {}, words)
  expect(listed.map(({ key, rows }) => [key, rows.length])).toEqual([
    ['yellow', 10],
    ['red', 6],
    ['blue', 10],
  ])
  for (const { key, rows } of listed) for (const row of rows) expect(TILES[row.key as TileName].colour).toBe(key)
})

test('a tile that is not on offer, in play or in a ruin is in the bag', () => {
  const found = cells({})
  expect(found['weapons']).toEqual([0, 2, 0, 0])
  expect(found['barbarians']).toEqual([0, 1, 1, 0])
  expect(found['port_ruin']).toEqual([0, 1, 0, 1])
  expect(found['medicine']).toEqual([1, 0, 1, 0])
  expect(found['diplomacy']).toEqual([2, 0, 0, 0])
  const bag = Object.values(found).reduce((sum, [left = 0]) => sum + left, 0)
  expect(bag).toBe(view['bag'])
})

test('the box as its author meant it has three Barbarians and one Specialization', () => {
  const found = cells({ box: 'meant' })
  expect(found['barbarians']).toEqual([1, 1, 1, 0])
  expect(found['specialization']).toEqual([1, 0, 0, 0])
})
