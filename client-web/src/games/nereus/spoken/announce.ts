/** What screen readers say of an event: the reveal and finds as one sentence, of your own moves what they brought. */

import { list } from '../../../i18n/i18n.svelte'
import type { People, Position, Words } from '../../../board/contract'
import type { HistoryEntry, Line } from '../../../wire/generated'
import { text } from '../text'

/** The choice that the moving player has just made, and so knows. */
const CHOSEN: ReadonlySet<string> = new Set([
  ...['chose_corner', 'chose_crew', 'kept', 'kept_card', 'placed_marker', 'sailed', 'stayed', 'toll_paid', 'toll'],
  ...['toll_to_supply', 'took', 'placed', 'shifted', 'exchanged', 'gem_used', 'sold', 'paid', 'moves', 'lost'],
  ...['discarded_card', 'played', 'accepted', 'declined'],
])

type Told = (line: Line, words: Words, people: People) => string

/** Lines of one kind that follow each other are one sentence. */
const TOGETHER: Readonly<Record<string, { all: 'said.revealed' | 'said.discovered'; each: Told }>> = {
  revealed: {
    all: 'said.revealed',
    each: ({ params = {} }, words, people) => {
      const crew = String(params['crew'])
      return text('said.one', { what: people.seat(Number(params['seat'])), of: words.name('crew', crew) ?? crew })
    },
  },
  discovered: {
    all: 'said.discovered',
    each: ({ params = {} }, words) => {
      const treasure = String(params['treasure'])
      return text('said.one', { what: String(params['field']), of: words.name('treasure', treasure) ?? treasure })
    },
  },
}

export function announce({ words, people }: Position, { lines = [] }: HistoryEntry, own: boolean): string {
  const said: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line
    const together = TOGETHER[line.key]
    if (together !== undefined) {
      const of = lines.slice(at).findIndex(({ key }) => key !== line.key)
      const alike = lines.slice(at, of < 0 ? undefined : at + of)
      said.push(text(together.all, { list: list(alike.map((each) => together.each(each, words, people))) }))
      at += alike.length - 1
    } else if (!own || !CHOSEN.has(line.key)) said.push(words.line(line))
  }
  return said.join(' ')
}
