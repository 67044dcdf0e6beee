import { expect, test } from 'vitest'
import { playersOf, tableInfo } from './document'

const table = {
  game: 'vinci',
  phase: 'running',
  seats: { 0: { person: 'ann', colour: 'duck' }, 1: { bot: true, colour: 'stag' } },
  pending: [0],
}

test('players whom the game itself plays follow after the seats, in colours that are left', () => {
  const info = tableInfo({ table: { ...table, automatic: 2 } })
  expect(playersOf(info).map(({ seat, colour, automatic }) => [seat, colour, automatic])).toEqual([
    [0, 'duck', undefined],
    [1, 'stag', undefined],
    [2, 'heron', 1],
    [3, 'raven', 2],
  ])
  expect(playersOf(info)).toBe(playersOf(info))
})

test('without them the players are the seats', () => {
  const info = tableInfo({ table })
  expect(playersOf(info)).toBe(info.seats)
})
