import { expect, test, vi } from 'vitest'
import type { Outbound } from '../wire/generated'

const line = vi.hoisted(() => ({ listeners: new Set<(message: Outbound) => void>() }))
vi.mock('../lib/app.svelte', () => ({
  connection: {
    listen(listener: (message: Outbound) => void) {
      line.listeners.add(listener)
      return () => line.listeners.delete(listener)
    },
  },
}))

function hear(message: Outbound): void {
  for (const listener of line.listeners) listener(message)
}

test('a table that is told of before it can be shown is kept until then', async () => {
  const { takeOver } = await import('./told')
  const opened = { t: 'opened', table: 'early', game: 'toy', host: 'ann', name: 'Ann' } as const
  hear({ t: 'declined', table: 'other', person: 'bob', name: 'Bob' })
  hear(opened)
  expect(takeOver()).toEqual([opened])
  expect(line.listeners.size).toBe(0)
})
