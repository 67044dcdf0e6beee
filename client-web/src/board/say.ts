/** Words about boards that packages bring along. */

import { Catalogues } from '../i18n/i18n.svelte'
import type en from './say.en.json'

export type SayKey = keyof typeof en

export const own = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey): string {
  return own.now.format(key, {})
}
