/** How one is notified, as the service keeps it. */

import { call } from '../../net/api'

export type Channel = 'push' | 'mail' | 'webhook'
export const KINDS = ['turn', 'answer', 'seat', 'invited', 'started', 'over'] as const
export type Kind = (typeof KINDS)[number]

export interface Wish {
  kinds: Kind[]
  /** Minutes that are gathered into one message; 0: none. */
  every: 0 | 30 | 1440
}

export interface Settings {
  language: 'de' | 'en'
  zone: string
  /** Minutes of the day; none are quiet where they are equal. */
  quiet_from: number
  quiet_to: number
  push: Wish
  mail: Wish
  webhook: Wish
  /** What could be chosen. */
  offered: readonly Kind[]
}

export interface Notified {
  settings: Settings
  /** A guest has none, and is notified by browsers alone. */
  account: boolean
  mail_offered: boolean
  /** The confirmed address; empty while there is none. */
  mail: string
  suggested: string
  webhook: string
  /** The service's key, which browsers subscribe to. */
  push_key: string
  browsers: { browser: string; device: string; made: number; key: string }[]
}

const PATH = '/api/calls'

export const notifications = {
  read: () => call<Notified>('GET', PATH),
  change: (settings: Settings) => call<undefined>('PUT', PATH, settings),
  addEmail: (email: string) => call<undefined>('POST', `${PATH}/mail`, { mail: email }),
  dropEmail: () => call<undefined>('DELETE', `${PATH}/mail`),
  confirm: (token: string) => call<{ mail: string }>('POST', `${PATH}/confirm`, { token }),
  unsubscribe: (token: string) => call<undefined>('POST', `${PATH}/unsubscribe/${encodeURIComponent(token)}`),
  setWebhook: (url: string) => call<undefined>('PUT', `${PATH}/webhook`, { url }),
  dropWebhook: () => call<undefined>('DELETE', `${PATH}/webhook`),
  addBrowser: (subscription: PushSubscriptionJSON) =>
    call<{ browser: string }>('POST', `${PATH}/push`, { endpoint: subscription.endpoint, keys: subscription.keys }),
  dropBrowser: (browser: string) => call<undefined>('DELETE', `${PATH}/push/${browser}`),
  tryOut: (channel: Channel) => call<undefined>('POST', `${PATH}/try`, { channel }),
}
