/** One table as the page shows it: what the store holds, seen by this person, and the actions that are open. */

import { flushSync } from 'svelte'
import { connection, liveConnection, me, perform } from '../../state/app.svelte'
import {
  type Seat,
  type TableInfo,
  fromBehind,
  gameView,
  playersOf,
  seatOf,
  pointsIn,
  tableInfo,
} from '../../state/table/document'
import { wordsOf } from '../../state/games.svelte'
import { named } from '../../state/naming.svelte'
import { lastAction, positionUpTo } from '../../state/table/history'
import { t } from '../../i18n/i18n.svelte'
import type { People } from '../../i18n/lines'
import { Taught } from '../../features/lesson/taught.svelte'
import { Live } from '../../browser/live.svelte'
import type { Board, MainAction, Player, Position, Table } from '../../board/contract'
import type { Loaded } from '../../board/load'
import { wordsFor } from '../../board/words'
import { randomHex } from '../../browser/random'
import { type Reason, endExplaining, explain } from '../../state/reasons.svelte'
import { recall, remember } from '../../browser/remember'
import { setting } from '../../state/settings.svelte'
import { botPause } from '../../state/speeds.svelte'
import { sameMove } from '../../state/table/moves'
import { type TableState, TableStore } from '../../state/table/table'
import type { Words } from '../../i18n/words'
import { isStill, later, pageTimes } from '../../motion/page'
import { LONGEST_TURN, Presenter } from '../../motion/presenter'
import { NOTHING } from '../../motion/steps'
import { TIMES } from '../../motion/times'
import type { Accepted, Do, GameMove, HistoryEntry, Offer, Range, View } from '../../wire/generated'
import { equal } from '../../wire/patch'
import { Absences } from './absences.svelte'
import { positionOf } from './position'
import { boardTable } from './boardtable'
import { Choice } from './choice.svelte'
import { Closure } from './closure.svelte'
import { Names } from './names.svelte'
import { Rematch } from './rematch.svelte'
import { inOrder } from './seats'
import { Shown } from './shown.svelte'
import { TurnEnd } from './turnend.svelte'

/** Milliseconds that the clocks of two machines may differ before a lapsed proposal is still shown. */
const CLOCK_SLACK = 5_000

/** A scoring on its sheet: played as it comes, with the points before it and the game after it, or asked for later. */
interface Scoring {
  round: number
  before?: readonly number[]
  staged: boolean
  game?: View | undefined
}

const NO_MOVES: readonly GameMove[] = []

export class TableModel {
  readonly store: TableStore
  /** Shows the positions of the store one after the other. */
  readonly presenter: Presenter
  private readonly live: Live<Presenter>
  readonly choice = new Choice(this)
  readonly turnEnd = new TurnEnd(this)
  /** The lesson that it is, if it is one. */
  readonly taught = new Taught(this)
  readonly people = new Names(this)
  readonly absences = new Absences(this)
  readonly rematch = new Rematch(this)
  readonly closure: Closure
  /** The board of the game, once it has come. */
  loaded = $state.raw<Loaded | undefined>()
  readonly board = $derived.by((): Board | undefined => this.loaded?.board)
  /** It has not come yet when it was asked for. */
  boardFailed = $state(false)
  private clock = $state(Date.now())
  priced = $state(recall('priced') === 'yes')
  /** Somebody looks at what a score is made of. */
  breakdownOpen = $state(false)
  readonly forecasting = $derived.by(() => this.breakdownOpen || setting('forecast'))
  /** The result lies over the board, until somebody puts it away. */
  resultShown = $state(true)
  /** The position from which a game that is over is about to be played on at a table of its own. */
  playingOn = $state<number | undefined>()
  /** The overview of the pieces lies open. */
  overviewOpen = $state(false)
  /** Something is on its way for so long that it is worth a word. */
  slow = $state(false)

