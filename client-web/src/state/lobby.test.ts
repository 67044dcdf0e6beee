import { expect, test } from 'vitest'
import type { LobbyEntry } from '../wire/generated'
import { colourOf, follow, onlinePeople, sections, tableNames, unserved } from './lobby'
import { tableName, toldApart } from './tablenames'

function entry(table: string, more: Partial<LobbyEntry> = {}): LobbyEntry {
  return { table, seq: 1, game: 'glenmore', phase: 'open', seats: [], at: 1, ...more }
}

const ids = (entries: readonly LobbyEntry[]) => entries.map((each) => each.table)

test('a whole list replaces, changes are added, and what is gone goes', () => {
  let tables = follow(new Map(), { t: 'lobby', whole: true, tables: [entry('a'), entry('b')] })
  tables = follow(tables, { t: 'lobby', tables: [entry('c')], gone: ['a'] })
  expect([...tables.keys()]).toEqual(['b', 'c'])
  expect([...follow(tables, { t: 'lobby', whole: true }).keys()]).toEqual([])
})

test('an older entry does not overwrite a newer one', () => {
  const tables = follow(new Map(), { t: 'lobby', tables: [entry('a', { seq: 5, phase: 'running' })] })
  expect(follow(tables, { t: 'lobby', tables: [entry('a', { seq: 4 })] }).get('a')?.phase).toBe('running')
})

test('tables where one has to act come first, then the own ones, and a filter leaves the own ones alone', () => {
  const tables = new Map(
    [
      entry('mine', { phase: 'running', seats: [{ person: 'me', pending: true }], game: 'vinci' }),
      entry('waits', { phase: 'open', seats: [{ person: 'me' }] }),
      entry('open', { at: 2 }),
      entry('newer', { at: 3 }),
      entry('else', { game: 'vinci' }),
      entry('runs', { phase: 'running', seats: [{ person: 'you' }] }),
      entry('over', { phase: 'ended', seats: [{ person: 'me' }] }),
    ].map((each) => [each.table, each]),
  )
  const found = sections(tables, 'me', 'glenmore')
  expect(ids(found.yours)).toEqual(['mine'])
  expect(ids(found.own)).toEqual(['waits'])
  expect(ids(found.open)).toEqual(['newer', 'open'])
  expect(ids(found.running)).toEqual(['runs'])
})

test('a table is always called by the same name', () => {
  expect(tableName('abc')).toBe(tableName('abc'))
  expect(tableName('abc')).not.toBe('')
})

const crowd = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ person: `p${index}`, name: `P ${index}` }))

test('who is online is listed without oneself, and everybody is counted', () => {
  const people = [{ person: 'me', name: 'Me' }, ...crowd(2)]
  expect(onlinePeople({ t: 'around', people, count: 3 }, 'me', false)).toMatchObject({ count: 3, hidden: 0, more: 0 })
  expect(onlinePeople({ t: 'around', people, count: 3 }, 'me', false).others.map((one) => one.person)).toEqual([
    'p0',
    'p1',
  ])
  expect(onlinePeople(undefined, 'me', false)).toEqual({ count: 1, others: [], hidden: 0, more: 0 })
})

test('of many who are online some are listed, and the rest is counted', () => {
  const online = { t: 'around' as const, people: crowd(24), count: 60 }
  expect(onlinePeople(online, 'me', false)).toMatchObject({ count: 60, hidden: 16, more: 35 })
  expect(onlinePeople(online, 'me', true)).toMatchObject({ hidden: 0, more: 35 })
  expect(onlinePeople(online, 'me', true).others).toHaveLength(24)
})

test('nobody is hidden behind a line that is as long as a name', () => {
  expect(onlinePeople({ t: 'around', people: crowd(9), count: 9 }, 'p0', false).hidden).toBe(0)
})

test('who sits at a listed table has its colour', () => {
  const tables = new Map([
    [
      'a',
      entry('a', {
        seats: [
          { person: 'ann', colour: 'heron' },
          { person: 'bob', colour: '' },
        ],
      }),
    ],
  ])
  expect(colourOf(tables, { person: 'ann', name: 'Ann', table: 'a' })).toBe('heron')
  expect(colourOf(tables, { person: 'bob', name: 'Bob', table: 'a' })).toBeUndefined()
  expect(colourOf(tables, { person: 'ann', name: 'Ann', table: 'b' })).toBeUndefined()
})

test('namesakes of one list are told apart by a number', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `table${index}`)
  const twin = ids.find((id) => id !== 'table0' && tableName(id) === tableName('table0')) ?? ''
  const tables = new Map([entry('table0'), entry(twin)].map((each) => [each.table, each]))
  const names = [...tableNames(tables).values()]
  for (const name of names) expect(name).toMatch(new RegExp(`^${tableName(twin)} [1-9][0-9]$`))
  expect(new Set(names).size).toBe(2)
  expect([...tableNames(new Map([[twin, entry(twin)]])).values()]).toEqual([tableName(twin)])
})

test('persons of one name are told apart by a number that stays theirs, and nobody else gets one', () => {
  const people: Record<string, string> = { p1: 'Anna', p2: 'Bea', 'another-one': 'Anna' }
  const names = toldApart(['p1', 'p2', 'another-one', 'p1'], (id) => people[id] ?? '')
  expect(names.get('p1')).toMatch(/^Anna [1-9][0-9]$/)
  expect(names.get('another-one')).toMatch(/^Anna [1-9][0-9]$/)
  expect(names.get('p1')).not.toBe(names.get('another-one'))
  expect(names.get('p2')).toBe('Bea')
  expect(toldApart(['another-one', 'p1'], (id) => people[id] ?? '').get('p1')).toBe(names.get('p1'))
})

test('a game is unserved while no open table of it has a free seat', () => {
  const tables = new Map(
    [
      entry('a', { game: 'vinci', seats: [{ person: 'ann' }] }),
      entry('b', { game: 'nereus', seats: [{ person: 'ann' }, {}] }),
      entry('c', { game: 'glenmore', phase: 'running', seats: [{}] }),
    ].map((each) => [each.table, each]),
  )
  expect(unserved(tables, ['glenmore', 'nereus', 'vinci'])).toEqual(['glenmore', 'vinci'])
})
