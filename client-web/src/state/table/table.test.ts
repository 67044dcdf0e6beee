import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry, Inbound, Outbound, Turn, View } from '../../wire/generated'
import { viewCrc } from '../../wire/canonical'
import { StandingClock } from './clock.fixture'
import { GAP } from './pasts'
import { type TableState, TableStore } from './table'

let sent: Inbound[]
let store: TableStore
let clock: StandingClock

const mark = (seq: number): string => seq.toString(16).padStart(16, '0')
const entry = (seq: number): HistoryEntry => ({ seq, at: 0, kind: 'moved', seat: 0 })
const document = (more: View = {}): View => ({ table: { phase: 'running' }, game: { a: 1, b: 2 }, ...more })

function snapshot(seq: number, view = document(), entries = [entry(seq)]): Outbound {
  return { t: 'update', table: 'tabl', seq, mark: mark(seq), view, entries }
}

function patch(from: number, to: number, change: View, crc?: number): Outbound {
  const base = { t: 'update' as const, table: 'tabl', seq: to, mark: mark(to), base: from, base_mark: mark(from) }
  return { ...base, patch: change, entries: [entry(to)], ...(crc === undefined ? {} : { crc }) }
}

beforeEach(() => {
  sent = []
  clock = new StandingClock()
  store = new TableStore({ send: (message) => (sent.push(message), true) }, 'tabl', undefined, clock)
})

test('the first entry asks without a cursor, later ones with what is held', () => {
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl' })
  store.hear(snapshot(5))
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl', seq: 5, mark: mark(5) })
})

test('an invitation goes along whenever the table is entered', () => {
  store = new TableStore({ send: (message) => (sent.push(message), true) }, 'tabl', 'secret')
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl', invitation: 'secret' })
})

test('a patch for the held position is applied', () => {
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }))
  expect(store.state.view?.['game']).toEqual({ a: 7, b: 2 })
  expect(store.state.seq).toBe(6)
  expect(store.state.entries.map((each) => each.seq)).toEqual([5, 6])
})

test('a patch without a base is for what is held', () => {
  store.hear(snapshot(5))
  store.hear({ t: 'update', table: 'tabl', seq: 6, mark: mark(6), patch: { game: { a: 7 } } })
  expect(store.state).toMatchObject({ seq: 6, mark: mark(6), mismatches: 0 })
  expect(store.state.view?.['game']).toEqual({ a: 7, b: 2 })
})

test('a patch without a base is passed over until what was asked for has come', () => {
  const following = (seq: number): Outbound => ({
    t: 'update',
    table: 'tabl',
    seq,
    mark: mark(seq),
    patch: { game: { b: seq } },
  })
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }, 1))
  store.hear(following(7))
  expect(store.state).toMatchObject({ seq: 5, mismatches: 1 })
  expect(sent).toEqual([{ t: 'enter', table: 'tabl' }])
  store.hear(snapshot(7))
  store.hear(following(8))
  expect(store.state).toMatchObject({ seq: 8, view: document({ game: { a: 1, b: 8 } }), mismatches: 1 })
  // On its way since before the table was left and entered again from here.
  store.enter()
  store.hear(following(10))
  expect(store.state).toMatchObject({ seq: 8, mismatches: 1 })
  store.hear(patch(8, 10, { game: { b: 10 } }))
  store.hear(following(11))
  expect(store.state).toMatchObject({ seq: 11, view: document({ game: { a: 1, b: 11 } }), mismatches: 1 })
})

test('a patch for another position changes nothing and asks for the whole', () => {
  store.hear(snapshot(5))
  store.hear(patch(7, 8, { game: { a: 7 } }))
  expect(store.state).toMatchObject({ seq: 5, mismatches: 1 })
  expect(sent).toEqual([{ t: 'enter', table: 'tabl' }])
})

test('a checksum that fits is silent; one that does not asks for the whole', () => {
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }, viewCrc(document({ game: { a: 7, b: 2 } }))))
  expect(store.state).toMatchObject({ seq: 6, mismatches: 0 })
  store.hear(patch(6, 7, { game: { a: 8 } }, 1))
  expect(store.state).toMatchObject({ seq: 6, mismatches: 1 })
  expect(sent).toEqual([{ t: 'enter', table: 'tabl' }])
})

test('messages for another table do nothing', () => {
  store.hear({ ...snapshot(5), table: 'else' } as Outbound)
  expect(store.state.view).toBeUndefined()
})

