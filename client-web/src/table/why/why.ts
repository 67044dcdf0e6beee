/** A bot's reason in words, in the reader's language. */

import { Catalogues } from '../../i18n/i18n.svelte'
import type { GameMove, Reason } from '../../wire/generated'

const words = new Catalogues({ de: () => import('./why.de.json'), en: () => import('./why.en.json') })

export const sayWhy = {
  short: (): string => words.now.format('why', {}),
  button: (name: string): string => words.now.format('why.name', { name }),
  answer(reason: Reason, tell: (move: GameMove) => string): string {
    const { why, low, high, other, code } = reason
    if (code !== undefined && code !== '') {
      return words.now.format(words.now.has(`code.${code}`) ? `code.${code}` : 'code.unknown', {})
    }
    const parts = [words.now.format(`why.${why ?? 'chance'}`, {})]
    if (low !== undefined && high !== undefined) {
      parts.push(words.now.format(low === high ? 'why.points' : 'why.range', { low, high }))
    }
    if (other !== undefined) parts.push(words.now.format('why.other', { move: tell(other) }))
    return parts.join(' ')
  },
}
