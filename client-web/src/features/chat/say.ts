/** What the chat says, in the reader's language: it comes with the chat. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import type en from './say.en.json'

export type SayKey = keyof typeof en

const words = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** Words whose key the service names; undefined when there are none. */
export function saidOf(key: string, params: MessageParams = {}): string | undefined {
  return words.now.has(key) ? words.now.format(key, params) : undefined
}