  constructor(
    readonly table: string,
    readonly invitation: string | undefined,
    at: number | undefined,
  ) {
    this.store = new TableStore(connection, table, invitation)
    this.closure = new Closure(table)
    this.presenter = new Presenter(this.store, {
      still: isStill,
      hidden: () => document.hidden,
      later,
      now: () => performance.now(),
      scene: (change) => this.board?.scenes?.scene(change, pageTimes()) ?? NOTHING,
      longest: () => (LONGEST_TURN * pageTimes().move) / TIMES.move,
      stays: ({ entries }) => (entries.some((entry) => this.isBots(entry)) ? botPause() * 1_000 : 0),
      mine: () => this.mySeat?.seat,
    })
    this.live = new Live(this.presenter)
    this.shown = new Shown(this.presenter, connection, () => {
      flushSync()
      return this.page.takeRecords().length > 0
    })
    if (at !== undefined) this.store.visit(at)
  }

  /** A bot has moved. */
  private isBots({ kind, seat }: HistoryEntry): boolean {
    return kind === 'moved' && seat !== undefined && this.info?.seats[seat]?.bot === true
  }

  /** Follow the table until the returned function is called. */
  follow(): () => void {
    this.page.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    const stop = connection.listen((message) => {
      this.store.hear(message)
      if (message.t === 'next_game' && message.table === this.table) this.rematch.hear(message)
    })
    const leave = connection.show(this.store.enter)
    const ticking = setInterval(() => {
      this.clock = Date.now()
      this.absences.count(this.clock)
    }, 1_000)
    return () => {
      clearInterval(ticking)
      this.page.disconnect()
      stop()
      leave()
      this.presenter.finish()
    }
  }

  // --- what there is --------------------------------------------------------------------------------------------

  /** The newest position, or one on the way there, on which nobody can act, a frame after what lies where. */
  get state(): TableState {
    return this.shown.state
  }
  /** The same, a frame later: for what stands around the board. */
  get around(): TableState {
    return this.shown.around
  }
  private readonly shown: Shown
  /** Tells whether a position changes what is on the page. */
  private readonly page = new MutationObserver(() => undefined)

  /** What came at once after a lost connection. */
  readonly passed = $derived.by(() => this.live.now.passed)
  /** Something is on its way to where it is shown. */
  readonly moving = $derived.by(() => this.live.now.busy)
  /** The points of the end are on their way, or their sheet still counts: nobody has won yet. */
  readonly counting = $derived.by(
    () => this.info?.result !== undefined && !this.visiting && (this.moving || this.scoring?.before !== undefined),
  )
  /** The moves still to be shown, while they are played fast. */
  readonly catchingUp = $derived.by(() => this.live.now.catchingUp)
  /** The sheet of a scoring that lies over the board. */
  scoring = $state.raw<Scoring | undefined>()
  readonly info = $derived.by((): TableInfo | undefined =>
    this.state.view === undefined ? undefined : this.seen(tableInfo(this.state.view)),
  )
  readonly words = $derived.by((): Words => wordsOf(this.info?.game ?? ''))
  /** The same as boards ask for them. */
  readonly boardWords = $derived.by(() => wordsFor(this.words, this.people.seat))
  /** What the game is called. */
  readonly title = $derived.by(() => this.words.title ?? this.info?.game ?? '')
  readonly mySeat = $derived.by((): Seat | undefined =>
    this.info === undefined ? undefined : seatOf(this.info, me().person),
  )
  /** The seat that one has given to a bot and can take back. */
  readonly kept = $derived.by((): Seat | undefined => this.info?.seats.find((seat) => seat.keeper === me().person))
  readonly host = $derived.by(() => !this.closure.holds && this.info !== undefined && this.info.host === me().person)
  /** Whether one may sit down, as far as the page knows: an invitation may have been taken back. */
  readonly welcome = $derived.by(
    () =>
      !this.closure.holds &&
      (this.info?.access !== 'invited' || this.host || this.mySeat !== undefined || this.invitation !== undefined),
  )
  readonly visiting = $derived.by(() => this.state.visit !== undefined)

  private seen(info: TableInfo): TableInfo {
    return info.delay === undefined || seatOf(info, me().person) !== undefined ? info : fromBehind(info)
  }
  private readonly seats = $derived.by(() => (this.info === undefined ? 0 : playersOf(this.info).length))
  private readonly mine = $derived.by(() => this.mySeat?.seat)
  readonly crowd = $derived.by((): People => ({
    seat: this.people.seat,
    person: this.people.person,
    seats: this.seats,
    mine: this.mine,
  }))

