import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { View } from '../../../wire/generated'
import { type Row, leaders, rowsOf, totalOf } from './scoring'

const positions = JSON.parse(readFileSync('src/games/nereus/board/positions.fixture.json', 'utf8')) as Record<
  string,
  { view: View }
>
const over = positions['over']?.view as View
const [some] = rowsOf(over) as [Row]

test('the final scoring has a row a seat, and its parts make the score', () => {
  const rows = rowsOf(over)
  expect(rows.map(({ seat }) => seat)).toEqual([0, 1, 2])
  for (const row of rows) {
    expect(row.points + row.cardPoints + row.goldPoints).toBe(row.score)
    expect(row.cards.reduce((sum, { points }) => sum + points, 0)).toBe(row.cardPoints)
    expect(Math.floor(row.gold / 5)).toBe(row.goldPoints)
  }
  expect(rowsOf(positions['sail']?.view as View)).toEqual([])
})

test('what lies in storage is sold, gems for more', () => {
  const game = structuredClone(over)
  const players = game['players'] as Record<string, object>
  Object.assign(players['0'] ?? {}, {
    gold: 7,
    gems: 1,
    storage: { 'storage-1': 'black', 'storage-2': '', 'storage-3': 'red' },
  })
  expect(rowsOf(game)[0]).toMatchObject({ sold: 9, gold: 16 })
})

test('two cards of a kind that both count stand there twice', () => {
  const game = structuredClone(over)
  const final = game['final'] as Record<string, unknown>
  final['0'] = { score: 32, points: 20, cards: 12, gold: 0, counted: { storage_red: 6 } }
  expect(rowsOf(game)[0]?.cards).toEqual([
    { card: 'storage_red', points: 6 },
    { card: 'storage_red', points: 6 },
  ])
})

test('the total grows column by column', () => {
  const row = { ...some, points: 40, cardPoints: 9, goldPoints: 3, score: 52 }
  expect([0, 1, 2, 3, 4].map((columns) => totalOf(row, columns))).toEqual([40, 49, 49, 52, 52])
})

test('whoever has the most points leads, several where they are even', () => {
  const rows = [50, 61, 61].map((score, seat) => ({ ...some, seat, score }))
  expect(leaders(rows).map(({ seat }) => seat)).toEqual([1, 2])
})
