import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Carry, countsOf, type Step } from '../../../motion/steps'
import { TIMES } from '../../../motion/times'
import type { HistoryEntry, Line, View } from '../../../wire/generated'
import type { Position } from '../board/position'
import { scene } from './scene'

const found = JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as { view: View }[]
const viewOf = (step: string, round: number): View =>
  structuredClone(found.find(({ view }) => view['step'] === step && view['round'] === round)?.view ?? {})

const line = (key: string, params: Line['params'] = {}): Line => ({ key, params: { seat: 0, ...params } })
const entry = (lines: Line[]): HistoryEntry => ({ seq: 2, at: 0, kind: 'moved', seat: 0, lines })
const between = (before: View, after: View, ...lines: Line[]): readonly Step[] =>
  scene({ before, after, entries: [entry(lines)], undone: [] }, TIMES).steps
const steps = (...lines: Line[]): readonly Step[] => between(viewOf('buy', 1), viewOf('buy', 1), ...lines)
const carried = (all: readonly Step[]): Carry[] => all.filter((step) => step.do === 'carry')

const bought = line('bought', { tile: 'hall', figure: 'scout', field: 'field-3', coins: 3, points: 0 })

test('the offer is laid out from 0 up, ships from the most expensive space down, then the figures', () => {
  const after = viewOf('buy', 1)
  const wheel = after['wheel'] as Record<string, View>
  wheel['field-10'] = { tile: 'ship-red', figure: 'boatman' }
  wheel['field-11'] = { tile: 'ship-blue', figure: 'boatman' }
  const drops = between(viewOf('buy', 1), after, line('laid_out', { islands: 10, ships: 2 })).flatMap((step) =>
    step.do === 'drop' ? [step] : [],
  )
  expect(drops.map(({ anchor }) => anchor).slice(8, 14)).toEqual([
    ...['field:8', 'field:9', 'field:11', 'field:10', 'wheel-figure:0', 'wheel-figure:1'],
  ])
  expect((drops[1]?.at ?? 0) - (drops[0]?.at ?? 0)).toBe(60)
})

test('tile and figure leave the wheel at one time, and part when the tile is laid', () => {
  const [paid, tile, figure] = carried(steps(bought))
  expect(paid).toMatchObject({ what: { piece: 'gold', value: 3 }, to: ['field:3', 'wheel'] })
  expect(tile).toMatchObject({ what: { piece: 'hall' }, from: ['field:3'], to: ['plate:0'], at: figure?.at })
  expect(figure?.from[0]).toBe('wheel-figure:3')
  const at = { row: 'scout', column: 2 }
  const laid = carried(steps(line('placed', { tile: 'hall', ...at }), line('stands', { figure: 'scout', ...at })))
  expect(laid.map(({ to, at: when }) => [to[0], when])).toEqual([
    ['tile:scout-2:0', 0],
    ['figure:scout-2:0', 0],
  ])
  const [, waits] = carried(steps(line('placed', { tile: 'hall', ...at }), line('waits', { figure: 'noble' })))
  expect(waits?.to).toEqual(['mainland:0', 'mini-mainland:0', 'plate:0'])
})

test('what follows a turn of the wheel waits for it, space by space', () => {
  const laid = line('placed', { tile: 'hall', row: 'scout', column: 2 })
  const begins = (count: number): number =>
    carried(steps(bought, line('wheel_turned', { count }), laid)).find(({ to }) => to[0] === 'tile:scout-2:0')?.at ?? 0
  expect(begins(2) - begins(1)).toBe(TIMES.move)
  expect(begins(9)).toBe(begins(3))
})

test('a missing coin is paid with points', () => {
  const paid = carried(steps(line('auction_won', { coins: 2, points: 1 })))
  expect(paid.map(({ what }) => what)).toEqual([
    { piece: 'gold', value: 2 },
    { piece: 'points', value: 1 },
  ])
})

