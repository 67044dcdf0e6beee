import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wordsFor } from '../../../board/words'
import { wordsOf } from '../../../test/words'
import type { View } from '../../../wire/generated'
import { positionOf } from '../board/position'
import { figures, specials, tiles } from './tables'

const words = wordsFor(wordsOf('wikinger', 'en'), String)
const views = (
  JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as readonly { view: View }[]
).map(({ view }) => view)
const sum = (cells: readonly number[]): number => cells.reduce((one, other) => one + other, 0)

test('at most as many figures of a colour are shown as exist', () => {
  for (const view of views) {
    const { rows } = figures(view, words, String)
    expect(rows).toHaveLength(6)
    for (const { key, cells } of rows) expect(sum(cells), key).toBeLessThanOrEqual(13)
  }
})

test('figures are counted in the bag, at the wheel, and with players', () => {
  for (const view of views) {
    const { unseen, wheel, drawn } = positionOf(view)
    for (const { key, cells } of figures(view, words, String).rows) {
      const standing = Object.values(wheel).filter(({ figure }) => figure === key).length
      expect(cells[0]).toBe(unseen.figures[key] ?? 0)
      expect(cells[1]).toBe(standing + ((drawn as Record<string, number> | undefined)?.[key] ?? 0))
    }
  }
})

test('tiles are those that are drawn: no start tiles, no special ones', () => {
  for (const view of views) {
    const { rows } = tiles(view, words)
    expect(rows).toHaveLength(10)
    expect(sum(rows.flatMap(({ cells }) => cells))).toBeLessThanOrEqual(72)
  }
})

test('only the advanced game has special tiles, each in one place', () => {
  const advanced = views.filter((view) => positionOf(view).board.specials !== undefined)
  expect(advanced.length).toBeGreaterThan(0)
  for (const view of views) {
    const listed = specials(view, words)
    expect(listed === undefined).toBe(!advanced.includes(view))
    const all = positionOf(view).board.specials ?? {}
    for (const { key, cells } of listed?.rows ?? []) expect(sum(cells), key).toBeLessThanOrEqual(all[key] ?? 0)
  }
})