  private known: readonly Player[] = []
  /** The players, as boards know them: the same list until one is another. */
  readonly players = $derived.by((): readonly Player[] => {
    const seats = this.info === undefined ? [] : playersOf(this.info)
    const now = seats.map(({ seat, colour }) => ({ seat, name: this.people.seat(seat), colour: colour || 'raven' }))
    if (!equal(now, this.known)) this.known = now
    return this.known
  })
  /** The position, as boards know it. */
  readonly position: Position = positionOf(this, () => this.game)
  /** What boards may ask of the page. */
  readonly boardTable: Table = boardTable(this)
  private readonly positionAround: Position = positionOf(this, () => this.gameAround)

  /** The table at the position that is shown, as far as the seats need it: now, or at the visited one. */
  readonly then = $derived.by((): TableInfo | undefined => {
    const visited = this.state.visit?.view
    return visited === undefined ? this.info : this.seen(tableInfo(visited))
  })
  /** The game as it is shown: now, or at the visited position (the present one until that has come). */
  readonly game = $derived.by((): View | undefined => {
    const view = this.state.visit?.view ?? this.state.view
    return view === undefined ? undefined : gameView(view)
  })

  /** What lies where: the same, a frame sooner. */
  readonly lying = $derived.by((): View | undefined => {
    const view = this.shown.lying.visit?.view ?? this.shown.lying.view
    return view === undefined ? undefined : gameView(view)
  })

  /** The same, a frame later: for what stands around the board. */
  readonly gameAround = $derived.by((): View | undefined => {
    const view = this.shown.around.visit?.view ?? this.shown.around.view
    return view === undefined ? undefined : gameView(view)
  })

  /** The newest game that has come, whatever is visited: of which a scoring tells. */
  readonly latest = $derived.by((): View | undefined => {
    const { view } = this.state
    return view === undefined ? undefined : gameView(view)
  })

  /** The seats in the order in which they act next, as far as the game says. */
  readonly order = $derived.by((): readonly number[] => {
    const { game } = this
    return game === undefined || this.then?.phase !== 'running' ? [] : (this.board?.order?.(this.position) ?? [])
  })

  /** Where all decide at once, those who have done so, in the order of their turns; else nobody. */
  readonly decisions = $derived.by((): readonly { seat: Seat; decided: boolean }[] => {
    const { game, board, then } = this
    if (game === undefined || board?.decided === undefined || then?.phase !== 'running') return []
    return inOrder(playersOf(then), this.order).flatMap((seat) => {
      const decided = board.decided?.(this.position, seat.seat)
      return decided === undefined ? [] : [{ seat, decided }]
    })
  })

  private readonly newest = $derived.by(() => (this.closure.holds ? undefined : this.state.turn))
  readonly turn = $derived.by(() => (this.visiting ? undefined : this.newest))
  readonly legal = $derived.by((): readonly GameMove[] => this.taught.open(this.turn?.legal ?? NO_MOVES))
  /** The other seat whose own area is shown large. */
  looking = $state<number | undefined>()
  /** What the board itself would do next. */
  action = $state.raw<MainAction | undefined>()
  /** Ids that the line of the history under the pointer names. */
  spotlight = $state.raw<ReadonlySet<string>>(new Set())
  /** The same, and those that the lesson speaks of. */
  readonly lit = $derived.by((): ReadonlySet<string> => new Set([...this.spotlight, ...this.taught.lights]))
  readonly offers = $derived.by((): readonly Offer[] => {
    const { offers } = this.state
    if (offers === undefined || this.turn === undefined || offers.ask !== this.turn.ask) return []
    return this.taught.offered(offers.offers, (move) => sameMove(this.legal, move) !== undefined)
  })
  readonly myTurn = $derived.by(() => this.newest?.must === true && this.legalNow)
  private readonly legalNow = $derived.by(() => (this.newest?.legal ?? []).length > 0)

