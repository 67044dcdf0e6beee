/**
 * Stands between what the store holds and what is shown: positions are shown one after the other, each with what
 * moves on its way there. Choices always belong to the newest position, so acting finishes the show.
 */

import type { HistoryEntry, View } from '../wire/generated'
import type { TableState } from '../state/table/table'
import { isPlayed, playedBy, runs } from '../state/table/history'
import { type Change, NOTHING, type Scene } from './steps'

/** Milliseconds for which a turn of somebody else is shown at most, at the usual speed. */
export const LONGEST_TURN = 1_600
/** More turns than these waiting are played fast; than the second, where moves stay for a while. */
export const PATIENCE = 3
export const LONG_PATIENCE = 12
export const FAST = 4
/** Milliseconds after which what a seat goes on to do is a new beginning. */
const PAUSE = 100

/** Where scenes are played. */
export interface Stage {
  /** Look at the page before the shown position changes. */
  prepare(scene: Scene, pace: Pace): void
  /** The position has changed: move what the scene says. */
  play(scene: Scene, pace: Pace): void
  /** Everything is in its place, now. */
  finish(): void
}

export interface Pace {
  /** How many times as fast as usual. */
  rate: number
  /** Many turns are played fast: nothing is heard. */
  catchingUp: boolean
}

export interface Surroundings {
  /** Nothing is to move: out of sight, or motion is not wished for. */
  still(): boolean
  /** Nobody looks: the page is out of sight. */
  hidden(): boolean
  /** Call back after milliseconds; returns how to forget it. */
  later(ms: number, then: () => void): () => void
  now(): number
  /** What moves between two positions. */
  scene(change: Change): Scene
  /** Milliseconds for which a turn of somebody else is shown at most. */
  longest(): number
  /** Milliseconds that a position stays before the next one is shown. */
  stays(change: Change): number
  /** Your seat. */
  mine(): number | undefined
}

interface Source {
  readonly state: TableState
  watch(watcher: () => void): () => void
}

interface Waiting {
  state: TableState
  scene: Scene
  /** The seats whose turns it shows, one entry per turn. */
  turns: (number | undefined)[]
  moves: number
  /** Milliseconds that it stays once all has landed. */
  stays: number
}

/** What came as one position, without those on the way to it. */
export interface Passed {
  moves: number
  entries: readonly HistoryEntry[]
}

export class Presenter {
  /** What is shown. */
  state: TableState
  /** The turns that nobody saw, as after a lost connection or while the page was out of sight: they are described. */
  passed: Passed | undefined
  /** The moves still to be shown, while they are played fast. */
  catchingUp: number | undefined
  stage: Stage | undefined

  private readonly watchers = new Set<() => void>()
  private newest: TableState
  private queue: Waiting[] = []
  private playing: Waiting | undefined
  private forget: (() => void) | undefined
  /** All has landed, and what is shown stays for a while. */
  private resting = false
  /** The position since which the page is out of sight, and nothing was done for the reader. */
  private unseenSince: number | undefined
  /** The seat whose turn was played last, since when, and until when. */
  private last: { seat: number | undefined; began: number; landed: number } | undefined

  constructor(
    private readonly store: Source,
    private readonly around: Surroundings,
  ) {
    this.state = this.newest = store.state
    store.watch(() => this.hear())
  }

  /** Something is on its way to the newest position. */
  get busy(): boolean {
    return this.playing !== undefined || this.queue.length > 0
  }

