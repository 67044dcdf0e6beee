/**
 * What this client holds of one table: the newest view, the history, the own decision, a visited past position.
 * The service says all of it; the store only joins snapshots and patches, and asks again when they do not fit.
 */

import type {
  Forecast,
  HistoryEntry,
  Inbound,
  Offers,
  Outbound,
  Patch,
  Presence,
  Rewound,
  Turn,
  Update,
  View,
} from '../wire/generated'
import { viewCrc } from './canonical'
import { type Entries, append, cut, prepend } from './history'
import { applyPatch, changedPaths } from './patch'

/** Past positions kept; a scrubbing finger comes back to the same ones. */
const PASTS = 64

/** A visited past position. It stays until one goes back to now, however the game goes on. */
export interface Visit {
  seq: number
  /** Absent while it is on its way. */
  view: View | undefined
  /** The newest event when the visit began: what came later passed meanwhile. */
  since: number
}

export interface TableState {
  readonly id: string
  readonly seq: number
  readonly mark: string
  readonly view: View | undefined
  readonly entries: Entries
  /** There are older entries. */
  readonly more: boolean
  readonly turn: Turn | undefined
  readonly offers: Offers | undefined
  readonly forecast: Forecast | undefined
  readonly names: Readonly<Record<string, string>>
  readonly presence: Presence | undefined
  readonly visit: Visit | undefined
  /** Where the game's view last changed: path of a leaf -> event. */
  readonly changed: ReadonlyMap<string, number>
  /** The newest event of the frame before the last one: everything later is news to a spectator. */
  readonly before: number
  readonly rewound: Rewound | undefined
  /** Why the table cannot be shown. */
  readonly gone: string | undefined
  /** How often what was held was not what the service holds. */
  readonly mismatches: number
}

/** The part of a connection that the store uses. */
export interface Line {
  ask(message: Inbound): boolean
}

export class TableStore {
  state: TableState
  private readonly watchers = new Set<() => void>()
  private readonly pasts = new Map<number, View>()
  private fetching = false
  private asked: number | undefined

