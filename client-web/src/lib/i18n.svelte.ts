/** The frame's own words in the reader's language, with its numbers, lists and times. */

import de from '../i18n/de.json'
import en from '../i18n/en.json'
import { type MessageParams, Messages } from './messages'
import { recall, remember } from './remember'
import { type Piece, pieces } from './words'

export type Key = keyof typeof en
export type Language = 'de' | 'en'

export const LANGUAGES: readonly Language[] = ['de', 'en']

const catalogues: Record<Language, Messages> = { de: new Messages('de', de), en: new Messages('en', en) }

/** The first language of the browser that there are words for. */
export function preferred(languages: readonly string[]): Language {
  for (const wanted of languages) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().split('-')[0] === language)
    if (found !== undefined) return found
  }
  return 'en'
}

function chosen(): Language {
  const stored = LANGUAGES.find((language) => language === recall('language'))
  return stored ?? preferred(navigator.languages)
}

let current = $state<Language>(chosen())

export function language(): Language {
  return current
}

export function setLanguage(to: Language): void {
  current = to
  remember('language', to)
}

/** A message of the frame. */
export function t(key: Key, params: MessageParams = {}): string {
  return catalogues[current].format(key, params)
}

/** A message of the frame whose key is made of what the service says; undefined when there is none. */
export function said(key: string, params: MessageParams = {}): string | undefined {
  return catalogues[current].has(key) ? catalogues[current].format(key, params) : undefined
}

/** The same in pieces, in which names stand out. */
export function saidInPieces(key: string, values: Record<string, unknown>): Piece[] | undefined {
  return pieces(catalogues[current], key, values)
}

/** "Ann, Ben and Cleo", as the language joins them. */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(current, { type: 'conjunction' }).format(items)
}

/** A moment (milliseconds since 1970) as its time, with the date when it is not today. */
export function moment(at: number): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  const style: Intl.DateTimeFormatOptions = today
    ? { hour: 'numeric', minute: '2-digit' }
    : { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }
  return new Intl.DateTimeFormat(current, style).format(date)
}
