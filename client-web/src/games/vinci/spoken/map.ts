/** The map in words: what nobody holds, and where every province lies. */

import type { Section } from '../../../board/spoken/spoken'
import type { Teller } from './teller'

export function nobodys({ position, say, land, printed }: Teller): Section {
  const all = Object.keys(position.board.provinces)
  const free = all.filter((name) => position.land[name]?.seat === undefined)
  const items = (names: readonly string[]) =>
    names.map((name) => ({ text: say('free', { land: land(name), printed: printed(name) }) }))
  const neutral = free.filter((name) => position.land[name] !== undefined)
  const empty = free.filter((name) => position.land[name] === undefined)
  const lists = [
    { title: say('neutral', { count: neutral.length }), items: items(neutral) },
    { title: say('empty', { count: empty.length }), items: items(empty) },
  ]
  return { key: 'nobodys', title: say('nobodys'), intro: [], lists: lists.filter((each) => each.items.length > 0) }
}

export function map(teller: Teller): Section {
  const { position, say, name, list, land, printed, holder } = teller
  const named = (names: readonly string[]): string => list(names.map((each) => name('province', each)))
  const items = Object.entries(position.board.provinces).map(
    ([province, { borders = [], straits = [], seas = [], entry }]) => {
      const told = [
        say('map.land', { land: land(province), printed: printed(province), holder: holder(position.land[province]) }),
      ]
      if (borders.length > 0) told.push(say('map.borders', { list: named(borders) }))
      if (straits.length > 0) told.push(say('map.straits', { list: named(straits) }))
      if (seas.length > 0) told.push(say('map.seas', { list: list(seas.map((sea) => name('water', sea))) }))
      if (entry) told.push(say('map.entry'))
      return { text: told.join(' ') }
    },
  )
  return { key: 'map', title: say('map.label'), intro: [], lists: [{ title: '', items }] }
}
