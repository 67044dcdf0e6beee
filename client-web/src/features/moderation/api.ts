/** What moderators ask of the service. */

import { call } from '../../net/api'
import type { ChatLine } from '../../wire/generated'

export const KINDS = [
  'mute',
  'ban',
  'ban_network',
  'close',
  'unmute',
  'unban',
  'unban_network',
  'reopen',
  'appoint',
  'own',
  'dismiss',
] as const
export type Kind = (typeof KINDS)[number] | 'remove' | 'settle'

/** Acts that end by themselves. */
export const TIMED: readonly Kind[] = ['mute', 'ban', 'ban_network']
export const OWNERS_ONLY: readonly Kind[] = ['appoint', 'own', 'dismiss']
/** What takes an act back. */
export const BACK: Partial<Record<Kind, Kind>> = {
  close: 'reopen',
  mute: 'unmute',
  ban: 'unban',
  ban_network: 'unban_network',
  appoint: 'dismiss',
  own: 'dismiss',
}

/** What lasts until it is taken back. */
export type Lasting = 'mute' | 'ban' | 'ban_network' | 'close' | 'appoint' | 'own'

export interface Act<K extends Kind = Kind> {
  kind: K
  target: string
  by?: string
  why?: string
  until?: number
  at?: number
}

export interface Report {
  id: string
  at: number
  table: string
  room: 'players' | 'spectators'
  number: number
  by: string
  lines: ChatLine[]
}

export interface Overview {
  role: 'owner' | 'moderator'
  reports: Report[]
  held: Record<'closed' | 'muted' | 'banned' | 'networks' | 'roles', Act<Lasting>[]>
  log: Act[]
  names: Record<string, string>
}

export const read = () => call<Overview>('GET', '/api/moderation')
export const act = (what: Act) => call<Act>('POST', '/api/moderation', what)
