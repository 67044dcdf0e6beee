import { expect, test } from 'vitest'
import { spots as generic } from '../../board/generic/spots'
import { spots as glenmore } from '../../games/glenmore/board/spots'
import { spots as nereus } from '../../games/nereus/board/spots'
import { spots as vinci } from '../../games/vinci/board/spots'
import { spots as wikinger } from '../../games/wikinger/board/spots'
import type { HistoryEntry, Line } from '../../wire/generated'
import { type Spots, spotsOf } from './spotlight'

function named(game: Spots, key: string, params: Line['params']): string[] {
  const entry: HistoryEntry = { seq: 1, at: 0, kind: 'moved', lines: [{ key, params }] } as unknown as HistoryEntry
  return [...spotsOf(entry, game)].filter((spot) => !spot.includes('undefined'))
}

test('a line lights the plates of all seats that it names', () => {
  expect(named(() => [], 'treaty', { seat: 0, other_seat: 2, points: 1 })).toEqual(['plate:0', 'plate:2'])
})

test('a line of Glen More lights the good where it lies, and its price where it was paid', () => {
  expect(named(glenmore, 'gave', { seat: 1, good: 'grain', tile: '1-01' })).toEqual(['plate:1', 'good:1-01:grain'])
  expect(named(glenmore, 'bought', { seat: 1, good: 'grain', coins: 2 })).toContain('row:grain')
})

test('a line of Waters of Nereus lights the sea, places of the cabin, rows of the crew, action spaces and cards', () => {
  const sailed = named(nereus, 'sailed', { seat: 0, start: 'a1', to: 'b2', path: 'a1 b2' })
  expect(sailed).toEqual(expect.arrayContaining(['plate:0', 'field:a1', 'field:b2']))
  const shifted = named(nereus, 'shifted', { seat: 1, treasure: 'red', slot: 'chest-1', to: 'chest-2' })
  expect(shifted).toEqual(expect.arrayContaining(['lies:1:chest-1', 'lies:1:chest-2']))
  const placed = named(nereus, 'placed_marker', { seat: 0, space: 'pilot-1', crew: 'pilot' })
  expect(placed).toEqual(expect.arrayContaining(['row:pilot', 'space:pilot-1']))
  expect(named(nereus, 'played', { seat: 0, card: 'drift' })).toContain('card:drift')
})

test('a line of Wikinger lights places, ships among them, special tiles and spaces of the wheel', () => {
  const placed = named(wikinger, 'placed', { seat: 0, tile: 'ship', row: 'ship', column: 3 })
  expect(placed).toEqual(expect.arrayContaining(['tile:ship-3:0', 'mini:ship-3:0']))
  expect(named(wikinger, 'took_special', { seat: 1, special: 'barn' })).toEqual(
    expect.arrayContaining(['special:barn', 'special:barn:1']),
  )
  expect(named(wikinger, 'bought', { seat: 1, field: 'field-4', coins: 3, points: 0 })).toContain('field:4')
})

test('a line of Vinci lights the pair on offer, and the tiles of the people that took it', () => {
  const pair = { tile: 'mining-1', second: 'livestock-1' }
  expect(named(vinci, 'new_pair', pair)).toContain('pair:mining-1:livestock-1')
  expect(named(vinci, 'chose_pair', { seat: 2, pieces: 5, ...pair })).toEqual(
    expect.arrayContaining(['tile:mining-1:2', 'tile:livestock-1:2']),
  )
})

test('on a board of no game of its own a line lights whatever it names', () => {
  expect(named(generic, 'walked', { seat: 0, field: 'field-2' })).toContain('field-2')
})
