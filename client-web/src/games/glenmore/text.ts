/** What the client itself says about the game, in the reader's language. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import { KINDS, tileOf } from './data'
import type en from './words.en.json'

export type TextKey = keyof typeof en

const words = new Catalogues({ de: () => import('./words.de.json'), en: () => import('./words.en.json') })

export function text(key: TextKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** What kind of tile it is, without the letter that tells it from its twins; `special`: it is a name. */
export function kindOf(id: string): { tile: string; kind: string; special: 'yes' | 'no' } {
  const kind = tileOf(id)?.kind
  if (kind === undefined) return { tile: id, kind: '', special: 'yes' }
  return { tile: text(`kind.${kind}`), kind, special: KINDS[kind].card === undefined ? 'no' : 'yes' }
}
