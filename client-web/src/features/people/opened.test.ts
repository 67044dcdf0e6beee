import { expect, test, vi } from 'vitest'
import type { Outbound } from '../../wire/generated'

const connection = vi.hoisted(() => ({ listeners: new Set<(message: Outbound) => void>() }))
vi.mock('../../state/app.svelte', () => ({
  connection: {
    listen(listener: (message: Outbound) => void) {
      connection.listeners.add(listener)
      return () => connection.listeners.delete(listener)
    },
  },
}))

function hear(message: Outbound): void {
  for (const listener of connection.listeners) listener(message)
}

test('a table that comes before it can be shown is kept until then', async () => {
  const { takeOpened } = await import('./opened')
  const opened = { t: 'opened', table: 'early', game: 'toy', host: 'ann', name: 'Ann' } as const
  hear({ t: 'declined', table: 'other', person: 'bob', name: 'Bob' })
  hear(opened)
  expect(takeOpened()).toEqual([opened])
  expect(connection.listeners.size).toBe(0)
})
