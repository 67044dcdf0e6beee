/** What all parts of the description share: names, numbers and sentences in one language. */

import { joined } from '../../../i18n/joined'
import type { MessageParams } from '../../../i18n/messages'
import type { Source } from '../../../board/spoken/source'
import { type Position, positionOf } from '../board/position'
import { COLOURS } from '../data'
import { NEUTRAL } from '../pieces/owners'

export interface Teller extends Source {
  position: Position
  say: (key: string, params?: MessageParams) => string
  /** The name of an id: "coral", "captain". */
  name: (member: string, id: string) => string
  /** "red, green, and white" */
  list: (items: readonly string[]) => string
  /** A seat by its name; yours says so. */
  seat: (seat: number | string) => string
  /** Treasures that are counted: "2 pearls and one coral". */
  treasures: (counts: Readonly<Record<string, number>>) => string
}

export function tellerOf(source: Source): Teller {
  const { game, words, own, people } = source
  const say: Teller['say'] = (key, params) => own.format(key, params)
  const list: Teller['list'] = (items) => own.once('list', '', items, () => joined(own.language, items))
  return {
    ...source,
    position: positionOf(game),
    say,
    list,
    name: (member, id) => words.name(member, id) ?? id,
    seat: (seat) => {
      if (seat === NEUTRAL) return words.name('owner', NEUTRAL) ?? NEUTRAL
      const name = people.seat(Number(seat))
      return Number(seat) === people.mine ? say('own', { name }) : name
    },
    treasures: (counts) =>
      list(
        [...COLOURS, 'gem'].flatMap((each) => {
          const count = counts[each] ?? 0
          return count > 0 ? [say(`count.${each}`, { count })] : []
        }),
      ),
  }
}

/** How often each thing stands in a list. */
export function counted(things: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const thing of things) counts[thing] = (counts[thing] ?? 0) + 1
  return counts
}
