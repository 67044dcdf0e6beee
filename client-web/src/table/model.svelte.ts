/** One table as the page shows it: what the store holds, seen by this person, and the deeds that are open. */

import { connection, line, me, perform } from '../lib/app.svelte'
import { type Seat, type TableInfo, gameView, isTaken, seatOf, tableInfo } from '../lib/document'
import { wordsOf } from '../lib/games.svelte'
import { lastDeed } from '../lib/history'
import { t } from '../lib/i18n.svelte'
import type { People } from '../lib/lines'
import { Live } from '../lib/live.svelte'
import { sameMove } from '../lib/moves'
import { randomHex } from '../lib/random'
import { recall, remember } from '../lib/remember'
import { go } from '../lib/router.svelte'
import { tablePath } from '../lib/routes'
import { TableStore } from '../lib/table'
import type { Words } from '../lib/words'
import type { Accepted, Do, GameMove, Offer, Range, View } from '../wire/generated'

/** Milliseconds that the clocks of two machines may differ before a lapsed proposal is still shown. */
const CLOCK_SLACK = 5_000

const NO_MOVES: readonly GameMove[] = []

export class TableModel {
  readonly store: TableStore
  private readonly live: Live<TableStore>
  private picked = $state.raw<GameMove | undefined>()
  private clock = $state(Date.now())
  priced = $state(recall('priced') === 'yes')
  forecasting = $state(false)
  /** Something is on its way for so long that it is worth a word. */
  slow = $state(false)

  constructor(
    readonly table: string,
    readonly invitation: string | undefined,
    at: number | undefined,
  ) {
    this.store = new TableStore(connection, table, invitation)
    this.live = new Live(this.store)
    if (at !== undefined) this.store.visit(at)
  }

  /** Follow the table until the returned function is called. */
  follow(): () => void {
    const stop = connection.listen((message) => this.store.hear(message))
    const leave = connection.show(this.store.enter)
    const ticking = setInterval(() => (this.clock = Date.now()), 1_000)
    return () => {
      clearInterval(ticking)
      stop()
      leave()
    }
  }

  // --- what there is --------------------------------------------------------------------------------------------

  readonly state = $derived.by(() => this.live.now.state)
  readonly info = $derived.by((): TableInfo | undefined =>
    this.state.view === undefined ? undefined : tableInfo(this.state.view),
  )
  readonly words = $derived.by((): Words => wordsOf(this.info?.game ?? ''))
  readonly mySeat = $derived.by((): Seat | undefined =>
    this.info === undefined ? undefined : seatOf(this.info, me().person),
  )
  readonly host = $derived.by(() => this.info !== undefined && this.info.host === me().person)
  readonly visiting = $derived.by(() => this.state.visit !== undefined)

  readonly people: People = {
    seats: 0,
    mine: undefined,
    seat: (seat) => this.seatName(seat),
    person: (id) => this.personName(id),
  }
  readonly crowd = $derived.by((): People => ({
    ...this.people,
    seats: this.info?.seats.length ?? 0,
    mine: this.mySeat?.seat,
  }))

  /** The game as it is shown: now, or at the visited position (the present one until that has come). */
  readonly game = $derived.by((): View | undefined => {
    const view = this.state.visit?.view ?? this.state.view
    return view === undefined ? undefined : gameView(view)
  })

  readonly turn = $derived.by(() => (this.visiting ? undefined : this.state.turn))
  readonly legal = $derived.by((): readonly GameMove[] => this.turn?.legal ?? NO_MOVES)
  readonly chosen = $derived.by(
    () => sameMove(this.legal, this.picked) ?? (this.legal.length === 1 ? this.legal[0] : undefined),
  )
  readonly offers = $derived.by((): readonly Offer[] => {
    const { offers } = this.state
    return offers !== undefined && this.turn !== undefined && offers.ask === this.turn.ask ? offers.offers : []
  })
  readonly myTurn = $derived.by(() => this.state.turn?.must === true && this.legalNow)
  private readonly legalNow = $derived.by(() => (this.state.turn?.legal ?? []).length > 0)

  readonly away = $derived.by((): ReadonlySet<string> => new Set(this.state.presence?.away ?? []))
  readonly proposal = $derived.by(() => {
    const proposal = this.info?.proposal
    return proposal === undefined || this.clock > proposal.until + CLOCK_SLACK ? undefined : proposal
  })
  readonly sending = $derived.by(() =>
    line.now.pending.some((command) => command.table === this.table && changesGame(command.do)),
  )

