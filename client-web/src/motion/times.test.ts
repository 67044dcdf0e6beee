import { expect, test } from 'vitest'
import { readTimes, TIMES } from './times'

const read = (value: string) => readTimes({ getPropertyValue: () => value }).move

test('a duration is read in milliseconds, however the build has written it', () => {
  expect(read('380ms')).toBe(380)
  expect(read('.38s')).toBe(380)
  expect(read(' 0s ')).toBe(0)
})

test('where there are no tokens the times are the usual ones', () => {
  expect(read('')).toBe(TIMES.move)
})