  constructor(
    private readonly line: Line,
    readonly id: string,
    private readonly invitation?: string,
  ) {
    this.state = {
      id,
      seq: 0,
      mark: '',
      view: undefined,
      entries: [],
      more: false,
      turn: undefined,
      offers: undefined,
      forecast: undefined,
      names: {},
      presence: undefined,
      visit: undefined,
      changed: new Map(),
      before: 0,
      rewound: undefined,
      gone: undefined,
      mismatches: 0,
    }
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** The message that asks for this table from where this client is. Sent again after every reconnect. */
  enter = (): Inbound => {
    this.fetching = false
    this.asked = undefined
    const { view, seq, mark } = this.state
    const cursor = view === undefined ? {} : { seq, mark }
    const invitation = this.invitation === undefined ? {} : { invitation: this.invitation }
    return { t: 'enter', table: this.id, ...cursor, ...invitation }
  }

  /** Take in a message of the service; those for other tables do nothing. */
  hear(message: Outbound): void {
    if (message.t === 'people') {
      this.set({ names: { ...this.state.names, ...message.names } })
      return
    }
    if (!('table' in message) || message.table !== this.id) return
    switch (message.t) {
      case 'update':
        this.update(message)
        break
      case 'turn':
        this.set({ turn: message })
        break
      case 'offers':
        this.set({ offers: message })
        break
      case 'forecast':
        this.set({ forecast: message })
        break
      case 'presence':
        this.set({ presence: message })
        break
      case 'history':
        this.fetching = false
        this.set({ entries: prepend(this.state.entries, message.entries), more: message.more ?? false })
        break
      case 'past':
        this.arrived(message.seq, message.view)
        break
      case 'rewound':
        this.rewind(message)
        break
      case 'gone':
        this.set({ gone: message.code })
    }
  }

  // --- questions ----------------------------------------------------------------------------------------------

  loadOlder(): void {
    const first = this.state.entries[0]
    if (!this.state.more || this.fetching || first === undefined) return
    this.fetching = this.line.ask({ t: 'history', before: first.seq })
  }

  askOffers(): void {
    this.line.ask({ t: 'offers' })
  }

  askForecast(): void {
    this.line.ask({ t: 'forecast' })
  }

  dismissRewound(): void {
    this.set({ rewound: undefined })
  }

  // --- past positions -----------------------------------------------------------------------------------------

  /** Look at the position after an event. Looking at the newest one is going back to now. */
  visit(seq: number): void {
    const wanted = Math.max(1, seq)
    const since = this.state.visit?.since ?? this.state.seq
    if (wanted >= this.state.seq && this.state.view !== undefined && this.state.visit === undefined) return
    this.set({ visit: { seq: wanted, view: this.pasts.get(wanted), since } })
    this.fetchPast()
  }

  backToNow(): void {
    this.set({ visit: undefined })
  }

  /** One question at a time, always for what is wanted now, so that a scrubbing finger floods nobody. */
  private fetchPast(): void {
    const { visit, view } = this.state
    if (visit === undefined || visit.view !== undefined || view === undefined || this.asked !== undefined) return
    if (this.line.ask({ t: 'past', seq: visit.seq })) this.asked = visit.seq
  }

  private arrived(seq: number, view: View): void {
    this.asked = undefined
    this.pasts.delete(seq)
    this.pasts.set(seq, view)
    const oldest = this.pasts.keys().next()
    if (this.pasts.size > PASTS && oldest.done !== true) this.pasts.delete(oldest.value)
    const { visit } = this.state
    if (visit?.seq === seq) this.set({ visit: { ...visit, view } })
    this.fetchPast()
  }

  // --- the newest position ------------------------------------------------------------------------------------

  private update(update: Update): void {
    const view = this.joined(update)
    if (view === undefined || (update.crc !== undefined && viewCrc(view) !== update.crc)) {
      this.mismatch()
      return
    }
    const { state } = this
    // A whole view may be seen with other eyes: a seat was taken or left.
    const whole = update.view !== undefined
    if (whole) this.pasts.clear()
    const entries = append(state.entries, update.entries ?? [])
    const running = (view['table'] as View | undefined)?.['phase'] === 'running'
    const other = state.turn?.seq === update.seq ? {} : { offers: undefined }
    this.set({
      view,
      entries,
      ...other,
      seq: update.seq,
      mark: update.mark,
      more: (entries[0]?.seq ?? 1) > 1,
      turn: running && !whole ? state.turn : undefined,
      visit: this.visitAt(update.seq),
      changed: this.marks(view, update.seq),
      before: state.view === undefined ? update.seq : state.seq,
      gone: undefined,
    })
    this.fetchPast()
  }

  /** A visit that an address asked for begins when the table has come, if there is such a past position. */
  private visitAt(seq: number): Visit | undefined {
    const { visit } = this.state
    if (visit === undefined || visit.since > 0) return visit
    return visit.seq < seq ? { ...visit, since: seq } : undefined
  }

  /** The view that an update leads to; undefined when its patch is for another position than the one held. */
  private joined(update: Update): View | undefined {
    if (update.view !== undefined) return update.view
    const { view, seq, mark } = this.state
    if (view === undefined || update.base !== seq || update.base_mark !== mark) return undefined
    return applyPatch(view, (update.patch ?? {}) satisfies Patch)
  }

  /** What is held is not what the service holds: ask for the whole. */
  private mismatch(): void {
    this.set({ mismatches: this.state.mismatches + 1 })
    const invitation = this.invitation === undefined ? {} : { invitation: this.invitation }
    this.line.ask({ t: 'enter', table: this.id, ...invitation })
  }

  private marks(view: View, seq: number): ReadonlyMap<string, number> {
    const before = this.state.view?.['game']
    if (before === undefined) return this.state.changed
    const changed = new Map(this.state.changed)
    for (const path of changedPaths(before, view['game'])) changed.set(path, seq)
    return changed
  }

  private rewind(rewound: Rewound): void {
    this.pasts.clear()
    this.set({
      rewound,
      entries: cut(this.state.entries, rewound.seq),
      visit: undefined,
      turn: undefined,
      changed: new Map(),
    })
  }

  private set(part: Partial<TableState>): void {
    this.state = { ...this.state, ...part }
    for (const watcher of this.watchers) watcher()
  }
}

/** The entries that are news: those after the own last deed, or for a spectator those of the newest frame. */
export function isNews(entry: HistoryEntry, state: TableState, deed: number, seated: boolean): boolean {
  return entry.seq > (seated ? deed : state.before)
}
