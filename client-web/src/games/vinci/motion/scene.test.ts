import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Carry, type Step, countsOf } from '../../../motion/steps'
import { TIMES } from '../../../motion/times'
import type { HistoryEntry, Line, View } from '../../../wire/generated'
import type { Position } from '../board/position'
import { scene } from './scene'

interface Case {
  seat: number
  view: Position
  version: number
}
const file = JSON.parse(readFileSync('src/games/vinci/board/choices.fixture.json', 'utf8')) as {
  boards: Readonly<Record<string, Position['board']>>
  positions: Case[]
}
function at(step: string): Position {
  const found = file.positions.find(({ view }) => view.step === step)
  if (found === undefined) throw new Error(`no position at ${step}`)
  return { ...structuredClone(found.view), board: file.boards[found.version] as Position['board'] }
}

const line = (key: string, params: Line['params'] = {}): Line => ({ key, params: { seat: 0, ...params } })
const entry = (lines: Line[]): HistoryEntry => ({ seq: 2, at: 0, kind: 'moved', seat: 0, lines })
function between(before: Position, after: Position, ...lines: Line[]): readonly Step[] {
  const change = { before: before as unknown as View, after: after as unknown as View }
  return scene({ ...change, entries: [entry(lines)], undone: [] }, TIMES).steps
}
const steps = (...lines: Line[]): readonly Step[] => between(at('expand'), at('expand'), ...lines)
const carried = (all: readonly Step[]): Carry[] => all.filter((step) => step.do === 'carry')

describe('a conquest', () => {
  const conquered = line('conquered', { province: 'francia', pieces: 3 })

  test('brings the pieces from the hand in one arc, and the loser one tips off meanwhile', () => {
    const [come, go] = carried(steps(conquered, line('lost', { seat: 2, province: 'francia' })))
    expect(come).toMatchObject({
      what: { piece: 'disc', value: 3, seat: 0 },
      from: ['figure:pieces:0', 'plate:0'],
      to: ['land:francia', 'map', 'plate:0'],
      ms: TIMES.move,
    })
    expect(go).toMatchObject({ what: { piece: 'disc', value: 1, seat: 2 }, from: ['land:francia', 'map', 'plate:2'] })
    expect(go?.at).toBeLessThan((come?.at ?? 0) + (come?.ms ?? 0))
  })

  test('clears own ruins, which go as columns', () => {
    const [, ruin] = carried(steps(conquered, line('ruins_removed', { province: 'belgica' })))
    expect(ruin).toMatchObject({ what: { piece: 'column' }, from: ['land:belgica', 'map', 'plate:0'] })
  })

  test('that is taken back goes back in one short step', () => {
    const { steps: back } = scene(
      {
        before: at('expand') as unknown as View,
        after: at('expand') as unknown as View,
        entries: [],
        undone: [entry([conquered])],
      },
      TIMES,
    )
    expect(back).toMatchObject([{ do: 'carry', from: ['land:francia', 'map', 'plate:0'], at: 0, ms: TIMES.step }])
  })
})

test('pieces that are regrouped go from and to the hand, the next before the last has landed', () => {
  const moved = carried(steps(line('took_up', { province: 'francia', pieces: 2 })))
  expect(moved[0]?.to).toEqual(['figure:pieces:0', 'plate:0'])
  const [one, two] = carried(
    steps(line('survived', { province: 'francia', pieces: 1 }), line('survived', { province: 'belgica', pieces: 1 })),
  )
  expect(two?.at).toBeLessThan((one?.at ?? 0) + (one?.ms ?? 0))
})

test('after a decline columns rise from west to east', () => {
  const after = at('expand')
  const others = Object.entries(after.land).filter(([, holding]) => holding.seat !== 0)
  const ruins = ['polonia', 'lusitania', 'francia'].map(
    (name) => [name, { pieces: 1, seat: 0, declined: true }] as const,
  )
  const land = Object.fromEntries([...others, ...ruins])
  const rising = between(at('expand'), { ...after, land }, line('declined', { count: 3 })).filter(
    (step) => step.do === 'drop',
  )
  expect(rising.map(({ anchor }) => anchor)).toEqual(['land:lusitania', 'land:francia', 'land:polonia'])
  expect(rising.every(({ at: begins }, index) => index === 0 || begins > (rising[index - 1]?.at ?? 0))).toBe(true)
})

test('the tiles of a pair fly to the seat, what is paid falls on those passed over, and a new pair turns over', () => {
  const before = at('choose')
  const pairs = Array.from({ length: 6 }, (_, index) => before.pairs[`pair-${index + 1}`])
  const [taken] = pairs.splice(2, 1)
  const [one, other] = taken?.tiles ?? ['', '']
  const fresh = { tiles: ['rebirth', 'rebirth'] as const, points: 0, price: 10, pieces: 9 }
  const after = Object.fromEntries([...pairs, fresh].map((pair, index) => [`pair-${index + 1}`, pair]))
  const told = between(
    before,
    { ...before, pairs: after as Position['pairs'] },
    line('chose_pair', { tile: one, second: other, pieces: 9 }),
    line('paid', { points: 4 }),
    line('took_points', { points: 2 }),
    line('new_pair', { tile: 'rebirth', second: 'rebirth' }),
  )
  const flights = carried(told).map(({ what, from, to }) => ['piece' in what ? what.piece : '', from[0], to[0]])
  expect(flights).toEqual([
    [`tile:${one}`, 'pair:3', 'tile:0:0'],
    [`tile:${other}`, 'pair:3', 'tile:0:1'],
    ['points', 'points:0', 'pair:1'],
    ['points', 'points:0', 'pair:2'],
    ['points', 'pair:3', 'points:0'],
  ])
  expect(told.at(-1)).toMatchObject({ do: 'turn', anchor: 'pair:6' })
})

test('whom the game plays takes the first pair, and a person in the same event the one with those tiles', () => {
  const position = at('choose')
  const { tiles } = position.pairs['pair-4'] ?? { tiles: ['', ''] }
  const players = Object.fromEntries(
    Object.entries(position.players).map(([seat, player]) => [seat, { ...player, fictitious: seat !== '0' }]),
  )
  const told = between(
    position,
    { ...position, players },
    line('chose_pair', { tile: tiles[0] ?? '', second: tiles[1] ?? '' }),
    line('chose_pair', { seat: 1, tile: 'rebirth', second: 'port' }),
  )
  expect(carried(told).map(({ from }) => from[0])).toEqual(['pair:4', 'pair:4', 'pair:1', 'pair:1'])
})

test('what a turn brought goes to the seat, whose marker walks while the number counts', () => {
  const told = steps(line('scored_provinces', { points: 4 }), line('scored_turn', { points: 5 }))
  expect(carried(told).map(({ what }) => what)).toEqual([{ piece: 'points', value: 5 }, { anchor: 'marker:0' }])
  expect(countsOf({ steps: told, ms: 0 }).get('points:0')).toBe(TIMES.move)
  expect(steps(line('scored_turn', { points: 0 }))).toEqual([])
})

test('what nothing shows moves nothing', () => {
  expect(
    steps(line('round', { round: 3 }), line('treaty', { other: 1 }), line('gave_up', { province: 'francia' })),
  ).toEqual([])
})
