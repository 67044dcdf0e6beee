import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WIRE_VERSION } from '../wire/generated'
import type { Session } from '../net/api'
import { Keeper, MOST_TABLES, keptTable, surplus, tableMessages } from './keeper'
import { TableStore } from './table/table'

const ANN: Session = { person: 'p1', name: 'Ann' }
const BOB: Session = { person: 'p2', name: 'Bob' }
const LIST = { tables: [], followed: {} }

let stored: Map<string, unknown>
let owner: string | null
let connected: boolean
let now: number
let hide: (() => void)[]

function page(): Keeper {
  return new Keeper({
    store: () =>
      Promise.resolve({
        get: (key) => Promise.resolve(stored.get(key)),
        set: (key, value) => Promise.resolve(void stored.set(key, structuredClone(value))),
        delete: (keys) => Promise.resolve(keys.forEach((key) => stored.delete(key))),
        entries: () => Promise.resolve([...stored]),
        clear: () => Promise.resolve(stored.clear()),
      }),
    owner: { get: () => owner, set: (session) => (owner = session), clear: () => (owner = null) },
    connected: () => connected,
    now: () => now,
    hidden: (work) => {
      hide.push(work)
      return () => (hide = hide.filter((other) => other !== work))
    },
  })
}

/** A page of a person on which the list of tables was shown for a while. */
async function listSeen(session: Session): Promise<Keeper> {
  const keeper = page()
  keeper.belongTo(session)
  await keeper.begin()
  keeper.keepLobby(() => LIST)()
  await vi.waitUntil(() => stored.has('lobby'))
  return keeper
}

function seenTable(): TableStore {
  const table = new TableStore({ send: () => true }, 't1')
  table.hear({ t: 'people', names: { p1: 'Ann' } })
  table.hear({ t: 'update', table: 't1', seq: 7, mark: 'm7', view: { game: { round: 2 } }, entries: [] })
  table.hear({ t: 'turn', table: 't1', seq: 7, ask: 'a', must: true, legal: [] } as never)
  return table
}

beforeEach(() => {
  stored = new Map()
  owner = null
  connected = true
  now = 1_000
  hide = []
})

describe('a page without a connection', () => {
  test('shows the list as it was last seen, and says when that was', async () => {
    await listSeen(ANN)
    connected = false
    now = 9_000
    const later = page()
    expect(later.owner).toEqual(ANN)
    later.belongTo(ANN)
    expect(await later.recallLobby()).toEqual(LIST)
    expect(later.since).toBe(1_000)
  })

  test('says that nothing was kept of a table that was never seen', async () => {
    const keeper = await listSeen(ANN)
    connected = false
    expect(await keeper.recallTable('t9')).toBeUndefined()
    expect(keeper.since).toBe(0)
  })

  test('keeps nothing: what it shows is no news', async () => {
    const keeper = await listSeen(ANN)
    connected = false
    now = 9_000
    keeper.keepLobby(() => LIST)()
    expect(stored.get('lobby')).toMatchObject({ at: 1_000 })
  })

  test('shows the newest again once it is connected', async () => {
    const keeper = await listSeen(ANN)
    connected = false
    await keeper.recallLobby()
    const told = vi.fn()
    keeper.watch(told)
    keeper.fresh()
    expect(keeper.since).toBeUndefined()
    expect(told).toHaveBeenCalledOnce()
  })

  test('shows nothing that an older page kept under another version of the messages', async () => {
    const keeper = await listSeen(ANN)
    stored.set('lobby', { ...(stored.get('lobby') as object), wire: WIRE_VERSION - 1 })
    connected = false
    expect(await keeper.recallLobby()).toBeUndefined()
  })
})

describe('what was kept of somebody', () => {
  test('is gone when they sign out', async () => {
    const keeper = await listSeen(ANN)
    keeper.belongTo(undefined)
    expect(keeper.owner).toBeUndefined()
    await vi.waitUntil(() => stored.size === 0)
  })

  test('is gone when somebody else comes', async () => {
    await listSeen(ANN)
    const next = page()
    next.belongTo(BOB)
    expect(next.owner).toBeUndefined()
    await vi.waitUntil(() => stored.size === 0)
  })

  test('is shown to nobody else, even if it could not be deleted', async () => {
    await listSeen(ANN)
    owner = JSON.stringify(BOB)
    connected = false
    const next = page()
    next.belongTo(BOB)
    expect(await next.recallLobby()).toBeUndefined()
  })

  test('is not kept under the name of who comes next', async () => {
    const keeper = page()
    keeper.belongTo(ANN)
    await keeper.begin()
    const end = keeper.keepLobby(() => LIST)
    keeper.belongTo(BOB)
    end()
    await keeper.begin()
    expect(stored.size).toBe(0)
  })

  test('goes by their new name', async () => {
    const keeper = await listSeen(ANN)
    keeper.belongTo({ ...ANN, name: 'Anna' })
    expect(keeper.owner?.name).toBe('Anna')
    expect(stored.has('lobby')).toBe(true)
  })
})

describe('what is shown', () => {
  test('is kept when the page goes out of sight', async () => {
    const keeper = page()
    keeper.belongTo(ANN)
    await keeper.begin()
    keeper.keepTable(() => seenTable().state)
    hide.forEach((work) => work())
    await vi.waitUntil(() => stored.has('table t1'))
  })

  test('is not kept where the page could not start without a network', async () => {
    const keeper = page()
    keeper.belongTo(ANN)
    keeper.keepLobby(() => LIST)()
    await Promise.resolve()
    expect([stored.size, owner]).toEqual([0, null])
  })
})

test('a kept table shows the same position, history and names, and nothing that could be done', () => {
  const kept = keptTable(seenTable().state)
  const later = new TableStore({ send: () => false }, 't1')
  for (const message of tableMessages(structuredClone(kept) ?? (undefined as never))) later.hear(message)
  expect(later.state).toMatchObject({ seq: 7, mark: 'm7', view: { game: { round: 2 } }, names: { p1: 'Ann' } })
  expect(later.state.turn).toBeUndefined()
  // It goes on from there.
  expect(later.enter()).toMatchObject({ seq: 7, mark: 'm7' })
})

test('of a table that cannot be shown nothing is kept', () => {
  const table = seenTable()
  table.hear({ t: 'gone', table: 't1', code: 'no_such_table' } as never)
  expect(keptTable(table.state)).toBeUndefined()
})

test('the tables looked at last are kept, and nothing of others', () => {
  const of = (person: string, at: number) => ({ person, wire: WIRE_VERSION, at, what: {} })
  const tables = Array.from({ length: MOST_TABLES + 2 }, (_, at): [string, unknown] => [
    `table ${String(at)}`,
    of('p1', at),
  ])
  const all: [string, unknown][] = [['lobby', of('p1', 0)], ['table x', of('p2', 99)], ...tables]
  expect(surplus(all, 'p1')).toEqual(['table x', 'table 1', 'table 0'])
})
