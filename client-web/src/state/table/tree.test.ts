import { expect, test } from 'vitest'
import type { Value } from '../../wire/generated'
import { common, onlyMember, shape } from './tree'

const order = ['wood', 'stone', 'sheep']
const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
const of = (value: Value) => shape(value, rank)

test('scalars, rows of scalars and nothing are told apart', () => {
  expect(of(3)).toEqual({ is: 'scalar', value: 3 })
  expect(of([1, 'a'])).toEqual({ is: 'row', items: [1, 'a'] })
  expect(of([])).toEqual({ is: 'empty' })
  expect(of({})).toEqual({ is: 'empty' })
})

test('a map to true is a set, in the order of the words', () => {
  expect(of({ sheep: true, zebra: true, wood: true, ape: true })).toEqual({
    is: 'set',
    ids: ['wood', 'sheep', 'ape', 'zebra'],
  })
})

test('places are laid out as a map with its holes', () => {
  expect(of({ '0,0': { tile: 'a' }, '1,-1': { tile: 'b' } })).toEqual({
    is: 'grid',
    cells: [
      [undefined, '1,-1'],
      ['0,0', undefined],
    ],
  })
})

test('things with the same scalars are a table, and tell what they have besides', () => {
  const players = {
    '1': { coins: 1, points: 2, hand: ['a'], tiles: 3 },
    '0': { coins: 3, points: 4, tiles: 1 },
  }
  expect(of(players)).toEqual({ is: 'table', keys: ['0', '1'], columns: ['coins', 'points', 'tiles'], more: ['1'] })
})

test('with few scalars in common all small members are columns', () => {
  expect(of({ a: { flag: true, pawns: [0] }, b: { flag: false, pawns: [] } })).toEqual({
    is: 'table',
    keys: ['a', 'b'],
    columns: ['flag', 'pawns'],
    more: [],
  })
})

test('things with nothing in common, or with maps of places, are no table', () => {
  expect(of({ '3': { tile: 'a' }, '5': { seat: 1 } }).is).toBe('parts')
  const land = { land: { '0,0': { tile: 'a' } }, coins: 1 }
  expect(of({ a: land, b: land }).is).toBe('parts')
})

test('a map of one scalar needs no label for it', () => {
  expect(onlyMember({ tile: 'a' })).toBe('tile')
  expect(onlyMember({ tile: 'a', members: 1 })).toBeUndefined()
  expect(onlyMember('a')).toBeUndefined()
})

test('other maps are small parts that are read at a glance, and big ones to fold', () => {
  const big = { a: { b: 1, c: 2, d: 3 }, e: { f: 1, g: 2, h: 3 } }
  expect(of({ big, coins: 3, hand: ['x', 'y'] })).toEqual({ is: 'parts', small: ['coins', 'hand'], big: ['big'] })
})

test('numbered members come in the order of their numbers', () => {
  const many = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  expect(of({ '10': many, '2': many })).toEqual({ is: 'parts', small: [], big: ['2', '10'] })
})

test('what labels share is their heading', () => {
  expect(common(['Walk to field 2', 'Walk to field 3'])).toBe('Walk to field …')
  expect(common(['Blau 1 wählen', 'Koralle 7 wählen'])).toBe('… wählen')
  expect(common(['Put wood onto A now', 'Put stone onto A now'])).toBe('Put … onto A now')
  expect(common(['A', 'B'])).toBe('')
})