  /** Everything later than this event is news. */
  readonly newsAfter = $derived.by(() =>
    this.mySeat === undefined ? this.state.before : lastDeed(this.state.entries, this.mySeat.seat) - 1,
  )
  private readonly fresh = $derived.by((): ReadonlySet<string> => {
    const fresh = new Set<string>()
    if (this.visiting) return fresh
    for (const [path, seq] of this.state.changed) {
      if (seq <= this.newsAfter) continue
      for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) fresh.add(part)
    }
    return fresh
  })
  readonly news = (path: string): boolean => this.fresh.has(path)

  /** The points that a game shows in `players`, as most do. */
  points(seat: number): number | undefined {
    if (this.info?.result !== undefined) return this.info.result.scores[seat]
    const view = this.state.view === undefined ? undefined : gameView(this.state.view)
    const player = ((view?.['players'] as View | undefined)?.[String(seat)] ?? {}) as View
    return typeof player['points'] === 'number' ? player['points'] : undefined
  }

  range(seat: number): Range | undefined {
    if (!this.forecasting || this.info?.phase !== 'running') return undefined
    return this.state.forecast?.ranges.find((range) => range.seat === seat)
  }

  seatName(seat: number): string {
    const found = this.info?.seats[seat]
    if (found === undefined || !isTaken(found)) return t('seat.number', { number: seat + 1 })
    return found.bot ? t('bot', { number: seat + 1 }) : this.personName(found.person)
  }

  personName(id: string): string {
    return this.state.names[id] ?? (id === me().person ? me().name : t('somebody'))
  }

  // --- what can be done -----------------------------------------------------------------------------------------

  act(what: Do, label = ''): Promise<Accepted | undefined> {
    return perform(what, {
      table: this.table,
      label,
      words: this.words,
      person: this.people.seat,
      ...(this.info === undefined ? {} : { game: this.info.game }),
    })
  }

  /** Choose a move; choosing the chosen one again makes it. */
  readonly choose = (move: GameMove): void => {
    if (move === this.chosen && this.picked !== undefined) void this.make(move)
    else this.picked = move
  }

  async make(move: GameMove): Promise<void> {
    const ask = this.turn?.ask
    if (ask === undefined || this.sending) return
    this.picked = undefined
    await this.act({ type: 'move', ask, move }, this.words.move(move, this.people.seat))
  }

  forget(): void {
    this.picked = undefined
  }

  readonly undo = (): void => this.goBack(this.turn?.undo?.[0])
  readonly reset = (): void => this.goBack(this.turn?.undo?.at(-1))
  readonly redo = (): void => {
    const to = this.turn?.redo?.[0]
    if (to !== undefined && !this.sending) void this.act({ type: 'redo', to }, t('rail.redo'))
  }
  private goBack(to: number | undefined): void {
    if (to !== undefined && !this.sending) void this.act({ type: 'undo', to }, t('rail.undo'))
  }

  ready(ready: boolean): void {
    void this.act({ type: 'ready', ready, nonce: randomHex(16) })
  }

  /** The position that one would ask the others to return to from the visited one: the last move that still counts. */
  readonly returnTo = $derived.by((): number | undefined => {
    const visited = this.state.visit?.seq
    if (visited === undefined || this.mySeat === undefined || this.info?.phase !== 'running') return undefined
    const started = (entry: { kind: string; lines?: { key: string }[] }) =>
      entry.lines?.some((each) => each.key === 'started') === true
    const counts = this.state.entries.findLast(
      (entry) => entry.seq <= visited && ((entry.kind === 'moved' && entry.struck !== true) || started(entry)),
    )
    return counts?.seq ?? visited
  })

  async playAgain(): Promise<void> {
    const { info } = this
    if (info === undefined) return
    const { game, access, watch, options } = info
    const answer = await perform({ type: 'create', game, seats: info.seats.length, options, access, watch })
    if (answer === undefined) return
    await perform({ type: 'sit', seat: 0 }, { table: answer.table })
    go(tablePath(answer.table))
  }

  price(wanted: boolean): void {
    this.priced = wanted
    remember('priced', wanted ? 'yes' : 'no')
  }
}

function changesGame(what: Do): boolean {
  return what.type === 'move' || what.type === 'undo' || what.type === 'redo'
}
