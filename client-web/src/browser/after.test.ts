import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint, catchUp } from './after'

const reported = vi.fn()
let frames: (() => void)[] = []

/** A frame passes. */
function frame(): void {
  const due = frames
  frames = []
  for (const each of due) each()
}

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then))
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  catchUp()
  frame()
  vi.unstubAllGlobals()
  reported.mockClear()
})

test('what waits follows once, and what was given up does not', () => {
  const [stays, goes] = [vi.fn(), vi.fn()]
  afterPaint(stays)
  afterPaint(goes)()
  catchUp()
  catchUp()
  expect(stays).toHaveBeenCalledTimes(1)
  expect(goes).not.toHaveBeenCalled()
})

test('what waits leaves the next frame alone, and follows in the one that it waits for', () => {
  const [soon, late] = [vi.fn(), vi.fn()]
  afterPaint(late, 2)
  afterPaint(soon)
  frame()
  expect(soon).not.toHaveBeenCalled()
  frame()
  expect(soon).toHaveBeenCalledTimes(1)
  expect(late).not.toHaveBeenCalled()
  frame()
  expect(late).toHaveBeenCalledTimes(1)
  expect(frames).toEqual([])
})

test('a frame is requested once, also after what requested it was given up', () => {
  afterPaint(vi.fn())()
  afterPaint(vi.fn())
  expect(frames.length).toBe(1)
})

test('who waits already is called when it would have been, and once', () => {
  const waits = vi.fn()
  afterPaint(waits)
  frame()
  afterPaint(waits)
  frame()
  frame()
  expect(waits).toHaveBeenCalledTimes(1)
})

test('caught up, what waits for the sooner frame comes first', () => {
  const called: string[] = []
  afterPaint(() => called.push('late'), 2)
  afterPaint(() => called.push('soon'))
  catchUp()
  expect(called).toEqual(['soon', 'late'])
})

test('one that fails takes nothing from the others, and is reported', () => {
  const [error, other] = [new Error('odd'), vi.fn()]
  afterPaint(() => {
    throw error
  })
  afterPaint(other)
  catchUp()
  expect(other).toHaveBeenCalledTimes(1)
  expect(reported).toHaveBeenCalledWith(error)
})
