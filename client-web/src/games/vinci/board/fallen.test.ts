import { expect, test } from 'vitest'
import type { HistoryEntry, Line } from '../../../wire/generated'
import { fallenIn } from './fallen'

let seq = 0
const line = (key: string, params: Line['params'] = {}): Line => ({ key, params })
const moved = (seat: number, ...lines: Line[]): HistoryEntry => ({ seq: ++seq, at: 0, kind: 'moved', seat, lines })
const conquered = (province: string, loser: number): HistoryEntry =>
  moved(0, line('conquered', { seat: 0, province }), line('lost', { seat: loser, province }))
const over = (seat: number): HistoryEntry => moved(seat, line('scored_turn', { seat, points: 4 }))
const placed = (seat: number): HistoryEntry => moved(seat, line('survived', { seat, province: 'dacia' }))

test('what fell is what the seat lost in the turn before, in that order, and nothing of others or of older turns', () => {
  const older = [conquered('hellas', 1), over(0), moved(3, line('conquered', { seat: 3 })), over(3)]
  const turn = [conquered('suevia', 1), conquered('syria', 2), conquered('belgica', 1), over(0)]
  expect(fallenIn([...older, ...turn], 0, 1)).toEqual(['suevia', 'belgica'])
  expect(fallenIn([...older, ...turn, placed(1)], 0, 2)).toEqual(['syria'])
})

test('what was taken back did not fall', () => {
  const undone = { ...conquered('suevia', 1), struck: true }
  const entries: HistoryEntry[] = [
    undone,
    { seq: ++seq, at: 0, kind: 'undone', seat: 0 },
    conquered('alpes', 1),
    over(0),
  ]
  expect(fallenIn(entries, 0, 1)).toEqual(['alpes'])
})
