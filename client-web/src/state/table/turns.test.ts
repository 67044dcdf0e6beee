import { expect, test } from 'vitest'
import type { HistoryEntry, Line } from '../../wire/generated'
import { isPlayed } from './history'
import { headline, isStruck, type Turn, turnsOf } from './turns'

function moved(seq: number, seat: number, turn: number, more: Partial<HistoryEntry> = {}): HistoryEntry {
  return { seq, at: 0, kind: 'moved', seat, turn, ...more }
}

const spans = (turns: readonly Turn[]) => turns.map(({ first, last, number, seat }) => [first, last, number, seat])

/** Numbers that look random and are the same every time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 16) % below
  }
}

/** Some history: turns of a few seats, with what was taken back and asked in between. */
function anything(seed: number): HistoryEntry[] {
  const below = chance(seed)
  const kinds = ['moved', 'moved', 'moved', 'undone', 'redone', 'asked', 'seated']
  let turn = below(2)
  return Array.from({ length: below(40) }, (_, index): HistoryEntry => {
    if (turn > 0 && below(3) === 0) turn += 1
    const kind = kinds[below(kinds.length)] ?? 'moved'
    return { seq: index + 1, at: 0, kind, seat: below(3), ...(turn > 0 ? { turn } : {}) }
  })
}

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)

test('the events of one seat in one turn are one line, and what happens around the game stands alone', () => {
  const turns = turnsOf([
    { seq: 1, at: 0, kind: 'seated', seat: 0 },
    { seq: 2, at: 0, kind: 'seated', seat: 0 },
    moved(3, 0, 1),
    { seq: 4, at: 0, kind: 'undone', seat: 0, turn: 1 },
    moved(5, 0, 1),
    moved(6, 0, 2),
    { seq: 7, at: 0, kind: 'asked', seat: 1, turn: 2 },
    moved(8, 1, 2),
  ])
  expect(spans(turns)).toEqual([
    [1, 1, 0, undefined],
    [2, 2, 0, undefined],
    [3, 5, 1, 0],
    [6, 6, 2, 0],
    [7, 7, 2, undefined],
    [8, 8, 2, 1],
  ])
})

test('folding loses and reorders no event, and no two neighbours could be one line', () => {
  for (const seed of SEEDS) {
    const entries = anything(seed)
    const turns = turnsOf(entries)
    expect(turns.flatMap((turn) => turn.entries)).toEqual(entries)
    for (const turn of turns) {
      expect(new Set(turn.entries.map(({ seat, turn: number }) => `${seat} ${number}`)).size).toBe(1)
      expect(turn.entries.length === 1 || turn.entries.every(isPlayed)).toBe(true)
    }
    turns.slice(1).forEach((turn, index) => {
      const before = turns[index]
      const one = turn.seat !== undefined && before?.seat === turn.seat && before.number === turn.number
      expect(one).toBe(false)
    })
  }
})

test('a list that grows keeps the turns that do not change', () => {
  for (const seed of SEEDS) {
    const entries = anything(seed)
    const earlier = turnsOf(entries.slice(0, -1))
    const later = turnsOf(entries, earlier)
    expect(spans(later)).toEqual(spans(turnsOf(entries)))
    earlier.slice(0, -1).forEach((turn, index) => expect(later[index]).toBe(turn))
  }
})

const lines = (...keys: string[]): { lines: Line[] } => ({ lines: keys.map((key) => ({ key, params: {} })) })
const keys = ([turn]: readonly Turn[], ...short: string[]) =>
  turn && headline(turn, ({ key }) => short.includes(key)).map(({ line }) => line.key)
const taken = ([turn]: readonly Turn[]) => turn && isStruck(turn)

test('a turn reads as its lines with short words, or else as its first event', () => {
  const turns = turnsOf([moved(1, 0, 1, lines('took', 'paid')), moved(2, 0, 1, lines('points')), moved(3, 0, 1)])
  expect(keys(turns, 'took', 'points')).toEqual(['took', 'points'])
  expect(keys(turns)).toEqual(['took'])
})

test('moves that were taken back tell a turn only where nothing else is left', () => {
  const struck = moved(1, 0, 1, { struck: true, ...lines('took') })
  const undone: HistoryEntry = { seq: 2, at: 0, kind: 'undone', seat: 0, turn: 1, ...lines('undone') }
  const gone = turnsOf([struck, undone])
  expect([keys(gone, 'took'), taken(gone)]).toEqual([['took'], true])
  const again = turnsOf([struck, undone, moved(3, 0, 1, lines('passed'))])
  expect([keys(again, 'took'), taken(again)]).toEqual([['passed'], false])
})
