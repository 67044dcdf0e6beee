import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { persist } from './persist'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what fails is asked for again after growing pauses, until it comes', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('away'))
  const [done, failing] = [vi.fn(), vi.fn()]
  persist(work, done, failing)
  await vi.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(work).toHaveBeenCalledTimes(2)
  expect(failing).toHaveBeenCalledTimes(2)
  work.mockResolvedValue('here')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(3)
  expect(done).toHaveBeenCalledExactlyOnceWith('here')
})

test('nothing is asked for any more once it was given up, and what comes then is left alone', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'))
  const done = vi.fn()
  const stop = persist(work, done)
  await vi.advanceTimersByTimeAsync(500)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(1)
  persist(() => Promise.resolve(), done)()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).not.toHaveBeenCalled()
})
