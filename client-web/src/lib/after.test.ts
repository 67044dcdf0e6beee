import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPaint, catchUp } from './after'

const reported = vi.fn()

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', vi.fn())
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
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
