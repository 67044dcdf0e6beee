import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { People } from '../../../board/contract'
import { wordsFor } from '../../../board/words'
import { wordsOf } from '../../../test/words'
import type { View } from '../../../wire/generated'
import { SCIENCE } from '../data'
import { positionOf } from '../board/position'
import { cards, treasures } from './tables'

const positions = JSON.parse(readFileSync('src/games/nereus/board/positions.fixture.json', 'utf8')) as Record<
  string,
  { seat: number; view: View }
>
const words = wordsFor(wordsOf('nereus', 'en'), String)
const cases = Object.entries(positions)
const sum = (cells: readonly number[]): number => cells.reduce((one, other) => one + other, 0)
const peopleOf = (mine: number | undefined) => ({ mine, seat: String }) as unknown as People

/** What the box holds of each colour. */
const BOX = { white: 23, yellow: 20, green: 18, red: 15, violet: 11, black: 9 }

test.each(cases)('the treasures of the box are in the bag, the sea, the cabins and in hand (%s)', (_, { view }) => {
  const bag = (view['bag'] ?? {}) as { owed?: object }
  if (bag.owed !== undefined) return
  const found = Object.fromEntries(treasures(view, words).rows.map(({ key, cells }) => [key, sum(cells)]))
  expect(found).toEqual(BOX)
})

test('treasures in hand have a column only where somebody has some', () => {
  for (const [, { view }] of cases) {
    const holding = Object.values(positionOf(view).players).some(({ hand }) => Object.values(hand).some(Boolean))
    expect(treasures(view, words).columns).toHaveLength(holding ? 4 : 3)
  }
})

test.each(cases)('science cards are yours, discarded, or not seen yet (%s)', (_, { seat, view }) => {
  const { science, players } = view as unknown as {
    science: { pile: number }
    players: Record<string, { cards: number }>
  }
  const own = cards(view, words, peopleOf(seat))
  expect(own.columns).toHaveLength(4)
  const unseen = sum(own.rows.map(({ cells }) => cells.at(-1) ?? 0))
  const others = Object.entries(players).filter(([each]) => Number(each) !== seat)
  if (view['step'] === 'over') return
  expect(unseen).toBeLessThanOrEqual(science.pile + sum(others.map(([, player]) => player.cards)))
  for (const { key, cells } of own.rows) {
    expect(cells[0]).toBe(SCIENCE[key as keyof typeof SCIENCE].count)
    expect(sum(cells.slice(1))).toBeLessThanOrEqual(cells[0] ?? 0)
  }
})

test('spectators have no cards of their own', () => {
  const [, { view }] = cases[0] ?? ['', { view: {} as View }]
  expect(cards(view, words, peopleOf(undefined)).columns).toHaveLength(3)
})
