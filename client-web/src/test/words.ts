/**
 * Look up texts in tests by message key, so that wordings can change freely. A missing key or value throws: a wrong
 * expectation never passes by accident. None of this reaches the browser.
 */

import glenmoreDe from '../../../engines/partie/games/glenmore/words.de.json'
import glenmoreEn from '../../../engines/partie/games/glenmore/words.en.json'
import nereusDe from '../../../engines/partie/games/nereus/words.de.json'
import nereusEn from '../../../engines/partie/games/nereus/words.en.json'
import vinciDe from '../../../engines/partie/games/vinci/words.de.json'
import vinciEn from '../../../engines/partie/games/vinci/words.en.json'
import wikingerDe from '../../../engines/partie/games/wikinger/words.de.json'
import wikingerEn from '../../../engines/partie/games/wikinger/words.en.json'
import type { Language } from '../i18n/i18n.svelte'
import type { Catalogue, MessageParams, Messages } from '../i18n/messages'
import { plain, Words } from '../i18n/words'
import type { GameMove, Line } from '../wire/generated'

export type Game = 'glenmore' | 'nereus' | 'vinci' | 'wikinger'

const ENGINES: Readonly<Record<Game, Readonly<Record<Language, Catalogue>>>> = {
  glenmore: { de: glenmoreDe, en: glenmoreEn },
  nereus: { de: nereusDe, en: nereusEn },
  vinci: { de: vinciDe, en: vinciEn },
  wikinger: { de: wikingerDe, en: wikingerEn },
}

/** Return the words that an engine ships. */
export function wordsOf(game: Game, language: Language): Words {
  return new Words(language, ENGINES[game][language])
}

/** Return a lookup in a catalogue. */
export function textsOf(messages: Messages): (key: string, params?: MessageParams) => string {
  return (key, params = {}) => {
    const parts = messages.parts(key, params)
    if (parts === undefined) throw new Error(`no message ${key} with the values ${JSON.stringify(params)}`)
    return parts.join('')
  }
}

/** Look up an engine's words. `seat` names a seat. */
export class EngineTexts {
  constructor(
    private readonly words: Words,
    private readonly seat: (seat: number) => string = String,
  ) {}

  name(member: string, id: string): string {
    const found = this.words.name(member, id)
    if (found === undefined) throw new Error(`no name for ${member} ${id}`)
    return found
  }

  line(key: string, params: Line['params'] = {}): string {
    this.demand(`line.${key}`)
    return plain(this.words.line({ key, params }, this.seat))
  }

  part(key: string, params: Line['params'] = {}): string {
    this.demand(`part.${key}`, `line.${key}`)
    return plain(this.words.part({ key, params }, this.seat))
  }

  move(move: GameMove): string {
    this.demand(`move.${move.type}`)
    return this.words.move(move, this.seat)
  }

  refused(code: string, params: Line['params'] = {}): string {
    const found = this.words.refused(code, params, this.seat)
    if (found === undefined) throw new Error(`no words for the refusal ${code}`)
    return found
  }

  private demand(...keys: string[]): void {
    if (!keys.some((key) => this.words.messages.has(key))) throw new Error(`no message ${keys.join(' or ')}`)
  }
}
