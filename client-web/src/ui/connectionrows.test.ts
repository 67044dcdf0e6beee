import { expect, test } from 'vitest'
import type { Link, Pending } from '../net/connection'
import { PATIENCE, RELIEF, connectionRows } from './connectionrows'

const NOW = 100_000
const story = { pending: [], now: NOW, since: NOW - PATIENCE, back: undefined }

function command(state: Pending['state'], label = 'Place the village'): Pending {
  return { id: state + label, do: { type: 'undo', to: 1 }, table: 't', label, state }
}

const connected: Link = { is: 'connected' }
const offline: Link = { is: 'offline', retryAt: NOW + 3_400 }

test('a connection that stands is not spoken of', () => {
  expect(connectionRows({ ...story, link: connected, since: undefined })).toEqual([])
})

test('a connection that comes back at once is not worth a word', () => {
  expect(connectionRows({ ...story, link: { is: 'lost', retryAt: NOW }, since: NOW - PATIENCE + 1 })).toEqual([])
})

test.each([
  ['connecting', 'busy'],
  ['catching-up', 'busy'],
  ['lost', 'bad'],
  ['offline', 'bad'],
  ['gone', 'bad'],
  ['old', 'bad'],
] as const)('a line that is %s is told as %s, in words', (is, kind) => {
  const link = (['lost', 'offline', 'gone'].includes(is) ? { is, retryAt: NOW } : { is }) as Link
  const [row, ...more] = connectionRows({ ...story, link })
  expect(row?.kind).toBe(kind)
  expect(row?.title).toMatch(/^line\./)
  expect(more).toEqual([])
})

test('a lost connection says when it is tried again, and that one may try now', () => {
  expect(connectionRows({ ...story, link: offline })[0]).toMatchObject({ params: { seconds: 4 }, action: 'now' })
})

test('an outdated page is told at once', () => {
  expect(connectionRows({ ...story, link: { is: 'old' }, since: NOW })[0]).toMatchObject({ action: 'reload' })
})

test('what was clicked while offline is shown, and can be discarded', () => {
  const rows = connectionRows({ ...story, link: offline, pending: [command('waiting', 'A'), command('waiting', 'B')] })
  expect(rows[1]).toMatchObject({ title: 'line.waiting.what', params: { count: 2, what: 'B' }, action: 'discard' })
})

test('what was on its way when the connection went is shown, and cannot be discarded', () => {
  const rows = connectionRows({ ...story, link: offline, pending: [command('sent')] })
  expect(rows[1]).toMatchObject({ title: 'line.sent.what' })
  expect(rows[1]).not.toHaveProperty('action')
})

test('a command on its way over a connection that stands is nobody’s worry', () => {
  expect(connectionRows({ ...story, link: connected, since: undefined, pending: [command('sent')] })).toEqual([])
})

test('a fate that the service does not know yet is told whatever the connection does', () => {
  expect(connectionRows({ ...story, link: connected, since: undefined, pending: [command('unsettled')] })).toHaveLength(
    1,
  )
})

test('a connection that came back says so for a moment', () => {
  const back = { ...story, link: connected, since: undefined, back: NOW - 100 }
  expect(connectionRows(back)).toEqual([{ kind: 'fine', title: 'line.back' }])
  expect(connectionRows({ ...back, now: NOW - 100 + RELIEF })).toEqual([])
})

test('what was kept is told as that, with its time, and nothing of it is said to be sent later', () => {
  const rows = connectionRows({ ...story, link: offline, kept: '14:05' })
  expect(rows).toEqual([
    {
      kind: 'bad',
      title: 'kept.offline',
      text: 'kept.offline.text',
      params: { kept: 'yes', time: '14:05' },
      action: 'now',
    },
  ])
})

test('a service that does not answer is not taken for a device without a network', () => {
  const [row] = connectionRows({ ...story, link: { is: 'gone', retryAt: NOW }, kept: '' })
  expect(row).toMatchObject({ title: 'kept.gone', params: { kept: 'no' } })
})

test('a newer page that waits is told while the connection stands, and can be had at once', () => {
  const rows = connectionRows({ ...story, link: connected, since: undefined, newer: true })
  expect(rows).toEqual([{ kind: 'busy', title: 'line.newer', text: 'line.newer.text', action: 'reload' }])
  expect(connectionRows({ ...story, link: offline, newer: true })).toHaveLength(1)
})
