import { expect, test } from 'vitest'
import type { Value } from '../wire/generated'
import { common, shape } from './tree'

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

test('things with the same members are a table', () => {
  expect(of({ '1': { count: 1, points: 2 }, '0': { count: 3, points: 4, more: 1 } })).toEqual({
    is: 'table',
    keys: ['0', '1'],
    columns: ['count', 'more', 'points'],
  })
})

test('other maps are small parts that are read at a glance, and big ones to fold', () => {
  const big = { a: { b: 1, c: 2, d: 3 }, e: { f: 1, g: 2, h: 3 } }
  expect(of({ big, coins: 3, hand: ['x', 'y'] })).toEqual({ is: 'parts', small: ['coins', 'hand'], big: ['big'] })
})

test('numbered members come in the order of their numbers', () => {
  const many = { a: [1], b: [{ c: 1 }], d: 4, e: 5, f: 6, g: 7 }
  expect(of({ '10': many, '2': many })).toEqual({ is: 'parts', small: [], big: ['2', '10'] })
})

test('what labels share is their heading', () => {
  expect(common(['Walk to field 2', 'Walk to field 3'])).toBe('Walk to field …')
  expect(common(['Blau 1 wählen', 'Koralle 7 wählen'])).toBe('… wählen')
  expect(common(['Put wood onto A now', 'Put stone onto A now'])).toBe('Put … onto A now')
  expect(common(['A', 'B'])).toBe('')
})
