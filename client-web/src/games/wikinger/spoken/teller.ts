/** What all parts of the description share: names, numbers and sentences in one language. */

import { joined } from '../../../i18n/joined'
import type { MessageParams } from '../../../i18n/messages'
import type { Source } from '../../../board/spoken/source'
import { type Position, positionOf, whereOf } from '../board/position'

export interface Teller extends Source {
  position: Position
  say: (key: string, params?: MessageParams) => string
  /** The name of an id: "left end", "noble". */
  name: (member: string, id: string) => string
  /** "red, green, and white" */
  list: (items: readonly string[]) => string
  /** A seat by its name; yours says so. */
  seat: (seat: number) => string
  /** A place of an area: "Nobles 2". */
  place: (place: string) => string
  /** Pieces that are counted: "2 × noble, 1 × scout". */
  pieces: (member: string, counts: Readonly<Record<string, number>>) => string
}

export function tellerOf(source: Source): Teller {
  const { game, words, own, people } = source
  const say: Teller['say'] = (key, params) => own.format(key, params)
  const list: Teller['list'] = (items) => own.once('list', '', items, () => joined(own.language, items))
  const name: Teller['name'] = (member, id) => words.name(member, id) ?? id
  return {
    ...source,
    position: positionOf(game),
    say,
    list,
    name,
    seat: (seat) => {
      const known = people.seat(seat)
      return seat === people.mine ? say('own', { name: known }) : known
    },
    place: (place) => {
      const { row, column } = whereOf(place)
      return say('place', { row: name('row', row), column })
    },
    pieces: (member, counts) =>
      list(
        Object.entries(counts).flatMap(([id, count]) =>
          count > 0 ? [say('counted', { count, name: name(member, id) })] : [],
        ),
      ),
  }
}