test('a turn and its offers that come with the update are told of with it, in one', () => {
  const turn = (seq: number): Turn => ({ t: 'turn', table: 'tabl', seq, seat: 0, ask: seq, must: true })
  const offers = [{ target: 'a', move: { type: 'x' } }]
  store.hear(snapshot(5))
  const told: TableState[] = []
  store.watch(() => told.push(store.state))
  store.hear({ ...patch(5, 6, { game: { a: 7 } }), turn: { ...turn(6), offers } } as Outbound)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ seq: 6, turn: { ask: 6 }, offers: { ask: 6, offers } })
  // Where nothing can be done there are none, and those of the last decision are over.
  store.hear({ ...patch(6, 7, { game: { a: 8 } }), turn: turn(7) } as Outbound)
  expect(store.state.turn?.ask).toBe(7)
  expect(store.state.offers).toBeUndefined()
  // A turn may come alone still, and its offers with it.
  store.hear({ ...turn(7), offers })
  expect(store.state.offers?.offers).toEqual(offers)
})

test('the own decision stands until the game ends or other eyes look', () => {
  const turn: Outbound = { t: 'turn', table: 'tabl', seq: 5, seat: 0, ask: 5, must: true, legal: [{ type: 'x' }] }
  store.hear(snapshot(5))
  store.hear(turn)
  store.hear(patch(5, 6, { game: { a: 2 } }))
  expect(store.state.turn?.ask).toBe(5)
  store.hear(patch(6, 7, { table: { phase: 'ended' } }))
  expect(store.state.turn).toBeUndefined()
  store.hear(snapshot(8))
  store.hear(turn)
  store.hear(snapshot(9))
  expect(store.state.turn).toBeUndefined()
})

test('offers go with their turn: an update leaves both, the next turn comes without', () => {
  const turn = (seq: number, ask: number): Outbound => ({ t: 'turn', table: 'tabl', seq, seat: 0, ask, must: true })
  store.hear(snapshot(5))
  store.hear(turn(5, 5))
  store.hear({ t: 'offers', table: 'tabl', ask: 5, offers: [] })
  store.hear(patch(5, 6, { game: { a: 7 } }))
  expect(store.state.offers?.ask).toBe(5)
  store.hear(turn(6, 5))
  expect(store.state.offers).toBeUndefined()
})

test('older pages are fetched one at a time and put before the list', () => {
  store.hear(snapshot(60, document(), [entry(59), entry(60)]))
  expect(store.state.more).toBe(true)
  store.loadOlder()
  store.loadOlder()
  expect(sent).toEqual([{ t: 'history', before: 59 }])
  store.hear({ t: 'history', table: 'tabl', before: 59, entries: [entry(1), entry(2)] })
  expect(store.state.entries.map((each) => each.seq)).toEqual([1, 2, 59, 60])
  expect(store.state.more).toBe(false)
})

test('changes of the game are marked with the event that made them', () => {
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }))
  store.hear(patch(6, 7, { game: { c: 1 } }))
  expect([...store.state.changed]).toEqual([
    ['a', 6],
    ['c', 7],
  ])
})

const past = (seq: number, game: View = {}, eyes?: number): Outbound => ({
  t: 'past',
  table: 'tabl',
  seq,
  view: document({ game }),
  ...(eyes === undefined ? {} : { eyes }),
})
const positions = () => sent.flatMap((message) => (message.t === 'past' ? [message.seq] : []))

test('a visit to the past stays there while the game goes on, and tells since when', () => {
  store.hear(snapshot(5))
  store.visit(3)
  expect(sent).toEqual([{ t: 'past', seq: 3 }])
  store.hear(past(3, { a: 0 }))
  store.hear(patch(5, 6, { game: { a: 7 } }))
  expect(store.state.visit).toMatchObject({ seq: 3, shown: 3, view: document({ game: { a: 0 } }), since: 5 })
  expect(store.state).toMatchObject({ seq: 6, view: { game: { a: 7 } } })
  store.backToNow()
  expect(store.state.visit).toBeUndefined()
})

test('of a quick run through the past only the latest wish is requested next', () => {
  store.hear(snapshot(9))
  store.visit(8)
  store.visit(7)
  store.visit(6)
  store.hear(past(8))
  clock.pass(GAP)
  expect(positions()).toEqual([8, 6])
})

test('until a position has come the one visited before stays on the board', () => {
  store.hear(snapshot(9))
  store.visit(8)
  store.hear(past(8, { a: 8 }))
  store.visit(5)
  expect(store.state.visit).toMatchObject({ seq: 5, shown: 8, view: { game: { a: 8 } } })
  expect(store.arrived).toBe(false)
})

