import { expect, test } from 'vitest'
import type { LobbyEntry } from '../wire/generated'
import { follow, sections, tableName } from './lobby'

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
