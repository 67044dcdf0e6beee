/**
 * What this device keeps of what it was shown, to show it again when there is no connection: the list of tables and the
 * tables last looked at, only as their viewer was sent them. It is one person's: another's first step deletes it.
 */

import type { Session } from '../net/api'
import type { HistoryEntry, LobbyEntry, Outbound, View } from '../wire/generated'
import { WIRE_VERSION } from '../wire/generated'
import type { TableState } from './table/table'

/** Tables that are kept, those looked at last. */
export const MOST_TABLES = 12
/** Entries of the history that are kept of each, the newest. */
const MOST_ENTRIES = 300
/** Milliseconds after which what is shown is kept, and again while it is. */
const FIRST = 2_000
const EVERY = 20_000

const LOBBY = 'lobby'
const tableKey = (table: string) => `table ${table}`

export interface KeptLobby {
  tables: readonly LobbyEntry[]
  followed: Readonly<Record<string, string>>
}

export interface KeptTable {
  table: string
  seq: number
  mark: string
  view: View
  entries: readonly HistoryEntry[]
  names: Readonly<Record<string, string>>
}

interface Kept<T> {
  person: string
  /** An older page may have kept what this one reads otherwise. */
  wire: number
  /** Until when it was the newest, in milliseconds as by `Date.now`. */
  at: number
  what: T
}

export interface Store {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(keys: string[]): Promise<void>
  entries(): Promise<[string, unknown][]>
  clear(): Promise<void>
}

export interface Surroundings {
  store(): Promise<Store>
  /** The person it belongs to: read at once, so that nothing is shown to anybody else while it is still being deleted. */
  owner: { get(): string | null; set(session: string): void; clear(): void }
  connected(): boolean
  now(): number
  /** Call when the page goes out of sight; returns how to stop. */
  hidden(work: () => void): () => void
}

export class Keeper {
  /** Until when what is shown was the newest; 0 if nothing of it was kept; undefined as long as it is the newest. */
  since: number | undefined
  private me: Session | undefined
  private keeps = false
  private readonly watchers = new Set<() => void>()
  /** What keeps each thing that is shown. */
  private readonly shown = new Set<() => Promise<void>>()

  constructor(private readonly around: Surroundings) {}

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** The person who last used this device, if anything of theirs is kept. */
  get owner(): Session | undefined {
    try {
      const { person, name } = JSON.parse(this.around.owner.get() ?? '') as Partial<Session>
      return typeof person === 'string' && typeof name === 'string' ? { person, name } : undefined
    } catch {
      return undefined
    }
  }

  /** Somebody uses the page; undefined: nobody any more. Everything that was kept of others is gone at once. */
  belongTo(session: Session | undefined): void {
    this.me = session
    const had = this.around.owner.get() !== null
    if (had && this.owner?.person !== session?.person) {
      this.around.owner.clear()
      this.show(undefined)
      void this.around.store().then(
        (store) => store.clear(),
        () => undefined,
      )
    }
    this.own()
  }

  /** Keep things from now on: the page starts without a network. */
  async begin(): Promise<void> {
    this.keeps = true
    this.own()
    await Promise.all([...this.shown].map((take) => take()))
    const store = await this.around.store()
    await store.delete(surplus(await store.entries(), this.me?.person ?? ''))
  }

  /** Keep the list of tables while it is shown, until the returned function is called. */
  keepLobby(of: () => KeptLobby | undefined): () => void {
    return this.keep(LOBBY, of)
  }

  keepTable(of: () => TableState): () => void {
    return this.keep(tableKey(of().id), () => keptTable(of()))
  }

  /** The list of tables as it was last shown, if it was. */
  recallLobby(): Promise<KeptLobby | undefined> {
    return this.recall(LOBBY)
  }

  recallTable(table: string): Promise<KeptTable | undefined> {
    return this.recall(tableKey(table))
  }

  /** What is shown is the newest again. */
  fresh(): void {
    this.show(undefined)
  }

  private keep(key: string, of: () => unknown): () => void {
    const person = this.me?.person ?? ''
    const take = (): Promise<void> => this.put(key, person, of()).catch(() => undefined)
    let waiting = setTimeout(function again() {
      void take()
      waiting = setTimeout(again, EVERY)
    }, FIRST)
    const stop = this.around.hidden(() => void take())
    this.shown.add(take)
    return () => {
      clearTimeout(waiting)
      this.shown.delete(take)
      stop()
      void take()
    }
  }

  /** `person`: who it was shown to, which is not always who uses the page by now. */
  private async put(key: string, person: string, what: unknown): Promise<void> {
    if (!this.keeps || what === undefined || !this.around.connected() || this.me?.person !== person) return
    const kept: Kept<unknown> = { person, wire: WIRE_VERSION, at: this.around.now(), what }
    const store = await this.around.store()
    // Another page of this browser may have become somebody else.
    if (this.owner?.person === person) await store.set(key, kept)
  }

  private async recall<T>(key: string): Promise<T | undefined> {
    const kept = await this.read<T>(key).catch(() => undefined)
    if (this.around.connected()) return undefined
    const own = kept?.person === this.owner?.person && kept?.person === this.me?.person && kept?.wire === WIRE_VERSION
    this.show(own ? (kept?.at ?? 0) : 0)
    return own ? kept?.what : undefined
  }

  private async read<T>(key: string): Promise<Kept<T> | undefined> {
    return (await (await this.around.store()).get(key)) as Kept<T> | undefined
  }

  private own(): void {
    if (this.keeps && this.me !== undefined) this.around.owner.set(JSON.stringify(this.me))
  }

  private show(since: number | undefined): void {
    if (this.since === since) return
    this.since = since
    for (const watcher of this.watchers) watcher()
  }
}

/** What is no longer worth keeping: what others left, what an older page reads otherwise, and the oldest tables. */
export function surplus(all: readonly [string, unknown][], person: string): string[] {
  const kept = all as readonly [string, Kept<unknown>][]
  const [good, bad] = [kept.filter(([, one]) => one.person === person && one.wire === WIRE_VERSION), new Set<string>()]
  for (const [key] of kept) if (!good.some(([other]) => other === key)) bad.add(key)
  const tables = good.filter(([key]) => key !== LOBBY).sort(([, one], [, other]) => other.at - one.at)
  return [...bad, ...tables.slice(MOST_TABLES).map(([key]) => key)]
}

/** What is kept of a table: what can be seen there, and nothing that could be done. */
export function keptTable({ id, seq, mark, view, entries, names, gone }: TableState): KeptTable | undefined {
  if (view === undefined || gone !== undefined) return undefined
  return { table: id, seq, mark, view, entries: entries.slice(-MOST_ENTRIES), names }
}

/** The messages that would have shown a table as it was kept. */
export function tableMessages({ table, seq, mark, view, entries, names }: KeptTable): Outbound[] {
  return [
    { t: 'people', names: { ...names } },
    { t: 'update', table, seq, mark, view, entries: [...entries] },
  ]
}
