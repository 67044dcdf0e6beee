import { expect, test } from 'vitest'
import type { Link, Pending } from './connection'
import { unsent } from './unsent'

const command = (state: Pending['state']): Pending => ({ id: 'a', do: { type: 'leave' }, table: 't', label: '', state })
const connected = { is: 'connected' } as Link
const old: Link = { is: 'old' }

test('nothing is lost with a page on which nothing waits', () => {
  expect(unsent({ link: connected, pending: [] })).toBe(false)
  expect(unsent({ link: old, pending: [] })).toBe(false)
})

test('what was never sent is lost with the page, for a new wire version too', () => {
  expect(unsent({ link: connected, pending: [command('waiting')] })).toBe(true)
  expect(unsent({ link: old, pending: [command('waiting')] })).toBe(true)
})

test('what is on its way may be lost only with the connection', () => {
  expect(unsent({ link: connected, pending: [command('sent')] })).toBe(false)
  expect(unsent({ link: { is: 'lost', retryAt: 0 } as Link, pending: [command('sent')] })).toBe(true)
})
