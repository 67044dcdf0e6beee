import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry, Inbound, Outbound, View } from '../wire/generated'
import { viewCrc } from './canonical'
import { TableStore } from './table'

let asked: Inbound[]
let store: TableStore

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
  asked = []
  store = new TableStore({ ask: (message) => (asked.push(message), true) }, 'tabl')
})

test('the first entry asks without a cursor, later ones with what is held', () => {
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl' })
  store.hear(snapshot(5))
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl', seq: 5, mark: mark(5) })
})

test('an invitation goes along whenever the table is entered', () => {
  store = new TableStore({ ask: (message) => (asked.push(message), true) }, 'tabl', 'secret')
  expect(store.enter()).toEqual({ t: 'enter', table: 'tabl', invitation: 'secret' })
})

test('a patch for the held position is applied', () => {
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }))
  expect(store.state.view?.['game']).toEqual({ a: 7, b: 2 })
  expect(store.state.seq).toBe(6)
  expect(store.state.entries.map((each) => each.seq)).toEqual([5, 6])
})

test('a patch for another position changes nothing and asks for the whole', () => {
  store.hear(snapshot(5))
  store.hear(patch(7, 8, { game: { a: 7 } }))
  expect(store.state).toMatchObject({ seq: 5, mismatches: 1 })
  expect(asked).toEqual([{ t: 'enter', table: 'tabl' }])
})

test('a checksum that fits is silent; one that does not asks for the whole', () => {
  store.hear(snapshot(5))
  store.hear(patch(5, 6, { game: { a: 7 } }, viewCrc(document({ game: { a: 7, b: 2 } }))))
  expect(store.state).toMatchObject({ seq: 6, mismatches: 0 })
  store.hear(patch(6, 7, { game: { a: 8 } }, 1))
  expect(store.state).toMatchObject({ seq: 6, mismatches: 1 })
  expect(asked).toEqual([{ t: 'enter', table: 'tabl' }])
})

test('messages for another table do nothing', () => {
  store.hear({ ...snapshot(5), table: 'else' } as Outbound)
  expect(store.state.view).toBeUndefined()
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

test('older pages are fetched one at a time and put before the list', () => {
  store.hear(snapshot(60, document(), [entry(59), entry(60)]))
  expect(store.state.more).toBe(true)
  store.loadOlder()
  store.loadOlder()
  expect(asked).toEqual([{ t: 'history', before: 59 }])
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

test('a visit to the past stays there while the game goes on, and tells since when', () => {
  store.hear(snapshot(5))
  store.visit(3)
  expect(asked).toEqual([{ t: 'past', seq: 3 }])
  store.hear({ t: 'past', table: 'tabl', seq: 3, view: document({ game: { a: 0 } }) })
  store.hear(patch(5, 6, { game: { a: 7 } }))
  expect(store.state.visit).toEqual({ seq: 3, view: document({ game: { a: 0 } }), since: 5 })
  store.backToNow()
  expect(store.state.visit).toBeUndefined()
})

test('of a quick run through the past only the latest wish is asked for next', () => {
  store.hear(snapshot(9))
  store.visit(8)
  store.visit(7)
  store.visit(6)
  store.hear({ t: 'past', table: 'tabl', seq: 8, view: document() })
  expect(asked).toEqual([
    { t: 'past', seq: 8 },
    { t: 'past', seq: 6 },
  ])
})

test('a position seen before is shown without asking', () => {
  store.hear(snapshot(9))
  store.visit(8)
  store.hear({ t: 'past', table: 'tabl', seq: 8, view: document() })
  store.backToNow()
  store.visit(8)
  expect(asked.length).toBe(1)
  expect(store.state.visit?.view).toEqual(document())
})

test('a visit wished before the table has come is asked for when it comes', () => {
  store.visit(3)
  expect(asked).toEqual([])
  store.hear(snapshot(5))
  expect(asked).toEqual([{ t: 'past', seq: 3 }])
  expect(store.state.visit?.since).toBe(5)
})

test('a wished position that is the newest, or not there yet, is no visit', () => {
  store.visit(5)
  store.hear(snapshot(5))
  expect(store.state.visit).toBeUndefined()
  expect(asked).toEqual([])
})

test('a visit that was on its way when the line was lost is asked for again', () => {
  store.hear(snapshot(5))
  store.visit(3)
  store.enter()
  store.hear(patch(5, 6, {}))
  expect(asked.filter((message) => message.t === 'past').length).toBe(2)
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
