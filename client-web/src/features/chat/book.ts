/** What is said at one table, as this page knows it, and what is still to be said. Knows nothing of how it looks. */

import { commandId } from '../../browser/random'
import type { Blocked, Chat, ChatLine, Inbound, Outbound, Report, Rooms, Said, Say } from '../../wire/generated'

export type Room = Say['room']

export const ROOMS: readonly Room[] = ['players', 'spectators']

/** Milliseconds until what the service could not take is sent again. */
const AGAIN = 2_000

/** The code of the reason why something was refused, with its words' values. */
export interface Refusal {
  code: string
  params: Record<string, string | number>
}

/** Something that was written here and is not said yet. */
export interface Unsaid {
  id: string
  room: Room
  text: string
  phrase: string
  refused?: Refusal
}

export interface ChatState {
  read: readonly Room[]
  write: readonly Room[]
  lines: Readonly<Record<Room, readonly ChatLine[]>>
  more: Readonly<Record<Room, boolean>>
  /** Messages that arrived while the page was open, announced as they arrive. */
  news: readonly { room: Room; line: ChatLine }[]
  unsaid: readonly Unsaid[]
  /** The people you have blocked everywhere. */
  blocked: ReadonlySet<string>
  /** Why somebody could not be blocked, or not be heard again, when it was asked for last. */
  notBlocked: Refusal | undefined
  /** Lines that were reported from this page. */
  reported: ReadonlySet<string>
  /** Why a line could not be reported. */
  unreported: ReadonlyMap<string, Refusal>
}

/** How a line is named in what was reported. */
export const lineOf = ({ room, number }: Pick<Report, 'room' | 'number'>): string => `${room} ${String(number)}`

export class Book {
  state: ChatState = {
    read: [],
    write: [],
    lines: { players: [], spectators: [] },
    more: { players: false, spectators: false },
    news: [],
    unsaid: [],
    blocked: new Set(),
    notBlocked: undefined,
    reported: new Set(),
    unreported: new Map(),
  }

  private readonly watchers = new Set<() => void>()
  private readonly reports = new Map<string, Report>()
  private blocking = ''
  private retry: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: string,
    /** Sends a message; false while there is no connection. */
    private readonly send: (message: Inbound) => boolean,
  ) {}

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** Ask for the chat of the table, which is shown or is about to be. */
  begin(): void {
    this.send({ t: 'chat' })
    // A message is reported once, however often that is requested.
    for (const report of this.reports.values()) this.send(report)
    this.flush()
  }

  end(): void {
    clearTimeout(this.retry)
  }

  hear(message: Outbound): void {
    if ('table' in message && message.table !== this.table) return
    switch (message.t) {
      case 'welcome':
        this.begin()
        break
      case 'rooms':
        this.rooms(message)
        break
      case 'chat':
        this.lines(message)
        break
      case 'said':
        this.said(message)
        break
      case 'refused':
        this.refused(message.id, message.code, message.params ?? {})
        break
      case 'problem':
        // What was in a frame that was one too many is sent again, under its own id.
        if (message.id !== undefined && this.state.unsaid.some(({ id }) => id === message.id)) this.later()
        else if (message.id !== undefined) this.unreported(message.id, { code: message.code, params: {} })
        break
      case 'blocked':
        this.blocked(message)
        break
    }
  }

  say(room: Room, what: { text: string } | { phrase: string }): void {
    this.set({ unsaid: [...this.state.unsaid, { id: commandId(), room, text: '', phrase: '', ...what }] })
    if (this.state.unsaid.length === 1) this.flush()
  }

  /** Say once more what was refused. */
  again(id: string): void {
    this.set({
      unsaid: this.state.unsaid.map((each) =>
        each.id === id ? { id: commandId(), room: each.room, text: each.text, phrase: each.phrase } : each,
      ),
    })
    this.flush()
  }

  discard(id: string): void {
    this.set({ unsaid: this.state.unsaid.filter((each) => each.id !== id) })
    this.flush()
  }

  older(room: Room): void {
    const before = this.state.lines[room][0]?.number
    if (before !== undefined && this.state.more[room]) this.send({ t: 'chat', room, before })
  }

  block(person: string, blocked: boolean): void {
    this.blocking = commandId()
    const sent = this.send({ t: 'block', id: this.blocking, person, blocked })
    this.set({ notBlocked: sent ? undefined : { code: 'unavailable', params: {} } })
  }

  report(room: Room, number: number): void {
    const report: Report = { t: 'report', id: commandId(), table: this.table, room, number }
    this.reports.set(report.id, report)
    const unreported = new Map(this.state.unreported)
    unreported.delete(lineOf(report))
    this.set({ unreported })
    if (!this.send(report)) this.unreported(report.id, { code: 'unavailable', params: {} })
  }

  // --- what comes ---------------------------------------------------------------------------------------------------

  private rooms({ read, write }: Rooms): void {
    const { lines, more } = this.state
    // What one may read no longer is not kept either.
    const kept = { players: read.includes('players'), spectators: read.includes('spectators') }
    this.set({
      read,
      write,
      lines: { players: kept.players ? lines.players : [], spectators: kept.spectators ? lines.spectators : [] },
      more: { players: kept.players && more.players, spectators: kept.spectators && more.spectators },
    })
  }

  private lines({ room, lines = [], whole = false, more = false, before }: Chat): void {
    const known = whole ? [] : this.state.lines[room]
    const last = known.at(-1)?.number ?? 0
    const byNumber = new Map([...known, ...lines].map((line) => [line.number, line]))
    const sorted = [...byNumber.values()].sort((one, other) => one.number - other.number)
    const fresh = whole || before !== undefined ? [] : lines.filter((line) => line.number > last && !line.gone)
    this.set({
      lines: { ...this.state.lines, [room]: sorted },
      more: whole || before !== undefined ? { ...this.state.more, [room]: more } : this.state.more,
      news: fresh.map((line) => ({ room, line })),
    })
  }

  private said({ id, room, number }: Said): void {
    if (this.reports.delete(id)) {
      this.set({ reported: new Set([...this.state.reported, lineOf({ room, number })]) })
    } else {
      this.discard(id)
    }
  }

  private refused(id: string, code: string, params: Record<string, string | number>): void {
    this.unreported(id, { code, params })
    if (id === this.blocking) this.set({ notBlocked: { code, params } })
    if (!this.state.unsaid.some((each) => each.id === id)) return
    if (code === 'unavailable' || code === 'no_table') {
      this.later()
      return
    }
    this.set({
      unsaid: this.state.unsaid.map((each) => (each.id === id ? { ...each, refused: { code, params } } : each)),
    })
    this.flush()
  }

  private unreported(id: string, why: Refusal): void {
    const report = this.reports.get(id)
    if (report === undefined) return
    this.reports.delete(id)
    this.set({ unreported: new Map([...this.state.unreported, [lineOf(report), why]]) })
  }

  private blocked({ persons = [] }: Blocked): void {
    this.set({ blocked: new Set(persons) })
  }

  // --- what to say --------------------------------------------------------------------------------------------------

  /** Send the oldest of what is not said yet: one after the other, so that they stand in their order. */
  private flush(): void {
    const next = this.state.unsaid.find((each) => each.refused === undefined)
    if (next === undefined) return
    const { id, room, text, phrase } = next
    this.send({ t: 'say', id, table: this.table, room, ...(phrase === '' ? { text } : { phrase }) })
  }

  private later(): void {
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.flush(), AGAIN)
  }

  private set(change: Partial<ChatState>): void {
    this.state = { ...this.state, news: [], ...change }
    for (const watcher of this.watchers) watcher()
  }
}
