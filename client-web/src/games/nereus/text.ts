/** What the client itself says about the game, in the reader's language. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import type en from './words.en.json'

export type TextKey = keyof typeof en

const words = new Catalogues({ de: () => import('./words.de.json'), en: () => import('./words.en.json') })

export function text(key: TextKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}
