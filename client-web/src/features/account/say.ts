/** What the pages of the account say, in the reader's language. */

import { ApiError } from '../../net/api'
import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import { apiTrouble } from '../../net/trouble'
import type en from './say.en.json'

export type SayKey = keyof typeof en

const words = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** Why a request failed: the account's own words, else those for every request. */
export function trouble(error: unknown): string {
  if (error instanceof DOMException) return say('passkeys.stopped')
  if (!(error instanceof ApiError)) return apiTrouble(error)
  const key = `trouble.${error.code}`
  const minutes = Math.max(1, Math.ceil(error.retryIn / 60_000))
  return words.now.has(key) ? words.now.format(key, { minutes }) : apiTrouble(error)
}
