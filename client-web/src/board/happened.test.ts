import { expect, test } from 'vitest'
import type { HistoryEntry } from '../wire/generated'
import { Happened } from './happened'

const entry = (seq: number) => ({ seq }) as HistoryEntry

test('each position comes with what happened since the last one, and nothing comes twice', () => {
  const happened = new Happened()
  expect(happened.since([entry(1), entry(2)], false)).toEqual([])
  expect(happened.since([entry(1), entry(2), entry(3), entry(4)], false)).toEqual([entry(3), entry(4)])
  expect(happened.since([entry(1), entry(2), entry(3), entry(4)], false)).toEqual([])
})

test('who jumps to a past position and back has seen nothing happen', () => {
  const happened = new Happened()
  happened.since([entry(1)], false)
  expect(happened.since([entry(1)], true)).toEqual([])
  expect(happened.since([entry(1), entry(2), entry(3)], false)).toEqual([])
  expect(happened.since([entry(1), entry(2), entry(3), entry(4)], false)).toEqual([entry(4)])
})
