/** The words of a game as boards ask for them: with the names of those who sit at a table. */

import { plain, type Words as GameWords } from '../i18n/words'
import type { Words } from './contract'

/** `seat` names who holds a seat. */
export function wordsFor(words: GameWords, seat: (seat: number) => string): Words {
  return {
    move: (move) => words.move(move, seat),
    line: (line) => plain(words.line(line, seat)),
    part: (line) => plain(words.part(line, seat)),
    refused: (code, params) => words.refused(code, params, seat),
    name: (kind, id) => words.name(kind, id),
    label: (member) => words.label(member),
    rank: (key) => words.rank(key),
    text: (key, values = {}) => words.messages.parts(key, values)?.map(String).join('') ?? key,
  }
}
