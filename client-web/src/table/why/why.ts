/** A bot's reason in words, in the reader's language. */

import { Catalogues } from '../../i18n/i18n.svelte'
import { scoreOf } from '../../i18n/scores'
import type { Words } from '../../i18n/words'
import type { GameMove, Reason } from '../../wire/generated'

const own = new Catalogues({ de: () => import('./why.de.json'), en: () => import('./why.en.json') })

export const sayWhy = {
  short: (): string => own.now.format('why', {}),
  button: (name: string): string => own.now.format('why.name', { name }),
  answer(reason: Reason, words: Words, tell: (move: GameMove) => string): string {
    const { why, low, high, other, code } = reason
    if (code !== undefined && code !== '') {
      return own.now.format(own.now.has(`code.${code}`) ? `code.${code}` : 'code.unknown', {})
    }
    const parts = [own.now.format(`why.${why ?? 'chance'}`, {})]
    if (low !== undefined && high !== undefined && words.scored) {
      const score = scoreOf(words, high)
      parts.push(own.now.format(low === high ? 'why.score' : 'why.range', { low, score }))
    }
    if (other !== undefined) parts.push(own.now.format('why.other', { move: tell(other) }))
    return parts.join(' ')
  },
}
