/**
 * What this client holds of one table: the newest view, the history, your decision, a visited past position.
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
} from '../../wire/generated'
import { viewCrc } from '../../wire/canonical'
import { type Entries, append, cut, prepend } from './history'
import { applyPatch, changedPaths } from '../../wire/patch'
import { CLOCK, type Clock, Pasts } from './pasts'
import { type Perspective, around } from './scrub'

/** A visited past position. It stays until one goes back to now, however the game goes on. */
export interface Visit {
  seq: number
  /** Of the visited position, or until that has come of the one visited before; absent when there is none yet. */
  view: View | undefined
  /** The position that the view is of. */
  shown: number | undefined
  /** The newest event when the visit began: what came later passed meanwhile. */
  since: number
  /** What the visited event changed in the game: paths of leaves, and of all that they lie in. */
  changed: ReadonlySet<string>
}

const NOTHING: ReadonlySet<string> = new Set()

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
  /** A past position that is described next to the shown one, and its view once that has arrived. */
  readonly glance: { seq: number; view: View | undefined } | undefined
  /** Past positions that were collected, as far as they have come. */
  readonly collected: ReadonlyMap<number, View>
  /** The perspective from which the past is shown; undefined: yours. Those of others are open after the end. */
  readonly perspective: Perspective | undefined
  /** A position that an address asked for and that is not there. */
  readonly beyond: number | undefined
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
export interface StoreConnection {
  send(message: Inbound): boolean
}

export class TableStore {
  state: TableState
  private readonly watchers = new Set<() => void>()
  private readonly pasts: Pasts
  private fetching = false
  /** Whether what is held is where the last update of this connection led. */
  private led = false
  private collecting: readonly number[] = []

  constructor(
    private readonly connection: StoreConnection,
    readonly id: string,
    private readonly invitation?: string,
    clock: Clock = CLOCK,
  ) {
    this.pasts = new Pasts(
      (seq, perspective) =>
        this.connection.send({ t: 'past', seq, ...(perspective === undefined ? {} : { eyes: perspective }) }),
      clock,
    )
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
      glance: undefined,
      collected: new Map(),
      perspective: undefined,
      beyond: undefined,
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
    this.fetching = this.led = false
    this.pasts.lost()
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
        // Offers are for one decision at one position; until its turn comes, the last ones go with the last turn.
        this.set({
          turn: message,
          ...(this.state.turn?.seq === message.seq ? {} : { offers: undefined }),
          ...offersWith(message),
        })
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
        this.pasts.arrived(message.seq, message.eyes, message.view)
        this.show()
        break
      case 'no_past':
        this.pasts.missing(message.seq, message.eyes)
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
    this.fetching = this.connection.send({ t: 'history', before: first.seq })
  }

  /** `always`: the offers of later decisions too, which then come with them. */
  requestOffers(always: boolean): void {
    this.connection.send({ t: 'offers', always })
  }

  requestForecast(): void {
    this.connection.send({ t: 'forecast' })
  }

  dismissRewound(): void {
    this.set({ rewound: undefined })
  }

  // --- past positions -----------------------------------------------------------------------------------------

  /** Look at the position after an event. Looking at the newest one is going back to now. */
  visit(seq: number): void {
    const wanted = Math.max(1, seq)
    const { visit, view, perspective } = this.state
    if (wanted >= this.state.seq && view !== undefined && visit === undefined) return
    const since = visit?.since ?? this.state.seq
    this.set({
      visit: { seq: wanted, view: visit?.view, shown: visit?.shown, since, changed: NOTHING },
      beyond: undefined,
    })
    this.want(visit?.seq)
    if (this.pasts.get(wanted, perspective) !== undefined) this.show()
  }

  backToNow(): void {
    this.pasts.stop()
    this.set({ visit: undefined })
    this.want(undefined)
  }

  /** Have a past position at hand next to the shown one; undefined: no more. */
  glance(seq: number | undefined): void {
    if (this.state.glance?.seq === seq) return
    const { view, perspective } = this.state
    const known = (at: number): View | undefined => (at === this.state.seq ? view : this.pasts.get(at, perspective))
    this.set({ glance: seq === undefined ? undefined : { seq, view: known(seq) } })
    this.want(undefined)
  }

  /** Have some past positions at hand, which come when nobody waits for others. */
  collect(seqs: readonly number[]): void {
    this.collecting = seqs
    this.gather()
    this.want(undefined)
  }

  private gather(): void {
    const { seq: newest, view, perspective, collected } = this.state
    const missing = this.collecting.filter((seq) => !collected.has(seq))
    const found = missing.flatMap((seq): [number, View][] => {
      const known = seq === newest ? view : this.pasts.get(seq, perspective)
      return known === undefined ? [] : [[seq, known]]
    })
    if (found.length > 0) this.set({ collected: new Map([...collected, ...found]) })
  }

