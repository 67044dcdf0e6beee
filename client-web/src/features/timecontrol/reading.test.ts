import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, ending, readAt, reading, remaining, untilNext } from './reading'

test('a clock shows hours where there are any, and tenths in the last ten seconds', () => {
  expect(reading(HOUR + 2 * MINUTE + 3 * SECOND, 'en')).toBe('1:02:03')
  expect(reading(4 * MINUTE + 5_900, 'en')).toBe('4:05')
  expect(reading(10_000, 'en')).toBe('0:10')
  expect(reading(9_449, 'de')).toBe('9,4')
  expect(reading(-5, 'en')).toBe('0.0')
})

test('a deadline is told by its time when it is soon, by its weekday within a week, and else by its date', () => {
  const until = new Date(2026, 10, 24, 21, 0).getTime()
  const told = (hours: number) => [false, true].map((short) => ending(until, until - hours * HOUR, 'de', short))
  expect(told(5)).toEqual(['21:00', '21:00'])
  expect(told(24)).toEqual(['Di., 21:00', 'Di'])
  expect(told(24 * 8)).toEqual(['24. Nov., 21:00', '24. Nov.'])
})

test('at a position of the past a clock shows what was left then, whatever the time is now', () => {
  const at = new Date(2026, 10, 24, 21, 0).getTime()
  const runs = { left: 4 * MINUTE, until: at + 4 * MINUTE }
  const clocks = { at, seats: { 0: runs, 1: { left: HOUR } } }
  for (const now of [at, at + MINUTE, at + 400 * 24 * HOUR]) {
    expect(remaining(runs, readAt(clocks, true, now))).toBe(4 * MINUTE)
    expect(remaining({ left: HOUR }, readAt(clocks, true, now))).toBe(HOUR)
  }
  expect(remaining(runs, readAt(clocks, false, at + MINUTE))).toBe(3 * MINUTE)
  expect(remaining(runs, readAt(clocks, false, at + HOUR))).toBe(0)
})

test('it is looked at when it shows something else, never twice for the same', () => {
  for (const left of [HOUR, 61_500, 10_001, 9_950, 130]) {
    const next = left - untilNext(left)
    expect(reading(next, 'en')).not.toBe(reading(left, 'en'))
  }
})
