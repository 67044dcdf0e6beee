import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Carry, type Step, countsOf } from '../../../motion/steps'
import { TIMES } from '../../../motion/times'
import type { HistoryEntry, Line } from '../../../wire/generated'
import { COLUMNS, spacesBetween, scene } from './scene'

const before = { players: { '0': { points: 4 }, '1': { points: 7 } } }
const line = (key: string, params: Line['params'] = {}): Line => ({ key, params: { seat: 0, ...params } })
const entry = (lines: Line[]): HistoryEntry => ({ seq: 2, at: 0, kind: 'moved', seat: 0, lines })

function steps(...lines: Line[]): readonly Step[] {
  return scene({ before, after: before, entries: [entry(lines)], undone: [] }, TIMES).steps
}
const carried = (all: readonly Step[]): Carry[] => all.filter((step) => step.do === 'carry')

const took = line('took', { tile: '1-03', from: 12, to: 1 })
const laid = line('laid', { tile: '1-03', cell: '1,0' })

test('the spaces between two run clockwise over the end of the ring', () => {
  expect(spacesBetween(12, 1)).toEqual([13, 0, 1])
  expect(spacesBetween(3, 4)).toEqual([4])
})

test('a figure walks space by space and takes a little longer for each', () => {
  const [walk] = carried(steps(took))
  expect(walk).toMatchObject({ what: { anchor: 'pawn:0' }, along: ['field:13', 'field:0', 'field:1'], sound: 'wood' })
  expect(walk?.ms).toBe(TIMES.move + 3 * 40)
})

test('a tile that is laid at once flies from the ring while its figure arrives, and only once', () => {
  const flights = carried(steps(took, laid))
  expect(flights).toHaveLength(2)
  const [walk, tile] = flights as [Carry, Carry]
  expect(tile.what).toEqual({ anchor: 'tile:1-03' })
  expect(tile.from).toEqual(['tile:1-03', 'field:1'])
  expect(tile.to).toEqual(['tile:1-03', 'mini:1-03', 'plate:0'])
  expect(tile.at).toBeLessThan(walk.ms)
  expect(tile.at + tile.ms).toBeGreaterThan(walk.ms)
  expect(tile.ms).toBe(90 + TIMES.move + 90)
})

test('a tile that is not laid at once is taken in hand, and flies from there when it is laid', () => {
  expect(carried(steps(took))[1]).toMatchObject({ from: ['tile:1-03', 'field:1'], to: ['hand:1-03', 'plate:0'] })
  const [tile] = carried(steps(laid))
  expect(tile).toMatchObject({ from: ['tile:1-03', 'hand:1-03', 'plate:0', 'pawn:0'], at: 0, lift: 6 })
})

test('goods are paid one after the other into their rows, the coins of a sale come back', () => {
  const flights = carried(
    steps(
      line('gave', { tile: '0-02', good: 'wood', for: '1-03' }),
      line('sold', { tile: '0-05', good: 'grain', coins: 2 }),
    ),
  )
  expect(flights.map(({ what, to, at }) => [what, to[0], at])).toEqual([
    [{ piece: 'wood' }, 'row:wood', 0],
    [{ piece: 'grain' }, 'row:grain', 60],
    [{ piece: 'coin', value: 2 }, 'figure:coins:0', 120],
  ])
})

test('what is bought goes to the tile it is for, the coins into the row', () => {
  const flights = carried(steps(line('bought', { good: 'stone', coins: 3, for: '1-03' })))
  expect(flights.map(({ what, to }) => [what, to[0]])).toEqual([
    [{ piece: 'coin', value: 3 }, 'row:stone'],
    [{ piece: 'stone' }, 'tile:1-03'],
  ])
})

test('goods appear on their tiles in the order of activation, on a small map they go to the plate', () => {
  const all = steps(line('grew', { tile: '0-05', good: 'grain' }), line('grew', { tile: '0-02', good: 'wood' }))
  expect(all.map(({ at }) => at)).toEqual([0, 90])
  expect(all[0]).toMatchObject({ do: 'drop', anchor: 'good:0-05:grain', or: { to: ['figure:grain:0', 'plate:0'] } })
})

test('points count up when their shield has arrived', () => {
  const found = scene(
    { before, after: before, entries: [entry([line('points', { tile: '2-16', points: 5 })])], undone: [] },
    TIMES,
  )
  expect(countsOf(found).get('points:0')).toBe(TIMES.move)
  expect(found.ms).toBe(TIMES.move + TIMES.count)
})

