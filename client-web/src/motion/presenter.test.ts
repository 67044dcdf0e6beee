import { beforeEach, expect, test, vi } from 'vitest'
import { TableStore } from '../state/table/table'
import type { HistoryEntry, Outbound, View } from '../wire/generated'
import { FAST, LONGEST_TURN, Presenter } from './presenter'
import { type Change, NOTHING, type Scene, sceneOf } from './steps'

/** A clock that only the test moves. */
class Clock {
  time = 0
  private waiting: { at: number; then: () => void }[] = []

  later = (ms: number, then: () => void): (() => void) => {
    const entry = { at: this.time + ms, then }
    this.waiting.push(entry)
    return () => (this.waiting = this.waiting.filter((other) => other !== entry))
  }

  pass(ms: number): void {
    const until = this.time + ms
    for (;;) {
      const next = this.waiting.filter((entry) => entry.at <= until).sort((one, other) => one.at - other.at)[0]
      if (next === undefined) break
      this.waiting = this.waiting.filter((entry) => entry !== next)
      this.time = next.at
      next.then()
    }
    this.time = until
  }
}

const MINE = 0
let clock: Clock
let store: TableStore
let presenter: Presenter
let still: boolean
let hidden: boolean
let lasting: number
let staying: number
let shown: string[]
const stage = { prepare: vi.fn(), play: vi.fn(), finish: vi.fn() }

const mark = (seq: number): string => seq.toString(16).padStart(16, '0')
const document = (n: number): View => ({ table: { phase: 'running' }, game: { n } })
const number = (): number => (presenter.state.view?.['game'] as { n: number }).n

function update(seq: number, entries: HistoryEntry[]): Outbound {
  return { t: 'update', table: 'tabl', seq, mark: mark(seq), view: document(seq), entries }
}

function entry(seq: number, seat: number, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { seq, at: 0, kind: 'moved', seat, lines: [{ key: 'went' }], ...more }
}

/** The next event, by a seat. */
function moves(seat: number): void {
  const seq = store.state.seq + 1
  store.hear(update(seq, [entry(seq, seat)]))
}

function scene(change: Change): Scene {
  const some = change.entries.some((each) => (each.lines ?? []).length > 0)
  return some ? sceneOf([{ do: 'leave', anchor: 'x', rim: '', at: 0, ms: lasting }]) : NOTHING
}

beforeEach(() => {
  vi.resetAllMocks()
  clock = new Clock()
  store = new TableStore({ send: () => true }, 'tabl')
  still = hidden = false
  lasting = 1_000
  staying = 0
  const around = {
    still: () => still || hidden,
    hidden: () => hidden,
    later: clock.later,
    now: () => clock.time,
    scene,
    longest: () => LONGEST_TURN,
    stays: () => staying,
    mine: () => MINE,
  }
  presenter = new Presenter(store, around)
  presenter.stage = stage
  shown = []
  store.hear(update(1, [entry(1, 3)]))
  presenter.watch(() => shown.push(String(number())))
})

test('the first position is shown as it stands', () => {
  expect(number()).toBe(1)
  expect(stage.play).not.toHaveBeenCalled()
})

test('a position is shown when it comes, and played above', () => {
  moves(1)
  expect(number()).toBe(2)
  expect(stage.prepare).toHaveBeenCalledOnce()
  expect(stage.play).toHaveBeenCalledWith(expect.anything(), { rate: 1, catchingUp: false })
})

test('what others do meanwhile waits until it has landed', () => {
  moves(1)
  moves(2)
  clock.pass(999)
  expect(number()).toBe(2)
  clock.pass(1)
  expect(number()).toBe(3)
  expect(stage.play).toHaveBeenCalledTimes(2)
})

test('a move that is to stay does so once it has landed, and what comes meanwhile waits for it', () => {
  staying = 2_000
  moves(1)
  clock.pass(1_000)
  expect(stage.finish).toHaveBeenCalled()
  expect(presenter.busy).toBe(false)
  moves(2)
  clock.pass(1_999)
  expect(number()).toBe(2)
  clock.pass(1)
  expect(number()).toBe(3)
})

