/** The words of the parts about other people, in the reader's language. */

import { Catalogues, said } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import type en from './say.en.json'

export type SayKey = keyof typeof en

const words = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** Why something was refused. */
export function refused(code: string): string {
  const own: Record<string, SayKey> = { nothing_fits: 'quick.nothing', no_company: 'quick.failed' }
  const key = own[code]
  if (key !== undefined) return say(key)
  const trouble = `trouble.${code}`
  return words.now.has(trouble) ? words.now.format(trouble, {}) : (said(`refused.${code}`, {}) ?? say('quick.failed'))
}
