/** What all parts of the description share: names, numbers and sentences in one language. */

import { eitherOf, joined } from '../../../i18n/joined'
import type { MessageParams } from '../../../i18n/messages'
import type { Source } from '../../../board/spoken/source'

/** What needs no position: the words. */
export interface Speech extends Pick<Source, 'words' | 'own' | 'people'> {
  say: (key: string, params?: MessageParams) => string
  tile: (id: string) => string
  /** "2 grain" */
  goods: (good: string, count: number) => string
  /** "wood, stone and grain" */
  list: (items: readonly string[]) => string
  /** "1, 3 or 5" */
  either: (items: readonly string[]) => string
  /** A seat by its name; yours says so. */
  seat: (seat: number) => string
}

export interface Teller extends Source, Speech {}

export function tellerOf(source: Source): Teller {
  return { ...speechOf(source), ...source }
}

export function speechOf({ words, own, people }: Pick<Source, 'words' | 'own' | 'people'>): Speech {
  const say: Speech['say'] = (key, params) => own.format(key, params)
  return {
    words,
    own,
    people,
    say,
    tile: (id) => words.name('tile', id) ?? id,
    goods: (good, count) => say('good', { good, count }),
    list: (items) => own.once('list', '', items, () => joined(own.language, items)),
    either: (items) => eitherOf(own.language, items),
    seat: (seat) => (seat === people.mine ? say('own', { name: people.seat(seat) }) : people.seat(seat)),
  }
}

/** The members of a count that are above 0. */
export function counted(value: unknown): [string, number][] {
  return Object.entries((value ?? {}) as Record<string, number>).filter(([, count]) => count > 0)
}

/** Whether the client's catalogue has a key; some keys come from the service. */
export function knows(teller: Speech, key: string): boolean {
  return teller.own.has(key)
}
