/** What the page of moderation says, in the reader's language. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import type en from './say.en.json'

export type SayKey = keyof typeof en

const words = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** Why an act was refused, by the service's code; its own sentence where there are no words for that. */
export function failed(code: string, message: string): string {
  const key = `failed.${code}`
  return words.now.has(key) ? words.now.format(key, {}) : say('failed', { message })
}
