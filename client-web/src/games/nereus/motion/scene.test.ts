import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Carry, type Step, countsOf } from '../../../motion/steps'
import { TIMES } from '../../../motion/times'
import type { HistoryEntry, Line, View } from '../../../wire/generated'
import { scene } from './scene'
import { COLUMNS } from './events'

interface Position {
  view: View
}
const positions = JSON.parse(readFileSync('src/games/nereus/board/positions.fixture.json', 'utf8')) as Record<
  string,
  Position
>
const viewOf = (name: string): View => structuredClone((positions[name] as Position).view)
type Players = Record<string, Record<string, unknown>>
const players = (view: View): Players => view['players'] as Players
const first = (view: View): Record<string, unknown> => players(view)['0'] ?? {}

const line = (key: string, params: Line['params'] = {}): Line => ({ key, params: { seat: 0, ...params } })
const entry = (lines: Line[]): HistoryEntry => ({ seq: 2, at: 0, kind: 'moved', seat: 0, lines })

function between(before: View, after: View, ...lines: Line[]): readonly Step[] {
  return scene({ before, after, entries: [entry(lines)], undone: [] }, TIMES).steps
}
const steps = (...lines: Line[]): readonly Step[] => between(viewOf('sail'), viewOf('sail'), ...lines)
const carried = (all: readonly Step[]): Carry[] => all.filter((step) => step.do === 'carry')

test('at the reveal all discs set out in one instant, and lie beside the emblems at one time', () => {
  const discs = carried(
    steps(...[0, 1, 2].map((seat) => line('revealed', { seat, crew: seat === 1 ? 'pilot' : 'captain' }))),
  )
  expect(discs.map(({ what, to }) => [what, to[0]])).toEqual(
    [0, 1, 2].map((seat) => [{ anchor: `actor:${seat}`, or: { piece: 'marker', seat } }, `actor:${seat}`]),
  )
  expect(new Set(discs.map(({ at, ms }) => `${at} ${ms}`)).size).toBe(1)
  expect(discs.every(({ from, sound }) => from[0]?.startsWith('plate:') && sound === 'card')).toBe(true)
})

test('that somebody has chosen moves nothing: the choice is secret', () => {
  expect(steps(line('chose'), line('chose_crew', { crew: 'pilot' }), line('kept'))).toEqual([])
})

test('a marker is laid from beside the emblem, and leaves for an extra turn', () => {
  const [laid] = carried(steps(line('placed_marker', { space: 'pilot-2', crew: 'pilot' })))
  expect(laid).toMatchObject({ from: ['actor:0', 'plate:0'], to: ['marker:pilot-2', 'space:pilot-2'], sound: 'wood' })
  const flights = carried(steps(line('accepted', { crew: 'merchant', coins: 3 })))
  expect(flights.map(({ what, to }) => [what, to[0]])).toEqual([
    [{ piece: 'gold', value: 3 }, 'space:explorer-3'],
    [{ anchor: 'marker:explorer-3', or: { piece: 'marker', seat: 0 } }, 'plate:0'],
  ])
})

const sailed = line('sailed', { start: 'a4', to: 'a1', path: 'a4 a3 a2 a1' })

test('a ship sails over every space, and takes a little longer for each', () => {
  const [ship] = carried(steps(sailed))
  expect(ship).toMatchObject({ what: { anchor: 'ship:0' }, through: ['field:a3', 'field:a2'], sound: 'wood' })
  expect(ship?.ms).toBe(TIMES.move + 3 * 40)
})

test('a toll flies from plate to plate when the ship is crossed, not before and not after the voyage', () => {
  const found = scene(
    {
      before: viewOf('sail'),
      after: viewOf('sail'),
      entries: [
        entry([
          sailed,
          line('toll_paid', { coins: 1, other: 1, field: 'a3' }),
          line('toll', { seat: 1, coins: 1, payer: 0, field: 'a3' }),
        ]),
      ],
      undone: [],
    },
    TIMES,
  )
  const [ship, coin, ...more] = carried(found.steps) as [Carry, Carry]
  expect(more).toEqual([])
  expect(coin).toMatchObject({ what: { piece: 'gold', value: 1 }, from: ['figure:gold:0', 'plate:0'], sound: 'coin' })
  expect(coin.to[0]).toBe('figure:gold:1')
  expect(coin.at + coin.ms / 2).toBeCloseTo(ship.ms / 3, -1)
  expect(countsOf(found).get('figure:gold:1')).toBe(coin.at + coin.ms)
})

test('what lies at the end of a voyage hops into the hand, one after the other, when the ship is there', () => {
  const after = viewOf('sail')
  first(after)['hand'] = { red: 2 }
  const flights = carried(
    between(
      viewOf('sail'),
      after,
      line('sailed', { start: 'a4', to: 'a2', path: 'a4 a3 a2' }),
      line('took', { treasure: 'red', field: 'a2' }),
      line('took', { treasure: 'red', field: 'a2' }),
    ),
  )
  const [ship, one, other] = flights as [Carry, Carry, Carry]
  expect(one).toMatchObject({ what: { anchor: 'held:0:red:1' }, from: ['treasure:a2:red'] })
  expect(other).toMatchObject({ what: { anchor: 'held:0:red:2' }, to: ['held:0:red:2', 'hand', 'plate:0'] })
  expect(one.at).toBeGreaterThanOrEqual(ship.ms)
  expect(other.at - one.at).toBe(60)
})