  /** Something that is shown, or will be, stays for a while. */
  private get isHeld(): boolean {
    return this.resting || [...(this.playing === undefined ? [] : [this.playing]), ...this.queue].some(stays)
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** Show the newest position, whatever is on its way there. */
  finish(): void {
    if (!this.busy) return
    this.halt()
    this.show(this.newest)
  }

  private hear(): void {
    const before = this.newest
    const { state } = this.store
    this.newest = state
    if (state.view === before.view) {
      // Something around the position changed: that is shown at once, whatever else is.
      this.show(this.queue.length === 0 ? state : this.behind(this.state))
      if (state.visit !== undefined || state.rewound !== before.rewound) this.finish()
      return
    }
    const change = changeOf(before, state)
    const groups = runs(
      (change?.entries ?? []).filter((entry) => entry.kind === 'moved'),
      playedBy,
    )
    // What lies between is not known as positions: nothing can be played that would end at this one.
    const unseen = groups.length > 1
    if (!this.around.hidden()) this.unseenSince = undefined
    else if (this.isOwn(change)) this.unseenSince = state.seq
    else this.unseenSince ??= before.seq
    const since = this.unseenSince
    if (since !== undefined && since < state.seq) {
      this.passed = passedIn(state.entries.filter((entry) => entry.seq > since))
    } else if (unseen && change !== undefined) this.passed = passedIn(change.entries)
    else if (this.isOwn(change)) this.passed = undefined
    const ms = change === undefined || this.around.hidden() ? 0 : this.around.stays(change)
    const still = this.around.still()
    const atOnce = still && ms === 0 && (this.around.hidden() || !this.isHeld)
    if (change === undefined || unseen || atOnce) {
      this.halt()
      this.show(state)
      return
    }
    const waiting: Waiting = {
      state,
      scene: this.stage === undefined || still ? NOTHING : this.around.scene(change),
      turns: groups.map((group) => group.key),
      moves: groups.reduce((sum, group) => sum + group.entries.length, 0),
      stays: ms,
    }
    const own = this.isOwn(change)
    if (own) this.halt()
    this.queue.push(waiting)
    const patience = this.queue.some(stays) ? LONG_PATIENCE : PATIENCE
    if (this.waitingTurns() > patience && this.catchingUp === undefined) {
      this.catchingUp = 0
      // What is played at the old pace would hold up the rest.
      this.goOn()
    }
    if (this.playing === undefined && !this.resting) this.next(own)
    else if (this.catchingUp !== undefined) this.show(this.behind(this.state))
  }

  /** What passed has been read. */
  dismissPassed(): void {
    this.passed = undefined
    this.show(this.state)
  }

  private isOwn(change: Change | undefined): boolean {
    const mine = this.around.mine()
    const entries = change?.entries ?? []
    return mine !== undefined && entries.some((entry) => entry.seat === mine && isPlayed(entry))
  }

  private next(own = false): void {
    for (;;) {
      const waiting = this.queue.shift()
      if (waiting === undefined) {
        this.catchingUp = undefined
        this.show(this.newest)
        return
      }
      const { scene } = waiting
      const pace = {
        rate: own && this.catchingUp === undefined ? 1 : this.rate(waiting),
        catchingUp: this.catchingUp !== undefined,
      }
      if (scene.ms > 0) this.stage?.prepare(scene, pace)
      this.playing = waiting
      this.show(this.queue.length === 0 ? this.newest : this.behind(waiting.state))
      if (scene.ms > 0 && this.stage !== undefined) {
        this.stage.play(scene, pace)
        this.forget = this.around.later(scene.ms / pace.rate, () => {
          this.landed()
          if (!this.rests(waiting)) this.next()
        })
        return
      }
      this.playing = undefined
      if (this.rests(waiting)) return
    }
  }

  /** Whether a position that is shown stays for a while, before the next one is. */
  private rests({ stays }: Waiting): boolean {
    if (stays === 0 || this.catchingUp !== undefined) return false
    this.resting = true
    this.forget = this.around.later(stays, () => {
      this.goOn()
      this.next()
    })
    this.show(this.state)
    return true
  }

  /** What is played or stays is over. */
  private goOn(): void {
    if (this.playing !== undefined) this.landed()
    this.forget?.()
    this.forget = undefined
    this.resting = false
  }

  /** How fast a position is shown, so that a turn takes no longer than it may. */
  private rate({ scene, turns }: Waiting): number {
    if (this.catchingUp !== undefined) return Math.max(FAST, scene.ms / (LONGEST_TURN * Math.max(1, turns.length)))
    // A sheet is read at its own pace, and so what comes from it.
    if (scene.steps.some((step) => step.do === 'scoring')) return 1
    const now = this.around.now()
    const seat = turns[0]
    const { last } = this
    const goesOn = turns.length === 1 && last !== undefined && last.seat === seat && now - last.landed < PAUSE
    const began = goesOn ? (last?.began ?? now) : now
    this.last = { seat: turns.at(-1), began, landed: Infinity }
    const others = this.queue.findIndex((other) => other.turns.length !== 1 || other.turns[0] !== seat)
    const following = this.queue.slice(0, others < 0 ? this.queue.length : others)
    const wanted = following.reduce((sum, other) => sum + other.scene.ms, scene.ms)
    const left = this.around.longest() * Math.max(1, turns.length) - (now - began)
    return Math.min(FAST, Math.max(1, wanted / Math.max(1, left)))
  }

  private waitingTurns(): number {
    const seats: (number | undefined)[] = []
    for (const each of [...(this.playing === undefined ? [] : [this.playing]), ...this.queue]) {
      for (const [index, seat] of each.turns.entries()) if (index > 0 || seats.at(-1) !== seat) seats.push(seat)
    }
    return seats.length
  }

  private landed(): void {
    this.forget?.()
    this.forget = undefined
    this.playing = undefined
    if (this.last !== undefined) this.last.landed = this.around.now()
    this.stage?.finish()
  }

  private halt(): void {
    this.queue = []
    this.catchingUp = undefined
    this.goOn()
  }

  /** The newest state, but with a position that is not the newest: nobody may act on it. */
  private behind(shown: TableState): TableState {
    const { view, seq, mark, entries, more, changed, before } = shown
    return { ...this.newest, view, seq, mark, entries, more, changed, before, turn: undefined, offers: undefined }
  }

  private show(state: TableState): void {
    this.state = state
    if (this.catchingUp !== undefined) {
      this.catchingUp = [this.playing, ...this.queue].reduce((sum, each) => sum + (each?.moves ?? 0), 0)
    }
    for (const watcher of this.watchers) watcher()
  }
}

function stays({ stays: ms }: Waiting): boolean {
  return ms > 0
}

function passedIn(entries: readonly HistoryEntry[]): Passed | undefined {
  const moves = entries.filter((entry) => entry.kind === 'moved' && entry.struck !== true)
  return moves.length === 0 ? undefined : { moves: moves.length, entries: moves }
}

/** What lies between two states; undefined where the one does not lead to the other line by line. */
function changeOf(before: TableState, after: TableState): Change | undefined {
  if (before.view === undefined || after.view === undefined) return undefined
  if (before.visit !== undefined || after.visit !== undefined || before.rewound !== after.rewound) return undefined
  const entries = after.entries.filter((entry) => entry.seq > before.seq)
  const unbroken = entries.length > 0 && entries.length === after.seq - before.seq
  const [one, other] = [before.view['game'], after.view['game']]
  if (!unbroken || one === undefined || other === undefined) return undefined
  return { before: one as View, after: other as View, entries, undone: undoneBy(entries, after.entries) }
}

function undoneBy(entries: readonly HistoryEntry[], all: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.flatMap(({ strike }) =>
    strike === undefined
      ? []
      : all.filter((entry) => entry.kind === 'moved' && entry.seq >= strike[0] && entry.seq <= strike[1]),
  )
}
