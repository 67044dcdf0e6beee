/** What all parts of the description share: names, numbers and sentences in one language. */

import { joined } from '../../../i18n/joined'
import type { MessageParams } from '../../../i18n/messages'
import type { Source } from '../../../board/spoken/source'
import { effectKey } from '../board/effectsaid'
import { type Holding, type Position, positionOf } from '../board/position'

export interface Teller extends Source {
  position: Position
  say: (key: string, params?: MessageParams) => string
  /** The name of an id: "Weapons", "hills". */
  name: (member: string, id: string) => string
  /** What a tile does. */
  effect: (tile: string) => string
  /** "red, green, and white" */
  list: (items: readonly string[]) => string
  /** A seat by its name; yours says so. */
  seat: (seat: number) => string
  /** A province by its name on the map, and by the one of today where that is another: "Suevia (Swabia)". */
  land: (province: string) => string
  /** What is printed of it: "hills, port". */
  printed: (province: string) => string
  /** A pair on offer by its number, with its tiles, pieces and price. */
  pair: (number: number) => string
  /** Its holder: "neutral", "Henrik’s ruins". */
  holder: (holding: Holding | undefined) => string
}

export function tellerOf(source: Source): Teller {
  const { game, words, own, people } = source
  const position = positionOf(game)
  const say: Teller['say'] = (key, params) => own.format(key, params)
  const list: Teller['list'] = (items) => own.once('list', '', items, () => joined(own.language, items))
  const name: Teller['name'] = (member, id) => words.name(member, id) ?? id
  return {
    ...source,
    position,
    say,
    list,
    name,
    effect: (tile) => say(effectKey(position, tile)),
    seat: (seat) => {
      const known = people.seat(seat)
      return seat === people.mine ? say('own', { name: known }) : known
    },
    land: (province) => {
      const [latin, local] = [name('province', province), name('local', province)]
      return latin === local ? latin : say('land', { latin, local })
    },
    printed: (province) => {
      const { terrain, port, mine } = position.board.provinces[province] ?? { terrain: '' }
      const signs = [...(port === true ? [say('reckon.port')] : []), ...(mine === true ? [say('reckon.mine')] : [])]
      return [name('terrain', terrain), ...signs].join(', ')
    },
    pair: (number) => {
      const pair = position.pairs[`pair-${number}`]
      if (pair === undefined) return ''
      const [one, other] = pair.tiles.map((tile) => name('tile', tile))
      const { pieces, price, points } = pair
      return say('pair.said', { number, one: one ?? '', other: other ?? '', pieces, price, points })
    },
    holder: (holding) => {
      if (holding === undefined) return say('reckon.empty')
      if (holding.seat === undefined) return say('reckon.neutral')
      const who = { name: people.seat(holding.seat) }
      const mine = holding.seat === people.mine
      if (holding.declined === true) return mine ? say('reckon.own_ruins') : say('reckon.ruins', who)
      return mine ? say('reckon.own') : say('reckon.empire', who)
    },
  }
}
