import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../wire/generated'
import { EVERYTHING, type Filter, KINDS, hidesSomething, shows, toggled } from './filter'
import { turnsOf } from './turns'

function moved(seq: number, seat: number, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { seq, at: 0, kind: 'moved', seat, turn: seq, ...more }
}

const turns = turnsOf([
  { seq: 1, at: 0, kind: 'created' },
  { seq: 2, at: 0, kind: 'seated', seat: 1 },
  moved(3, 0),
  moved(4, 1, { struck: true }),
  moved(5, 1),
])
const shown = (filter: Partial<Filter>) =>
  turns.filter((turn) => shows({ ...EVERYTHING, ...filter }, turn)).map(({ first }) => first)

test('without a filter everything is shown', () => {
  expect(shown({})).toEqual([1, 2, 3, 4, 5])
  expect(hidesSomething(EVERYTHING)).toBe(false)
})

test('a seat shows its turns and what happened around it, several seats show what any of them shows', () => {
  expect(shown({ seats: new Set([1]) })).toEqual([2, 4, 5])
  expect(shown({ seats: new Set([0, 1]) })).toEqual([2, 3, 4, 5])
})

test('every line but scorings is of one kind, without which it is not shown', () => {
  expect(shown({ without: new Set(['turns']) })).toEqual([1, 2, 4])
  expect(shown({ without: new Set(['undone']) })).toEqual([1, 2, 3, 5])
  expect(shown({ without: new Set(['around']) })).toEqual([3, 4, 5])
  expect(shown({ without: new Set(KINDS) })).toEqual([])
})

test('what is toggled twice is as it was', () => {
  const once = toggled(new Set([1]), 2)
  expect([...once]).toEqual([1, 2])
  expect([...toggled(once, 2)]).toEqual([1])
})