test('of the refill, only what stays is turned over, after what lay behind has left', () => {
  const all = steps(
    line('removed', { tile: '1-01', field: 2 }),
    line('laid_out', { tile: '2-07', field: 1 }),
    line('laid_out', { tile: '2-04', field: 2 }),
    line('removed', { tile: '2-04', field: 2 }),
  )
  expect(all.filter((step) => step.do === 'turn').map((step) => step.anchor)).toEqual(['tile:2-07'])
  expect(all[0]).toMatchObject({ do: 'leave', anchor: 'tile:1-01', at: 0, ms: 160 })
  expect(all[1]?.at).toBeGreaterThanOrEqual(160)
})

test('the die walks like a figure', () => {
  const [walk] = carried(steps(line('die_moved', { from: 3, to: 6, tile: '1-01' })))
  expect(walk).toMatchObject({ what: { anchor: 'die' }, along: ['field:4', 'field:5', 'field:6'] })
})

test('a scoring comes last, with the points before it, and leaves time for its columns', () => {
  const all = steps(line('laid_out', { tile: '2-07', field: 1 }), line('scoring', { round: 2 }))
  const sheet = all.at(-1)
  expect(sheet).toMatchObject({ do: 'scoring', round: 2, before: [4, 7], sound: 'paper' })
  expect(sheet?.at).toBeGreaterThanOrEqual(300)
  expect(sheet?.ms).toBeGreaterThan(COLUMNS.at(-1) ?? 0)
})

test('when all columns have been told, every shield flies from the sheet to its plate, which counts as it arrives', () => {
  const cell = (points: number) => ({ count: 1, points })
  const scorings = {
    '2': Object.fromEntries(['whisky', 'chieftains', 'cards'].map((each) => [each, { '0': cell(2), '1': cell(0) }])),
  }
  const after = { players: { '0': { points: 10 }, '1': { points: 7 } }, scorings }
  const found = scene({ before, after, entries: [entry([line('scoring', { round: 2 })])], undone: [] }, TIMES)
  const shields = carried(found.steps)
  expect(shields).toHaveLength(1)
  expect(shields[0]).toMatchObject({ what: { piece: 'points', value: 6 }, from: ['scored:0'], late: true })
  expect(shields[0]?.to[0]).toBe('points:0')
  expect(shields[0]?.at).toBeGreaterThan(COLUMNS.at(-1) ?? 0)
  expect(countsOf(found).get('points:0')).toBe((shields[0]?.at ?? 0) + TIMES.move)
  expect(found.ms).toBeGreaterThanOrEqual((shields[0]?.at ?? 0) + TIMES.move + TIMES.count)
})

test('undone moves go back in one short step', () => {
  const found = scene(
    {
      before,
      after: before,
      entries: [{ seq: 4, at: 0, kind: 'undone', strike: [2, 3], lines: [{ key: 'undone' }] }],
      undone: [entry([took]), entry([laid])],
    },
    TIMES,
  )
  expect(found.ms).toBe(160)
  expect(carried(found.steps).map(({ what }) => what)).toEqual([{ anchor: 'pawn:0' }, { anchor: 'tile:1-03' }])
})

test('lines that move nothing take no time, and so do events around the game', () => {
  expect(steps(line('movement', { tile: 'S-1', count: 1 }), line('turn_begins'), line('later_line'))).toEqual([])
  const sat: HistoryEntry = { seq: 2, at: 0, kind: 'sat', lines: [took] }
  expect(scene({ before, after: before, entries: [sat], undone: [] }, TIMES).ms).toBe(0)
})

test('every line that the engine tells about a move on the table has its scene, or is known to need none', () => {
  const words = JSON.parse(readFileSync('../engines/partie/games/glenmore/words.en.json', 'utf8')) as Record<
    string,
    string
  >
  const still =
    /^(activated|card|ended_turn|movement|used_loch_ness|rolled|scored|settled_\w+|game_over|won|turn_begins)$/
  const params = { tile: '1-03', good: 'wood', from: 1, to: 3, coins: 1, points: 1, count: 1, for: '1-04', round: 1 }
  const keys = Object.keys(words).flatMap((key) => (key.startsWith('line.') ? [key.slice(5)] : []))
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter((key) => steps(line(key, { ...params, plot: '1-05' })).length === 0 && !still.test(key))).toEqual(
    [],
  )
})