test('others take treasures to their plates: the tray is not theirs', () => {
  const [taken] = carried(steps(line('took', { seat: 1, treasure: 'red', field: 'a2' })))
  expect(taken?.to).toEqual(['plate:1'])
})

test('the bag is shaken once, then treasures rise from it', () => {
  const all = steps(line('drew', { treasure: 'green' }), line('drew', { treasure: 'white' }))
  expect(all.filter((step) => step.do === 'show')).toMatchObject([{ what: { piece: 'random' }, how: 'shaken', at: 0 }])
  const flights = carried(all)
  expect(flights).toHaveLength(2)
  expect(flights.every(({ at }) => at >= 200)).toBe(true)
})

test('a treasure flies from the hand into its place, and the chest rewards from there', () => {
  const flights = carried(
    steps(
      line('placed', { treasure: 'white', slot: 'chest-white' }),
      line('gold', { coins: 1 }),
      line('points', { points: 1 }),
    ),
  )
  expect(flights.map(({ from, to }) => [from[0], to[0]])).toEqual([
    ['held:0:white:1', 'lies:0:chest-white'],
    ['lies:0:chest-white', 'figure:gold:0'],
    ['lies:0:chest-white', 'points:0'],
  ])
  expect(flights[1]?.at).toBeGreaterThanOrEqual(flights[0]?.ms ?? Infinity)
})

test('a full hold goes to the bag piece by piece, its seal drops, and its points climb last', () => {
  const [before, after] = [viewOf('sail'), viewOf('sail')]
  const holds = first(before)['holds'] as Record<string, Record<string, string>>
  holds['scientist'] = { 'hold-scientist-1': 'yellow', 'hold-scientist-2': 'white', 'hold-scientist-3': '' }
  delete (first(after)['holds'] as Record<string, unknown>)['scientist']
  first(after)['done'] = { scientist: true }
  const all = between(
    before,
    after,
    line('placed', { treasure: 'white', slot: 'hold-scientist-3' }),
    line('completed', { crew: 'scientist' }),
    line('points', { points: 5 }),
  )
  const [laid, ...rest] = carried(all)
  expect(laid?.to[0]).toBe('seal:0:scientist')
  expect(rest.slice(0, 3).map(({ what, to }) => [what, to[0]])).toEqual([
    [{ anchor: 'lies:0:hold-scientist-1', or: { piece: 'yellow' } }, 'bag'],
    [{ anchor: 'lies:0:hold-scientist-2', or: { piece: 'white' } }, 'bag'],
    [{ anchor: 'lies:0:hold-scientist-3', or: { piece: 'white' } }, 'bag'],
  ])
  const seal = all.find((step) => step.do === 'drop')
  expect(seal).toMatchObject({ anchor: 'seal:0:scientist', sound: 'cork' })
  expect(rest.at(-1)).toMatchObject({ what: { piece: 'points', value: 5 }, from: ['seal:0:scientist', 'plate:0'] })
  expect(rest.at(-1)?.at).toBeGreaterThanOrEqual((seal?.at ?? Infinity) + (seal?.ms ?? 0))
})

test('two alike close up into the gem', () => {
  const [before, after] = [viewOf('sail'), viewOf('sail')]
  first(before)['storage'] = { 'storage-3': 'red', 'storage-4': 'red', 'storage-5': 'white' }
  first(after)['gems'] = 1
  const all = between(before, after, line('exchanged', { treasure: 'red' }))
  expect(carried(all).map(({ from, to, at }) => [from[0], to[0], at])).toEqual([
    ['lies:0:storage-3', 'lies:0:gem-1', 0],
    ['lies:0:storage-4', 'lies:0:gem-1', 0],
  ])
  expect(all.find((step) => step.do === 'drop')).toMatchObject({ anchor: 'lies:0:gem-1', sound: 'cork' })
})

test('the day turns its card, and the spaces fill one after the other while it lies there', () => {
  const all = steps(
    line('day', { day: 2, card: 'B1' }),
    line('discovered', { treasure: 'white', field: 'a1' }),
    line('discovered', { treasure: 'red', field: 'f1' }),
  )
  const [card, one, other] = all
  expect(card).toMatchObject({ do: 'show', what: { piece: 'discovery:B1' }, how: 'turned', sound: 'card' })
  expect(one).toMatchObject({ do: 'drop', anchor: 'treasure:a1:white' })
  expect(other).toMatchObject({ do: 'drop', anchor: 'treasure:f1:red' })
  expect((other?.at ?? 0) - (one?.at ?? 0)).toBe(70)
  expect((other?.at ?? Infinity) + (other?.ms ?? 0)).toBeLessThanOrEqual((card?.at ?? 0) + (card?.ms ?? 0))
})

