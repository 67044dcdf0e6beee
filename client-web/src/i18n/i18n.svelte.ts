/** The frame's own words in the reader's language, with its numbers, lists and times. */

import type en from './en'
import { perLanguage } from './perlanguage'
import { joined } from './joined'
import { type Catalogue, type MessageParams, Messages } from './messages'
import { recall, remember } from '../browser/remember'
import { type Piece, pieces } from './words'

export type Key = keyof typeof en
export type Language = 'de' | 'en'

export const LANGUAGES: readonly Language[] = ['de', 'en']

const NONE = new Messages('en', {})
const all = new Set<Catalogues>()

/** Words of the client, of which only those of the language in use are fetched: nobody needs both. */
export class Catalogues {
  private readonly fetched: Partial<Record<Language, Messages>> = {}

  constructor(private readonly files: Readonly<Record<Language, () => Promise<{ default: Catalogue }>>>) {
    all.add(this)
  }

  has(wanted: Language): boolean {
    return this.fetched[wanted] !== undefined
  }

  async load(wanted: Language): Promise<void> {
    this.fetched[wanted] ??= new Messages(wanted, (await this.files[wanted]()).default)
  }

  get now(): Messages {
    return this.fetched[current] ?? NONE
  }
}

const frame = new Catalogues({
  de: () => import('./de'),
  en: () => import('./en'),
})

/** The first language of the browser that there are words for. */
export function preferred(languages: readonly string[]): Language {
  for (const wanted of languages) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().split('-')[0] === language)
    if (found !== undefined) return found
  }
  return 'en'
}

/** The locale of a language whose dates and times a browser's user expects; English alone is not taken for American. */
export function localeFor(language: Language, [first = '']: readonly string[]): string {
  if (first.toLowerCase().startsWith(`${language}-`)) return first
  return language === 'en' ? 'en-GB' : language
}

function chosen(): Language {
  const stored = LANGUAGES.find((language) => language === recall('language'))
  return stored ?? preferred(navigator.languages)
}

let current = $state<Language>(chosen())

export function language(): Language {
  return current
}

/** The locale whose way of writing dates and times is used: the reader's own, where it has the language in use. */
export function dateLocale(): string {
  return localeFor(current, navigator.languages)
}

/** Fetch the words of a language, those of the games that were loaded too; nothing can be said in it before. */
export async function loadLanguage(wanted: Language = current): Promise<void> {
  const missing = [...all].filter((each) => !each.has(wanted))
  if (missing.length === 0) return
  await Promise.all(missing.map((each) => each.load(wanted)))
  // Meanwhile a game may have come.
  await loadLanguage(wanted)
}

/** A part of the page that has words of its own, once both have come. */
export async function worded<T>(part: Promise<T>): Promise<T> {
  const loaded = await part
  await loadLanguage()
  return loaded
}

/** Speak another language as soon as its words are here; without them the page goes on in the present one. */
export function setLanguage(to: Language): void {
  void loadLanguage(to).then(
    () => {
      current = to
      remember('language', to)
    },
    () => undefined,
  )
}

/** A message of the frame. */
export function t(key: Key, params: MessageParams = {}): string {
  return frame.now.format(key, params)
}

/** A message of the frame whose key is made of what the service says; undefined when there is none. */
export function said(key: string, params: MessageParams = {}): string | undefined {
  return frame.now.has(key) ? frame.now.format(key, params) : undefined
}

/** The same in pieces, in which names stand out. */
export function saidInPieces(key: string, values: Record<string, unknown>): Piece[] | undefined {
  return pieces(frame.now, key, values)
}

const signing = perLanguage((language) => new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }))
const averaging = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
const hours = perLanguage((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }))
const days = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
)

/** "Ann, Ben and Cleo", as the language joins them. */
export function list(items: readonly string[]): string {
  return joined(current, items)
}

/** A moment (milliseconds since 1970) as its time, with the date when it is not today. */
export function moment(at: number): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  return (today ? hours : days)(dateLocale()).format(date)
}

/** With a capital letter at its beginning, as at that of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(current) + text.slice(1)
}

/** "7.5", "12", as the language writes them. */
export function average(number: number): string {
  return averaging(current).format(number)
}

/** "+3", "−1", "0", as the language writes them. */
export function signed(number: number): string {
  return signing(current).format(number)
}