test('where nothing moves it stays as well', () => {
  still = true
  staying = 2_000
  moves(1)
  moves(2)
  expect(number()).toBe(2)
  clock.pass(2_000)
  expect(number()).toBe(3)
  expect(stage.play).not.toHaveBeenCalled()
})

test('who acts, or is out of sight, waits for no move that stays', () => {
  staying = 2_000
  moves(1)
  moves(2)
  presenter.finish()
  expect(number()).toBe(3)
  hidden = true
  moves(1)
  moves(2)
  expect(number()).toBe(5)
})

test('with moves that stay, the turns of a full table are no reason for haste', () => {
  staying = 2_000
  for (const seat of [1, 2, 3, 4, 5]) moves(seat)
  expect(presenter.catchingUp).toBeUndefined()
  clock.pass(4 * 3_000)
  expect(number()).toBe(6)
})

test('nobody may act on a position that is not the newest, and on the newest at once', () => {
  moves(1)
  moves(2)
  store.hear({ t: 'turn', table: 'tabl', seq: 3, seat: 0, ask: 3, must: true, legal: [{ type: 'x' }] })
  expect(presenter.state.turn).toBeUndefined()
  clock.pass(1_000)
  expect(presenter.state.turn?.ask).toBe(3)
})

test('whoever acts sees the newest position, and nothing goes on moving', () => {
  moves(1)
  moves(2)
  moves(1)
  presenter.finish()
  expect(number()).toBe(4)
  expect(stage.finish).toHaveBeenCalled()
  clock.pass(10_000)
  expect(stage.play).toHaveBeenCalledOnce()
})

test('an own move is shown at once, whatever else was on', () => {
  moves(1)
  moves(2)
  moves(MINE)
  expect(number()).toBe(4)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: 1, catchingUp: false })
})

test('a turn of somebody else takes no longer than it may', () => {
  lasting = 2 * LONGEST_TURN
  moves(1)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: 2, catchingUp: false })
})

test('the sheet of a scoring keeps its own pace, whoever moved', () => {
  const sheet: Scene = sceneOf([{ do: 'scoring', round: 1, before: [], at: 0, ms: 3_000 }])
  const around = {
    still: () => still,
    hidden: () => false,
    later: clock.later,
    now: () => clock.time,
    scene: () => sheet,
    longest: () => LONGEST_TURN,
    stays: () => 0,
    mine: () => MINE,
  }
  const other = new Presenter(store, around)
  other.stage = stage
  moves(1)
  expect(stage.play).toHaveBeenLastCalledWith(sheet, { rate: 1, catchingUp: false })
})

test('the parts of a turn share its time', () => {
  moves(2)
  moves(1)
  moves(1)
  clock.pass(1_000)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: 2_000 / LONGEST_TURN, catchingUp: false })
  clock.pass(LONGEST_TURN / 2)
  expect(number()).toBe(4)
  clock.pass(LONGEST_TURN / 2)
  moves(1)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: FAST, catchingUp: false })
})

test('after a pause the same seat has all its time again', () => {
  moves(1)
  clock.pass(5_000)
  moves(1)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: 1, catchingUp: false })
})

test('three turns are waited for, more are played fast and counted down', () => {
  moves(1)
  moves(2)
  moves(3)
  expect(presenter.catchingUp).toBeUndefined()
  moves(1)
  expect(presenter.catchingUp).toBe(3)
  expect(number()).toBe(3)
  expect(stage.play).toHaveBeenLastCalledWith(expect.anything(), { rate: FAST, catchingUp: true })
  clock.pass(250)
  expect(presenter.catchingUp).toBe(2)
  clock.pass(500)
  expect(presenter.catchingUp).toBeUndefined()
  expect(number()).toBe(5)
})

/** Events that come as one position, as after a lost connection. */
function missed(...seats: number[]): void {
  const { seq } = store.state
  store.hear(
    update(
      seq + seats.length,
      seats.map((seat, index) => entry(seq + 1 + index, seat)),
    ),
  )
}