  /** See the past from the perspective of a seat, or of one who only watches; undefined: from yours. */
  look(perspective: Perspective | undefined): void {
    this.set({ perspective })
    this.show()
    this.want(undefined)
  }

  /** Whether the visited position is the one that is shown. */
  get arrived(): boolean {
    return this.state.visit === undefined || this.state.visit.shown === this.state.visit.seq
  }

  forgetBeyond(): void {
    this.set({ beyond: undefined })
  }

  private want(before: number | undefined): void {
    const { visit, view, seq, perspective, glance, collected } = this.state
    if (view === undefined) return
    const glanced = glance === undefined || glance.view !== undefined ? [] : [glance.seq]
    const visited = visit === undefined ? [] : around(visit.seq, before, seq)
    const all = [...glanced, ...visited, ...this.collecting.filter((each) => !collected.has(each))]
    if (all.length > 0) this.pasts.want(all, perspective)
  }

  /** Show what was asked for as far as it is at hand: the glance, and the visited position with what its event changed. */
  private show(): void {
    this.gather()
    const { visit, perspective, glance } = this.state
    const glanced = glance === undefined ? undefined : this.pasts.get(glance.seq, perspective)
    if (glance !== undefined && glanced !== undefined) this.set({ glance: { ...glance, view: glanced } })
    if (visit === undefined) return
    const view = this.pasts.get(visit.seq, perspective)
    if (view === undefined) return
    const before = this.pasts.get(visit.seq - 1, perspective)
    const changed = before === undefined ? NOTHING : withParents(changedPaths(before['game'], view['game']))
    this.set({ visit: { ...visit, view, shown: visit.seq, changed } })
  }

  // --- the newest position ------------------------------------------------------------------------------------

  private update(update: Update): void {
    // A patch without a base follows an update that was not taken in: the answer to `enter` is still to come.
    if (!this.led && update.view === undefined && update.base === undefined) return
    const view = this.joined(update)
    this.led = view !== undefined && (update.crc === undefined || viewCrc(view) === update.crc)
    if (view === undefined || !this.led) {
      this.mismatch()
      return
    }
    const { state } = this
    // A whole view may be seen from another perspective: a seat was taken or left.
    const whole = update.view !== undefined
    if (whole) this.pasts.clear()
    const entries = append(state.entries, update.entries ?? [])
    const running = (view['table'] as View | undefined)?.['phase'] === 'running'
    this.set({
      view,
      entries,
      seq: update.seq,
      mark: update.mark,
      more: (entries[0]?.seq ?? 1) > 1,
      ...(running && !whole ? {} : { turn: undefined, offers: undefined }),
      // What comes at once is shown at once: a board is not drawn twice for one move.
      ...(update.turn === undefined ? {} : { turn: update.turn, offers: undefined, ...offersWith(update.turn) }),
      ...this.wished(view, update.seq),
      changed: this.marks(view, update.seq),
      before: state.view === undefined ? update.seq : state.seq,
      gone: undefined,
    })
    this.want(undefined)
  }

  /** A visit that an address asked for begins when the table has come, if there is such a past position. */
  private wished(view: View, seq: number): Partial<TableState> {
    const { visit } = this.state
    if (visit === undefined || visit.since > 0) return {}
    const begun = (view['table'] as View | undefined)?.['phase'] !== 'open'
    if (begun && visit.seq < seq) return { visit: { ...visit, since: seq } }
    return visit.seq === seq ? { visit: undefined } : { visit: undefined, beyond: visit.seq }
  }

  /** The view that an update leads to; undefined when its patch names another position than the one held. */
  private joined(update: Update): View | undefined {
    if (update.view !== undefined) return update.view
    const { view, seq, mark } = this.state
    if (view === undefined || (update.base ?? seq) !== seq || (update.base_mark ?? mark) !== mark) return undefined
    return applyPatch(view, (update.patch ?? {}) satisfies Patch)
  }

  /** What is held is not what the service holds: ask for the whole. */
  private mismatch(): void {
    this.set({ mismatches: this.state.mismatches + 1 })
    const invitation = this.invitation === undefined ? {} : { invitation: this.invitation }
    this.connection.send({ t: 'enter', table: this.id, ...invitation })
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
      glance: undefined,
      collected: new Map(),
      turn: undefined,
      changed: new Map(),
    })
  }

  private set(part: Partial<TableState>): void {
    this.state = { ...this.state, ...part }
    for (const watcher of this.watchers) watcher()
  }
}

function offersWith({ table, ask: decisionToken, offers }: Turn): { offers?: Offers } {
  return offers === undefined ? {} : { offers: { t: 'offers', table, ask: decisionToken, offers } }
}

/** The entries that are news: those after your last action, or for a spectator those of the newest frame. */
export function isNews(entry: HistoryEntry, state: TableState, action: number, seated: boolean): boolean {
  return entry.seq > (seated ? action : state.before)
}

/** The paths and all that they lie in. */
function withParents(paths: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) {
    for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) all.add(part)
  }
  return all
}
