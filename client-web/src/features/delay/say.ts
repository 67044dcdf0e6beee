/** What a delay says, in the reader's language: it comes with it. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { MessageParams } from '../../i18n/messages'
import type { Proposal } from '../../state/table/document'
import type { Delay } from '../../wire/generated'
import type en from './say.en.json'

export type SayKey = keyof typeof en

const words = new Catalogues({ de: () => import('./say.de.json'), en: () => import('./say.en.json') })

export function say(key: SayKey, params: MessageParams = {}): string {
  return words.now.format(key, params)
}

/** How far behind: three moves, half a minute. */
export function much({ unit, count }: Delay): string {
  return unit === 'seconds' && count % 60 === 0 ? say('minutes', { count: count / 60 }) : say(unit, { count })
}

/** What those see who watch, as a proposal wants it; nothing if it is about something else. */
export function proposedDelay({ what, delay }: Proposal): string {
  if (what !== 'delay') return ''
  return say('proposed', { when: delay === undefined ? say('delay.none') : say('later', { much: much(delay) }) })
}