  readonly proposal = $derived.by(() => {
    const proposal = this.info?.proposal
    const over = proposal === undefined || this.closure.holds || this.clock > proposal.until + CLOCK_SLACK
    return over ? undefined : proposal
  })
  private readonly open = $derived.by(() =>
    this.shown.under.way.find((command) => command.table === this.table && changesGame(command.do)),
  )
  readonly sending = $derived.by(() => this.open !== undefined)
  /** What is being sent, in words. */
  readonly underway = $derived.by(() => this.open?.label ?? '')

  /** Everything later than this event is news. */
  readonly newsAfter = $derived.by(() =>
    this.mySeat === undefined ? this.state.before : lastAction(this.state.entries, this.mySeat.seat) - 1,
  )
  private readonly fresh = $derived.by((): ReadonlySet<string> => {
    const { visit } = this.state
    if (visit !== undefined) return visit.changed
    const fresh = new Set<string>()
    for (const [path, seq] of this.state.changed) {
      if (seq <= this.newsAfter) continue
      for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) fresh.add(part)
    }
    return fresh
  })
  /** Whether something at or below a path of the game is news; another function with other news. */
  readonly news = $derived.by(() => {
    const { fresh } = this
    return (path: string): boolean => fresh.has(path)
  })

  /** The points that the game shows of a seat, or its score; undefined: there are none. */
  points(seat: number): number | undefined {
    const { then, game, words } = this
    if (!words.scored) return undefined
    return then?.result === undefined ? pointsIn(game, seat) : then.result.scores[seat]
  }

  /** What a seat would have in the end as everything stands; another function with another forecast. */
  readonly range = $derived.by(() => {
    const ranges = this.info?.phase !== 'running' || this.visiting ? [] : this.shown.around.forecast?.ranges
    return (seat: number): Range | undefined => ranges?.find((range) => range.seat === seat)
  })

  /** How a seat stands, in the words of the game. */
  note(seat: number): string | undefined {
    return this.gameAround === undefined ? undefined : this.board?.note?.(this.positionAround, seat)
  }

  // --- what can be done -----------------------------------------------------------------------------------------

  async act(what: Do, label = ''): Promise<Accepted | undefined> {
    if (what.type === 'sit' && this.mySeat === undefined && !(await named())) return undefined
    return perform(what, {
      table: this.table,
      label,
      words: this.words,
      person: this.people.seat,
      refused: (reason) => this.refusedAt(reason),
      ...(this.info === undefined ? {} : { game: this.info.game }),
    })
  }

  /** The element touched last, next to which a refusal is shown. */
  touched: Element | undefined
  private refusedAt(reason: Reason): boolean {
    const at = this.touched
    if (at?.isConnected !== true || at.getClientRects().length === 0) return false
    endExplaining()
    explain(at, [reason])
    return true
  }

  /** What the page does when a board asks for it: how to show a surface, and how to draw the plate of a seat. */
  showSurface: Table['go'] = () => undefined
  drawPlate: Table['plate'] = () => () => undefined

  readonly look = (seat: number | undefined): void => {
    this.looking = seat
  }

  /** Whether a decision is on its way already. The next one may be there before its move is acknowledged. */
  answered(decisionToken: number): boolean {
    return liveConnection.now.pending.some(
      (command) =>
        command.table === this.table &&
        changesGame(command.do) &&
        (command.do.type !== 'move' || command.do.ask === decisionToken),
    )
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

  /** Look at a past position; from the newest on it is the present one. */
  visit(seq: number): void {
    if (this.info?.phase === 'open') return
    if (seq >= this.state.seq) this.store.backToNow()
    else this.store.visit(seq)
  }

  /** The position that one would ask the others to return to from the visited one: the last move that still counts. */
  readonly returnTo = $derived.by((): number | undefined => {
    const visited = this.state.visit?.seq
    if (visited === undefined || this.mySeat === undefined || this.info?.phase !== 'running') return undefined
    return positionUpTo(this.state.entries, visited) ?? visited
  })

  price(wanted: boolean): void {
    this.priced = wanted
    remember('priced', wanted ? 'yes' : 'no')
  }
}

function changesGame(what: Do): boolean {
  return what.type === 'move' || what.type === 'undo' || what.type === 'redo'
}
