/** The words of a game as a board of its package asks for them. */

import type { People } from '../../i18n/lines'
import { plain, type Words as GameWords } from '../../i18n/words'
import type { Words } from './contract'

/** `now`: the game's words and the people at the table, which change while a board keeps these functions. */
export function wordsFor(now: () => { words: GameWords; people: People }): Words {
  return {
    move: (move) => now().words.move(move, now().people.seat),
    line: (line) => plain(now().words.line(line, now().people.seat)),
    name: (kind, id) => now().words.name(kind, id) ?? id,
    text: (key, values = {}) => now().words.messages.parts(key, values)?.map(String).join('') ?? key,
  }
}