test('turns that come as one position are told, and nothing is played above their end', () => {
  missed(2, 0, 0, 1)
  expect(number()).toBe(5)
  expect(stage.play).not.toHaveBeenCalled()
  expect(presenter.passed?.moves).toBe(4)
  expect(presenter.passed?.entries.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
  presenter.dismissPassed()
  expect(presenter.passed).toBeUndefined()
})

test('what is told of missed turns goes with the own next move, not with that of others', () => {
  missed(2, 1)
  moves(2)
  expect(presenter.passed?.moves).toBe(2)
  moves(MINE)
  expect(presenter.passed).toBeUndefined()
})

test('one turn that comes as one position is played', () => {
  missed(1, 1)
  expect(stage.play).toHaveBeenCalledOnce()
  expect(presenter.passed).toBeUndefined()
})

test('what happens without lines takes no time', () => {
  moves(1)
  const seq = store.state.seq + 1
  store.hear(update(seq, [entry(seq, 2, { lines: [] })]))
  moves(2)
  clock.pass(1_000)
  expect(number()).toBe(4)
})

test('out of sight, or without motion, every position is shown as it stands', () => {
  moves(1)
  still = true
  moves(2)
  expect(number()).toBe(3)
  expect(stage.finish).toHaveBeenCalled()
  expect(stage.play).toHaveBeenCalledOnce()
})

test('a jump that is not told line by line goes straight to its end', () => {
  store.hear(update(9, [entry(9, 1)]))
  expect(number()).toBe(9)
  expect(stage.play).not.toHaveBeenCalled()
})

test('a visit to the past ends the show, and what comes meanwhile is not played', () => {
  moves(1)
  moves(2)
  store.visit(1)
  expect(stage.finish).toHaveBeenCalled()
  expect(presenter.state.seq).toBe(3)
  moves(1)
  expect(stage.play).toHaveBeenCalledOnce()
  store.backToNow()
  expect(number()).toBe(4)
})

test('what changes around the position is shown at once', () => {
  moves(1)
  moves(2)
  store.hear({ t: 'people', names: { p: 'Ann' } })
  expect(presenter.state.names).toEqual({ p: 'Ann' })
  expect(number()).toBe(2)
})

test('the moves that an event undid are known to what plays it', () => {
  const seen: Change[] = []
  const around = { still: () => false, hidden: () => false, later: clock.later, now: () => 0, mine: () => MINE }
  const times = { longest: () => LONGEST_TURN, stays: () => 0 }
  presenter = new Presenter(store, { ...around, ...times, scene: (change) => (seen.push(change), NOTHING) })
  presenter.stage = stage
  moves(1)
  store.hear(update(3, [entry(3, 1, { kind: 'undone', strike: [2, 2], lines: [] })]))
  expect(seen.at(-1)?.undone.map((each) => each.seq)).toEqual([2])
  expect(number()).toBe(3)
})

test('what passes while the page is out of sight is told of when it comes back', () => {
  hidden = true
  moves(1)
  moves(2)
  moves(1)
  expect(number()).toBe(4)
  expect(presenter.passed?.entries.map(({ seq }) => seq)).toEqual([2, 3, 4])
  hidden = false
  moves(2)
  expect(presenter.passed?.moves).toBe(3)
  presenter.dismissPassed()
  hidden = true
  moves(1)
  expect(presenter.passed?.entries.map(({ seq }) => seq)).toEqual([6])
})

test('what was taken back out of sight is not told of, nor what passed before one did something elsewhere', () => {
  hidden = true
  moves(1)
  moves(MINE)
  expect(presenter.passed).toBeUndefined()
  moves(1)
  expect(presenter.passed?.entries.map(({ seq }) => seq)).toEqual([4])
  store.hear(update(5, [entry(5, 1, { kind: 'undone', strike: [4, 4] })]))
  expect(presenter.passed).toBeUndefined()
})
