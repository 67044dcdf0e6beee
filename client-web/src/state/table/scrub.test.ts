import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../wire/generated'
import {
  around,
  chapterStep,
  chaptersOf,
  keyStep,
  replayStep,
  share,
  tickNames,
  ticks,
  turnOf,
  turnStep,
} from './scrub'

function moved(seq: number, turn: number, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { seq, at: 0, kind: 'moved', seat: turn % 2, turn, ...more }
}

/** Turns 1 to 3: events 5 to 7, 8 to 9, 10 to 12. */
const entries = [5, 6, 7]
  .map((seq) => moved(seq, 1))
  .concat(
    [8, 9].map((seq) => moved(seq, 2)),
    [moved(10, 3), moved(11, 3), moved(12, 3)],
  )

test('the first event lies at the left end and the newest at the right', () => {
  expect([share(1, 41), share(21, 41), share(41, 41)]).toEqual([0, 0.5, 1])
  expect(share(1, 1)).toBe(1)
  expect(share(50, 41)).toBe(1)
})

test('chapters and the turn stand in the view, and are none where the game counts none', () => {
  const view = { table: { chapters: [40, 90], turn: 7 } }
  expect([chaptersOf(view), turnOf(view)]).toEqual([[40, 90], 7])
  expect([chaptersOf({ table: {} }), turnOf({ table: {} }), turnOf(undefined)]).toEqual([[], 0, 0])
})

test('ticks are numbered from one', () => {
  expect(ticks([21, 41], 41)).toEqual([
    { number: 1, seq: 21, share: 0.5 },
    { number: 2, seq: 41, share: 1 },
  ])
})

test('steps by chapter end at the ends of the history', () => {
  expect(chapterStep([40, 90], 40, 1, 120)).toBe(90)
  expect(chapterStep([40, 90], 95, 1, 120)).toBe(120)
  expect(chapterStep([40, 90], 90, -1, 120)).toBe(40)
  expect(chapterStep([40, 90], 40, -1, 120)).toBe(1)
})

test('steps by turn go to the last event of a turn', () => {
  expect(turnStep(entries, 7, 1, 12)).toBe(9)
  expect(turnStep(entries, 8, 1, 12)).toBe(9)
  expect(turnStep(entries, 9, 1, 12)).toBe(12)
  expect(turnStep(entries, 12, 1, 12)).toBe(12)
  expect(turnStep(entries, 12, -1, 12)).toBe(9)
  expect(turnStep(entries, 8, -1, 12)).toBe(7)
})

test('a step by turn out of the lines at hand goes to their edge, and then beyond it by one', () => {
  expect(turnStep(entries, 7, -1, 12)).toBe(4)
  expect(turnStep(entries, 3, -1, 12)).toBe(2)
  expect(turnStep(entries, 1, -1, 12)).toBe(1)
  expect(turnStep(entries, 2, 1, 12)).toBe(4)
  expect(turnStep(entries, 4, 1, 12)).toBe(7)
})

test('without numbers a turn is a run of one seat', () => {
  const runs = [0, 0, 1, 0].map((seat, index): HistoryEntry => ({ seq: index + 1, at: 0, kind: 'moved', seat }))
  expect(turnStep(runs, 4, -1, 4)).toBe(3)
  expect(turnStep(runs, 3, -1, 4)).toBe(2)
})

test('the position before the visited one comes along, and the one ahead', () => {
  expect(around(10, 9, 40)).toEqual([10, 9, 11])
  expect(around(10, 11, 40)).toEqual([10, 9, 8])
  expect(around(1, undefined, 40)).toEqual([1, 2])
  expect(around(40, 39, 40)).toEqual([40, 39])
})

test('a replay passes over what was undone', () => {
  const list = [moved(5, 1), moved(6, 1, { struck: true }), { seq: 7, at: 0, kind: 'undone', seat: 1 }, moved(8, 1)]
  expect(replayStep(list, 5, 8)).toBe(8)
  expect(replayStep(list, 8, 8)).toBeUndefined()
  expect(replayStep(list, 2, 8)).toBe(3)
  expect(replayStep(list.slice(0, 3), 5, 7)).toBe(7)
})

test('arrows step by events, with shift by turns, brackets by chapters, and Home and End to the ends', () => {
  const step = (key: string, shiftKey = false) => keyStep({ key, shiftKey }, 9, 12, entries, [6, 10])
  expect([step('ArrowLeft'), step('ArrowRight'), step('ArrowLeft', true), step('ArrowRight', true)]).toEqual([
    8, 10, 7, 12,
  ])
  expect([step('['), step(']'), step('Home'), step('End'), step('x')]).toEqual([6, 10, 1, 12, undefined])
})

test('the first tick is named in full where there is room, and none where names would touch', () => {
  expect(tickNames(ticks([40, 80], 101), 400)).toEqual(['full', 'short'])
  expect(tickNames(ticks([40, 80], 101), 110)).toEqual(['short', 'short'])
  expect(tickNames(ticks([40, 55, 80], 101), 110)).toEqual(['short', undefined, 'short'])
  expect(tickNames(ticks([40, 50], 101), 400)).toEqual(['short', 'short'])
})
