import { expect, test } from 'vitest'
import { seaSpacesOf, type Colour } from '../data'
import { reachOf } from './reach'
import type { Position } from './position'

function at(ship: string, taken: Record<string, string> = {}): Position {
  const sea: Record<string, readonly Colour[]> = Object.fromEntries(seaSpacesOf(5).map((seaSpace) => [seaSpace, []]))
  sea['c2'] = ['red']
  sea['d3'] = ['black']
  const row = (crew: string) =>
    Object.fromEntries([1, 2, 3].map((at) => [`${crew}-${at}`, taken[`${crew}-${at}`] ?? '']))
  return {
    sea,
    ships: { '0': ship, '1': 'c4' },
    rows: { captain: row('captain'), pilot: row('pilot'), explorer: row('explorer'), purser: row('purser') },
  } as unknown as Position
}

test('a pilot sails straight to the rim and over other ships, never onto one', () => {
  expect(reachOf(at('c3'), 0, 'pilot', 'small')).toEqual(['a3', 'b3', 'c1', 'c2', 'c5', 'd3', 'e3'])
})

test('only what is free in the row counts', () => {
  const rest = at('c3', { 'captain-1': '1', 'captain-3': '0' })
  expect(reachOf(rest, 0, 'captain', 'small')).toEqual(['b2', 'b3', 'b4', 'c2', 'd2', 'd3', 'd4'])
})

test('an explorer looks for the colours of the free spaces beside the ship', () => {
  expect(reachOf(at('c3'), 0, 'explorer', 'small')).toEqual(['c2', 'd3'])
  expect(reachOf(at('c3', { 'explorer-2': '1' }), 0, 'explorer', 'small')).toEqual(['d3'])
})

test('who stays at home reaches nothing, and so does who has no ship yet', () => {
  expect(reachOf(at('c3'), 0, 'purser', 'small')).toEqual([])
  expect(reachOf(at('c3'), 3, 'pilot', 'small')).toEqual([])
})
