import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { View } from '../../../wire/generated'
import { positionOf } from './position'
import { sheetOf } from './scoring'
import de from '../words.de.json'
import en from '../words.en.json'

const shown = JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as { view: View }[]
const all = (step: string): View[] => shown.flatMap(({ view }) => (view['step'] === step ? [view] : []))

test('a large scoring has the rows from the top down, and comes to what the areas bring', () => {
  expect(all('ferry').length).toBeGreaterThan(0)
  for (const view of all('ferry')) {
    const { kind, rows, totals, seats } = sheetOf(view, positionOf(view).round)
    expect(kind).toBe('large')
    expect(rows.map(({ key }) => key)).toEqual(['ship', 'noble', 'scout', 'goldsmith', 'fisherman'])
    expect(seats[0]).toBe(positionOf(view).first)
    for (const { seat, points, gold } of totals) {
      expect({ points, gold }).toEqual({
        points: positionOf(view).players[String(seat)]?.worth.large.points,
        gold: positionOf(view).players[String(seat)]?.worth.large.gold,
      })
    }
  }
})

test('after a scoring, too, the seats stand in the order in which they were scored', () => {
  for (const view of all('ferry')) {
    const { round, first, players } = positionOf(view)
    const next = { ...view, step: 'buy', round: round + 1, first: (first + 1) % Object.keys(players).length }
    expect(sheetOf(next, round)).toEqual(sheetOf(view, round))
  }
})

test('what is missed stands in the second line', () => {
  const cells = all('ferry').flatMap((view) => sheetOf(view, positionOf(view).round).rows[0]?.cells ?? [])
  const open = cells.filter(({ missed }) => missed !== undefined)
  expect(open.length).toBeGreaterThan(0)
  expect(new Set(open.map(({ missed }) => missed?.key))).toEqual(new Set(['scoring.unrepelled']))
})

test('a small scoring is the goldsmiths alone', () => {
  const [view = {}] = all('buy')
  expect(sheetOf(view, 1)).toMatchObject({ kind: 'small', rows: [{ key: 'goldsmith' }] })
})

test('the final scoring adds up to the score, with buildings in the advanced game only', () => {
  const sheets = all('over').map((view) => ({ view, ...sheetOf(view, 6) }))
  expect(sheets.length).toBeGreaterThan(0)
  for (const { view, kind, rows, totals } of sheets) {
    expect(kind).toBe('final')
    expect(rows.some(({ key }) => key === 'buildings')).toBe(positionOf(view).board.specials !== undefined)
    for (const { points, after } of totals) expect(points).toBe(after)
  }
})

test('tour, sheet and preferences say the same things in both languages, and nothing idle', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  const sources = globSync(
    'src/games/wikinger/{board/{tour,scoring,ScoringTable,Preferences},motion/ScoringSheet}.{ts,svelte}',
  )
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const made = /^scoring\.(row|rule|has|small|large|final)/
  expect(Object.keys(en).filter((key) => !made.test(key) && !sources.includes(`'${key}'`))).toEqual([])
})