test('the neighbours of a visited position come along, and tell what its event changed', () => {
  store.hear(snapshot(9))
  store.visit(6)
  store.hear(past(6, { players: { 0: { coins: 3 } }, round: 1 }))
  clock.pass(GAP)
  store.hear(past(5, { players: { 0: { coins: 1 } }, round: 1 }))
  expect([...(store.state.visit?.changed ?? [])]).toEqual(['players/0/coins', 'players/0', 'players'])
  clock.pass(GAP)
  expect(positions()).toEqual([6, 5, 7])
})

test('a position seen before is shown without asking', () => {
  store.hear(snapshot(9))
  store.visit(8)
  store.hear(past(8))
  store.backToNow()
  store.visit(8)
  expect(positions()).toEqual([8])
  expect(store.state.visit).toMatchObject({ shown: 8 })
})

test('a past position is at hand beside the shown one, whatever is visited meanwhile', () => {
  store.hear(snapshot(9))
  store.glance(4)
  expect(store.state.glance).toEqual({ seq: 4, view: undefined })
  store.visit(8)
  clock.pass(GAP)
  store.hear(past(4, { a: 4 }))
  expect(store.state.glance?.view).toEqual(document({ game: { a: 4 } }))
  expect(store.state.visit).toMatchObject({ seq: 8, shown: undefined })
  store.backToNow()
  expect(store.state.glance?.seq).toBe(4)
  store.glance(9)
  expect(store.state.glance?.view).toBe(store.state.view)
  store.glance(undefined)
  expect(store.state.glance).toBeUndefined()
})

test('after the end the past is seen from the perspective that was chosen', () => {
  store.hear(snapshot(9, document({ table: { phase: 'ended' } })))
  store.visit(6)
  store.hear(past(6, { hand: 'mine' }))
  store.look(1)
  clock.pass(GAP)
  expect(sent.at(-1)).toEqual({ t: 'past', seq: 6, eyes: 1 })
  store.hear(past(6, { hand: 'theirs' }, 1))
  expect(store.state.visit?.view).toEqual(document({ game: { hand: 'theirs' } }))
  store.look(undefined)
  expect(store.state.visit?.view).toEqual(document({ game: { hand: 'mine' } }))
})

test('a visit wished before the table has come is requested when it comes', () => {
  store.visit(3)
  expect(sent).toEqual([])
  store.hear(snapshot(5))
  expect(sent).toEqual([{ t: 'past', seq: 3 }])
  expect(store.state.visit?.since).toBe(5)
})

test('a wished position that is the newest is no visit', () => {
  store.visit(5)
  store.hear(snapshot(5))
  expect(store.state).toMatchObject({ visit: undefined, beyond: undefined })
  expect(sent).toEqual([])
})

test('a wished position that is not there yet is said to be beyond, and so is one before the start', () => {
  store.visit(900)
  store.hear(snapshot(5))
  expect(store.state).toMatchObject({ visit: undefined, beyond: 900 })
  const open = new TableStore({ send: () => true }, 'tabl', undefined, clock)
  open.visit(2)
  open.hear(snapshot(5, document({ table: { phase: 'open' } })))
  expect(open.state).toMatchObject({ visit: undefined, beyond: 2 })
})

test('a visit that was on its way when the connection was lost is requested again', () => {
  store.hear(snapshot(5))
  store.visit(3)
  store.enter()
  store.hear(patch(5, 6, {}))
  clock.pass(GAP)
  expect(positions()).toEqual([3, 3])
})

test('a rewound log is told, its lost lines go, and the whole view that follows is taken', () => {
  store.hear(snapshot(5, document(), [entry(3), entry(4), entry(5)]))
  store.hear({ t: 'rewound', table: 'tabl', seq: 3, lost: 5 })
  expect(store.state.rewound).toMatchObject({ seq: 3, lost: 5 })
  store.hear(snapshot(3, document(), [entry(1), entry(2), entry(3)]))
  expect(store.state.seq).toBe(3)
  expect(store.state.entries.map((each) => each.seq)).toEqual([1, 2, 3])
})

test('names add up, and presence and reasons for being gone are kept', () => {
  store.hear({ t: 'people', names: { p: 'Ann' } })
  store.hear({ t: 'people', names: { q: 'Ben' } })
  store.hear({ t: 'presence', table: 'tabl', here: ['p'], spectators: 2 })
  store.hear({ t: 'gone', table: 'tabl', code: 'unavailable' })
  expect(store.state).toMatchObject({ names: { p: 'Ann', q: 'Ben' }, gone: 'unavailable' })
  expect(store.state.presence?.spectators).toBe(2)
  store.hear(snapshot(1))
  expect(store.state.gone).toBeUndefined()
})
