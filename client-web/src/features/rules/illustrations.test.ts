import { expect, test, vi } from 'vitest'
import type { Illustration } from '../../board/contract'
import { byRule, soon } from './illustrations'

const drawing = (...rules: string[]): Illustration => ({
  rules,
  width: 100,
  height: 50,
  caption: () => '',
  draw: () => ({}),
})

test('a drawing stands next to each of its rules', () => {
  const both = drawing('P2', 'P3')
  const found = byRule([both, drawing('W5')])
  expect([...found.keys()]).toEqual(['P2', 'P3', 'W5'])
  expect(found.get('P3')).toBe(both)
})

test('the text waits for the drawings, but not for long', async () => {
  vi.useFakeTimers()
  const waited = vi.fn()
  void soon(new Promise(() => undefined), 400).then(waited)
  await vi.advanceTimersByTimeAsync(399)
  expect(waited).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(waited).toHaveBeenCalled()
  await soon(Promise.resolve(), 400)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
