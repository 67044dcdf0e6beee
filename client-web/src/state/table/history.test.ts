import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../wire/generated'
import {
  append,
  beforeOwnMove,
  cut,
  gainsOf,
  idsOf,
  lastAction,
  movesAfter,
  playedBy,
  prepend,
  runs,
  told,
} from './history'

function moved(seq: number, seat = 0, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { seq, at: seq * 1000, kind: 'moved', seat, ...more }
}

const struck = (entries: readonly HistoryEntry[]) => entries.filter((entry) => entry.struck).map((entry) => entry.seq)
const numbers = (entries: readonly HistoryEntry[]) => entries.map((entry) => entry.seq)

test('an undoing event strikes the moves it names and no other kind', () => {
  const before = [moved(1), moved(2), { seq: 3, at: 0, kind: 'asked', seat: 1 }, moved(4)]
  const after = append(before, [{ seq: 5, at: 0, kind: 'undone', seat: 0, strike: [2, 4] }])
  expect(struck(after)).toEqual([2, 4])
})

test('a redoing event restores what was struck', () => {
  const undone = append([moved(1), moved(2)], [{ seq: 3, at: 0, kind: 'undone', seat: 0, strike: [1, 2] }])
  const redone = append(undone, [{ seq: 4, at: 0, kind: 'redone', seat: 0, restore: [1, 1] }])
  expect(struck(redone)).toEqual([2])
})

test('a batch that moves, undoes and redoes ends as its last event says', () => {
  const batch: HistoryEntry[] = [
    moved(1),
    { seq: 2, at: 0, kind: 'undone', seat: 0, strike: [1, 1] },
    { seq: 3, at: 0, kind: 'redone', seat: 0, restore: [1, 1] },
  ]
  expect(struck(append([], batch))).toEqual([])
})

test('entries that come twice stand once', () => {
  expect(numbers(append([moved(1), moved(2)], [moved(2), moved(3)]))).toEqual([1, 2, 3])
})

test('a gap in the numbers drops what lies before it', () => {
  expect(numbers(append([moved(1), moved(2)], [moved(60), moved(61)]))).toEqual([60, 61])
})

test('an older page goes before the list', () => {
  expect(numbers(prepend([moved(3)], [moved(1), moved(2), moved(3)]))).toEqual([1, 2, 3])
})

test('what a rewound log lost is cut off', () => {
  expect(numbers(cut([moved(1), moved(2), moved(3)], 2))).toEqual([1, 2])
})

test('the moves of a seat in a row are one turn, and table events stand alone', () => {
  const groups = runs(
    [
      { seq: 1, at: 0, kind: 'seated', seat: 0 },
      { seq: 2, at: 0, kind: 'seated', seat: 1 },
      moved(3, 0),
      { seq: 4, at: 0, kind: 'undone', seat: 0 },
      moved(5, 0),
      moved(6, 1),
    ],
    playedBy,
  )
  expect(groups.map((group) => [group.key, group.first, group.last])).toEqual([
    [undefined, 1, 1],
    [undefined, 2, 2],
    [0, 3, 5],
    [1, 6, 6],
  ])
})

test('the last own action is a move, an undo or a redo of the seat', () => {
  const entries = [moved(1, 0), moved(2, 1), { seq: 3, at: 0, kind: 'asked', seat: 0 }]
  expect(lastAction(entries, 0)).toBe(1)
  expect(lastAction(entries, 2)).toBe(0)
  expect(lastAction(entries, undefined)).toBe(0)
})

const scoring = moved(9, 1, {
  lines: [
    { key: 'laid_out', params: { tile: '2-07' } },
    { key: 'scoring', params: { round: 1 } },
    { key: 'scored', params: { seat: 1, category: 'whisky', count: 2, points: 3 } },
    { key: 'scored', params: { seat: 0, category: 'whisky', count: 1, points: 1 } },
    { key: 'scored', params: { seat: 1, category: 'cards', count: 2, points: 5 } },
  ],
})

test('a line points at the ids and seats it names, and at no numbers, persons or colours', () => {
  expect([...idsOf(scoring)]).toEqual(['2-07', 'seat:1', 'whisky', 'seat:0', 'cards'])
  const sat = {
    seq: 1,
    at: 0,
    kind: 'seated',
    lines: [{ key: 'sat', params: { person: 'p1', seat: 2, colour: 'stag' } }],
  }
  expect([...idsOf(sat)]).toEqual(['seat:2'])
})

test('what a chapter brought is summed for every seat, in the order of the seats', () => {
  expect([...gainsOf(scoring)]).toEqual([
    [0, { count: 1, points: 1 }],
    [1, { count: 4, points: 8 }],
  ])
  expect(gainsOf(moved(1)).size).toBe(0)
})

test('an event is one line, and what followed from it without the points of a chapter', () => {
  const { main, rest } = told(scoring)
  expect([main?.key, rest.map(({ key }) => key)]).toEqual(['laid_out', ['scoring']])
  expect(told(moved(1))).toEqual({ main: undefined, rest: [] })
})

test('going back before your own move leads to the last move before it that was not taken back', () => {
  const started: HistoryEntry = { seq: 1, at: 0, kind: 'began', lines: [{ key: 'started' }] }
  const entries = [started, moved(2, 0), moved(3, 1), moved(4, 0, { struck: true }), moved(5, 0), moved(6, 1)]
  expect(beforeOwnMove(entries, 0)).toBe(3)
  expect(movesAfter(entries, 3)).toBe(2)
  expect(beforeOwnMove([started, moved(2, 0)], 0)).toBe(1)
})

test('a seat that has not moved, or whose earlier moves are not loaded, has nowhere to go back to', () => {
  expect(beforeOwnMove([moved(7, 0), moved(8, 1)], 0)).toBeUndefined()
  expect(beforeOwnMove([moved(7, 0)], 1)).toBeUndefined()
  expect(movesAfter([moved(7, 0)], 3)).toBeUndefined()
})
