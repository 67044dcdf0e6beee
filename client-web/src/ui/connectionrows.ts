/** What the strip under the top bar says of the connection, and of what has not gone through yet. */

import type { Link, Pending } from '../net/connection'
import type { Key } from '../i18n/i18n.svelte'

export interface Row {
  /** `fine` stands with a dot, `busy` with an open ring, `bad` with a cross: never by colour alone. */
  kind: 'fine' | 'busy' | 'bad'
  title: Key
  text?: Key
  params?: Record<string, string | number>
  /** What can be done about it: try at once, reload the page, forget what was never sent. */
  action?: 'now' | 'reload' | 'discard'
}

export interface ConnectionStory {
  link: Link
  pending: readonly Pending[]
  /** Milliseconds as by `Date.now`. */
  now: number
  /** Since when the connection does not stand; undefined while it does. */
  since: number | undefined
  /** When the connection came back after it had been spoken of; undefined otherwise. */
  back: number | undefined
  /** The time of what is shown, in words, if it is what this device has kept; empty if that is nothing. */
  kept?: string | undefined
  /** The service has a newer page, which comes when nothing is lost by it. */
  newer?: boolean
}

/** Milliseconds: a connection that comes back sooner is not worth a word. */
export const PATIENCE = 600
/** Milliseconds for which its return is shown. */
export const RELIEF = 2_500

export function connectionRows({ link, pending, now, since, back, kept, newer }: ConnectionStory): Row[] {
  const rows: Row[] = []
  const told = link.is === 'old' || (since !== undefined && now - since >= PATIENCE)
  if (told) {
    const row = kept === undefined ? ofLink(link, now) : ofKept(link, kept)
    if (row !== undefined) rows.push(row)
    rows.push(...ofPending(pending))
  } else if (link.is === 'connected' && back !== undefined && now - back < RELIEF) {
    rows.push({ kind: 'fine', title: 'line.back' })
  }
  if (newer === true && link.is === 'connected') {
    rows.push({ kind: 'busy', title: 'line.newer', text: 'line.newer.text', action: 'reload' })
  }
  if (pending.some((command) => command.state === 'unsettled')) rows.push({ kind: 'busy', title: 'line.unsettled' })
  return rows
}

function ofLink(link: Link, now: number): Row | undefined {
  const seconds = 'retryAt' in link ? Math.max(0, Math.ceil((link.retryAt - now) / 1_000)) : 0
  switch (link.is) {
    case 'connecting':
      return { kind: 'busy', title: 'line.connecting' }
    case 'catching-up':
      return { kind: 'busy', title: 'line.catching_up', text: 'line.catching_up.text' }
    case 'lost':
      return { kind: 'bad', title: 'line.lost', text: 'line.lost.text', params: { seconds }, action: 'now' }
    case 'offline':
      return { kind: 'bad', title: 'line.offline', text: 'line.offline.text', params: { seconds }, action: 'now' }
    case 'gone':
      return { kind: 'bad', title: 'line.gone', text: 'line.gone.text', params: { seconds }, action: 'now' }
    case 'old':
      return { kind: 'bad', title: 'line.old', text: 'line.old.text', action: 'reload' }
    default:
      return undefined
  }
}

/** What is shown is what was kept: nothing else about the connection matters to who reads it. */
function ofKept(link: Link, time: string): Row | undefined {
  if (link.is === 'old' || link.is === 'signed-out' || link.is === 'catching-up') return ofLink(link, 0)
  const offline = link.is === 'offline'
  const [title, text] = offline
    ? (['kept.offline', 'kept.offline.text'] as const)
    : (['kept.gone', 'kept.gone.text'] as const)
  return { kind: 'bad', title, text, params: { kept: time === '' ? 'no' : 'yes', time }, action: 'now' }
}

/** What waits, and what was on its way when the connection went: no click is ever lost without a word. */
function ofPending(pending: readonly Pending[]): Row[] {
  const waiting = pending.filter((command) => command.state === 'waiting')
  const sent = pending.filter((command) => command.state === 'sent')
  const rows: Row[] = []
  const [last, gone] = [waiting.at(-1), sent.at(-1)]
  if (last !== undefined) {
    const params = { count: waiting.length, what: last.label }
    rows.push({
      kind: 'bad',
      title: last.label === '' ? 'line.waiting' : 'line.waiting.what',
      params,
      action: 'discard',
    })
  }
  if (gone !== undefined) {
    const params = { count: sent.length, what: gone.label }
    rows.push({ kind: 'busy', title: gone.label === '' ? 'line.sent' : 'line.sent.what', params })
  }
  return rows
}
