/** The words of a game as a board of its package asks for them. */

import type { People } from '../../i18n/lines'
import { plain, type Words as GameWords } from '../../i18n/words'
import type { Words } from './contract'

export function wordsFor(words: GameWords, people: People): Words {
  return {
    move: (move) => words.move(move, people.seat),
    line: (line) => plain(words.line(line, people.seat)),
    name: (kind, id) => words.name(kind, id) ?? id,
    text: (key, values = {}) => {
      const parts = words.messages.parts(key, values)
      return parts === undefined ? key : parts.map(String).join('')
    },
  }
}