test('the die rolls, the disc runs round the compass by its pips, then the neutral ship follows', () => {
  const all = steps(
    line('neutral_flipped', { crew: 'pilot', space: 'pilot-1' }),
    line('neutral_rolled', { pips: 3, direction: 'NE' }),
    line('neutral_sailed', { start: 'c3', to: 'e1', path: 'c3 d2 e1' }),
    line('neutral_took', { treasure: 'black', field: 'e1' }),
  )
  const shown = all.filter((step) => step.do === 'show')
  expect(shown.map(({ what }) => what)).toEqual([
    { piece: 'compass:6', value: 3 },
    { piece: 'die', value: 3 },
  ])
  const [disc, ship, taken] = carried(all)
  expect(disc).toMatchObject({ what: { anchor: 'marker:pilot-1', or: { piece: 'neutral' } } })
  expect(ship).toMatchObject({ what: { anchor: 'ship:neutral' }, through: ['field:d2'] })
  expect(ship?.at).toBeGreaterThanOrEqual((shown[0]?.at ?? Infinity) + (shown[0]?.ms ?? 0))
  expect(taken).toMatchObject({
    what: { piece: 'black' },
    from: ['treasure:e1:black'],
    sized: expect.arrayContaining(['treasure:']),
  })
})

test('hourglass and sun pass from plate to plate together', () => {
  const [hourglass] = carried(steps(line('hourglass', { seat: 2, round: 3 })))
  expect(hourglass).toMatchObject({ from: ['sign:hourglass'], to: ['sign:hourglass', 'plate:2'] })
})

test('the final scoring comes last, with the points before it, and leaves time for its columns', () => {
  const all = steps(line('end_gold', { coins: 7, points: 1 }), line('scored', { points: 1 }), line('game_over'))
  const before = Object.values(players(viewOf('sail'))).map(({ points }) => points)
  expect(all.at(-1)).toMatchObject({ do: 'scoring', round: 4, before, sound: 'paper' })
  expect(all.at(-1)?.ms).toBeGreaterThan(COLUMNS.at(-1) ?? Infinity)
})

test('undone moves go back in one short step', () => {
  const found = scene(
    {
      before: viewOf('sail'),
      after: viewOf('sail'),
      entries: [{ seq: 4, at: 0, kind: 'undone', strike: [2, 3], lines: [{ key: 'undone' }] }],
      undone: [
        entry([sailed, line('took', { treasure: 'red', field: 'a2' })]),
        entry([line('placed', { treasure: 'red', slot: 'storage-3' })]),
      ],
    },
    TIMES,
  )
  expect(found.ms).toBe(TIMES.step)
  expect(carried(found.steps).map(({ what, to }) => [what, to[0]])).toEqual([
    [{ anchor: 'ship:0' }, 'ship:0'],
    [{ anchor: 'held:0:red:1' }, 'treasure:a2:red'],
    [{ anchor: 'lies:0:storage-3' }, 'plate:0'],
  ])
})

test('lines that move nothing take no time, and so do events around the game', () => {
  expect(steps(line('turn_begins'), line('moves', { count: 2 }), line('later_line'))).toEqual([])
  const sat: HistoryEntry = { seq: 2, at: 0, kind: 'sat', lines: [sailed] }
  const change = { before: viewOf('sail'), after: viewOf('sail'), entries: [sat], undone: [] }
  expect(scene(change, TIMES).ms).toBe(0)
})

test('every line that the engine tells about a move on the table has its scene, or is known to need none', () => {
  const words = JSON.parse(readFileSync('../engines/partie/games/nereus/words.en.json', 'utf8')) as Record<
    string,
    string
  >
  const still = new RegExp(
    `^(${[
      ...[
        'chose',
        'chose_crew',
        'kept',
        'kept_card',
        'all_kept',
        'turn_begins',
        'stayed',
        'moves',
        'declined',
        'offer',
      ],
      // The coin of a toll flies once; the drawing shows what comes from a new bag or pile.
      ...['toll_paid', 'bag_refilled', 'pile_shuffled', 'end_card', 'end_gold', 'scored'],
    ].join('|')})$`,
  )
  const params = {
    ...{ treasure: 'red', crew: 'pilot', space: 'pilot-2', field: 'a2', coins: 1, points: 1, count: 1, card: 'A1' },
    ...{ slot: 'storage-3', to: 'storage-4', path: 'a4 a3 a2', start: 'a4', pips: 1, direction: 'N', payer: 1 },
  }
  const view = viewOf('sail')
  first(view)['storage'] = { 'storage-3': 'red', 'storage-4': 'red' }
  const keys = Object.keys(words).flatMap((key) => (key.startsWith('line.') ? [key.slice(5)] : []))
  expect(keys.length).toBeGreaterThan(40)
  const idle = keys.filter((key) => between(view, view, line(key, params)).length === 0 && !still.test(key))
  expect(idle).toEqual([])
})