test('rows are scored one after the other, and numbers climb when what they count has landed', () => {
  const lines = [
    line('scored_noble', { points: 4, coins: 0, count: 2 }),
    line('scored_goldsmith', { points: 0, coins: 6, count: 2 }),
  ]
  const change = { before: viewOf('ferry', 2), after: viewOf('ferry', 2), entries: [entry(lines)], undone: [] }
  const played = scene(change, TIMES)
  const [nobles, smiths] = carried(played.steps) as [Carry, Carry]
  expect(nobles).toMatchObject({ what: { piece: 'points', value: 4 }, from: ['row:noble:0', 'plate:0'] })
  expect(smiths).toMatchObject({ what: { piece: 'gold', value: 6 } })
  expect(smiths.at).toBeGreaterThan(nobles.at)
  expect(countsOf(played).get('points:0')).toBe(nobles.at + nobles.ms)
})

test('a large scoring ends with its sheet and the points before it, a small one has none', () => {
  const before = viewOf('ferry', 2)
  const points = Object.values((before as unknown as Position).players).map((player) => player.points)
  const all = between(before, viewOf('buy', 3), line('scored', { points: 4 }), line('laid_out'))
  expect(all.at(-1)).toMatchObject({ do: 'scoring', round: 2, before: points })
  expect(steps(line('scored', { coins: 3 })).some((step) => step.do === 'scoring')).toBe(false)
})

test('boatmen set figures over one after the other, then leave the table', () => {
  const ferried = [2, 3].map((column) => line('ferried', { figure: 'scout', row: 'scout', column }))
  const [one, other, boatman] = carried(steps(...ferried, line('boatmen_left', { count: 1 }))) as [Carry, Carry, Carry]
  expect(one).toMatchObject({ what: { anchor: 'figure:scout-2:0', or: { piece: 'scout' } } })
  expect(other.at).toBeGreaterThan(one.at)
  expect(boatman).toMatchObject({ what: { piece: 'boatman' }, to: ['progress', 'action-bar'] })
  expect(boatman.at).toBeGreaterThanOrEqual(other.at + other.ms)
})

test('undone moves go back in one short step', () => {
  const change = { before: viewOf('buy', 1), after: viewOf('buy', 1), entries: [], undone: [entry([bought])] }
  const back = scene(change, TIMES)
  expect(back.ms).toBe(TIMES.step)
  expect(carried(back.steps).map(({ to }) => to[0])).toEqual(['field:3', 'wheel-figure:3'])
})

test('every line that the engine tells has its scene, or is known to need none', () => {
  const words = JSON.parse(readFileSync('../engines/partie/games/wikinger/words.en.json', 'utf8')) as Record<
    string,
    string
  >
  const still: ReadonlySet<string> = new Set([
    ...['round', 'small_scoring', 'large_scoring', 'final_scoring', 'ended', 'game_over'],
    ...['no_bids', 'took_none', 'nobody_ferried'],
    // The shield turns by itself, as its number of spaces changes.
    'wheel_turned',
    // The sheet of the last scoring tells them.
    ...['ships', 'gold', 'boatmen', 'islands', 'longest', 'supply', 'buildings'].map((key) => `end_${key}`),
  ])
  const params = {
    ...{ tile: 'hall', figure: 'scout', special: 'boat', field: 'field-3', row: 'scout', column: 2 },
    ...{ count: 1, coins: 1, points: 1, islands: 10, ships: 2 },
  }
  const before = { ...viewOf('ferry', 2), wheel: {} }
  const after = { ...viewOf('buy', 1), drawn: { scout: 2 } }
  const keys = Object.keys(words).flatMap((key) => (key.startsWith('line.') ? [key.slice(5)] : []))
  expect(keys.length).toBeGreaterThan(35)
  const idle = keys.filter((key) => !still.has(key) && between(before, after, line(key, params)).length === 0)
  expect(idle).toEqual([])
  expect([...still].filter((key) => !keys.includes(key))).toEqual([])
})
