import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catchUp } from '../../browser/after'
import type { Pending } from '../../net/connection'
import { type TableState, TableStore } from '../../state/table/table'
import { Shown } from './shown.svelte'

/** What is watched: a value that tells of its changes. */
class Told<T> {
  private readonly watchers = new Set<() => void>()
  constructor(public value: T) {}
  get state(): T {
    return this.value
  }
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }
  set(value: T): void {
    this.value = value
    for (const watcher of this.watchers) watcher()
  }
}
class Commands extends Told<readonly Pending[]> {
  get pending(): readonly Pending[] {
    return this.value
  }
}

const EMPTY = new TableStore({ send: () => true }, 'table').state
const at = (seq: number, more: Partial<TableState> = {}): TableState => ({ ...EMPTY, seq, view: { seq }, ...more })
const command: Pending = { id: 'one', table: 'table', do: { type: 'leave' }, label: '', state: 'sent' }

let frames: (() => void)[]
/** A frame passes. */
function frame(): void {
  const due = frames
  frames = []
  for (const each of due) each()
}

let draws: boolean
let positions: Told<TableState>
let commands: Commands
let shown: Shown
const seen = (): number[] => [shown.lying.seq, shown.state.seq, shown.around.seq]

beforeEach(() => {
  frames = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then))
  draws = true
  positions = new Told(EMPTY)
  commands = new Commands([])
  shown = new Shown(positions, commands, () => draws)
  positions.set(at(1))
})
afterEach(() => {
  catchUp()
  frame()
  vi.unstubAllGlobals()
})

test('the first position is there at once', () => {
  expect(seen()).toEqual([1, 1, 1])
})

test('a move is shown in three frames: what lies, what can be done, what stands around', () => {
  positions.set(at(2))
  expect(seen()).toEqual([2, 1, 1])
  frame()
  expect(seen()).toEqual([2, 1, 1])
  frame()
  expect(seen()).toEqual([2, 2, 1])
  frame()
  expect(seen()).toEqual([2, 2, 2])
})

test('a move that lays nothing otherwise is shown at once with all that it means', () => {
  draws = false
  positions.set(at(2))
  expect(seen()).toEqual([2, 2, 1])
})

test('what comes while a position waits for its frame waits with it', () => {
  positions.set(at(2))
  draws = false
  positions.set(at(2, { more: true }))
  expect(shown.state.more).toBe(false)
  frame()
  frame()
  expect(shown.state.more).toBe(true)
})

test('a command is under way until the position that it led to is shown', () => {
  commands.set([command])
  expect(shown.under.way).toEqual([command])
  positions.set(at(2))
  commands.set([])
  expect(shown.under.way).toEqual([command])
  frame()
  frame()
  expect(shown.under.way).toEqual([])
})

test('whoever acts sees all of the newest position', () => {
  positions.set(at(2))
  catchUp()
  expect(seen()).toEqual([2, 2, 2])
})

test('a visit of the past, and the way back, is shown at once', () => {
  const visit = { seq: 1, view: { seq: 1 }, shown: 1, since: 1, changed: new Set<string>() }
  positions.set(at(2, { visit }))
  expect(seen()).toEqual([2, 2, 2])
  positions.set(at(3))
  expect(seen()).toEqual([3, 3, 3])
})
