/** The sea in words: row by row from the north, what lies and sails on each space, and where one can go. */

import { offerFor } from '../../../state/table/moves'
import { costOf } from '../board/model'
import { seaSpacesOf } from '../data'
import { NEUTRAL } from '../pieces/owners'
import type { Section } from '../../../board/spoken/spoken'
import { counted, type Teller } from './teller'

export function sea(teller: Teller): Section {
  const { position, say } = teller
  const { size } = position.board
  const seaSpaces = seaSpacesOf(size)
  return {
    key: 'sea',
    title: say('sea'),
    intro: [say('sea.size', { size, last: seaSpaces.at(-1) ?? '' })],
    lists: Array.from({ length: size }, (_, row) => ({
      title: say('sea.row', { row: row + 1 }),
      items: inRow(seaSpaces.slice(row * size, (row + 1) * size), teller),
    })),
  }
}

function inRow(seaSpaces: readonly string[], teller: Teller): { text: string }[] {
  const { say, list } = teller
  const told = seaSpaces.map((seaSpace) => ({ seaSpace, text: onSeaSpace(seaSpace, teller) }))
  const empty = told.filter(({ text }) => text === '').map(({ seaSpace }) => seaSpace)
  const items = told.filter(({ text }) => text !== '').map(({ text }) => ({ text }))
  return empty.length === 0 ? items : [...items, { text: say('sea.empty', { list: list(empty) }) }]
}

function onSeaSpace(seaSpace: string, teller: Teller): string {
  const { position, say, list, treasures } = teller
  const ships = Object.entries(position.ships).flatMap(([owner, at]) => (at === seaSpace ? [ship(owner, teller)] : []))
  const lying = position.sea[seaSpace] ?? []
  const here = [...ships, ...(lying.length > 0 ? [treasures(counted(lying))] : [])]
  const ways = reach(seaSpace, teller)
  if (here.length === 0 && ways === '') return ''
  return [say('sea.field', { field: seaSpace, list: here.length > 0 ? list(here) : say('sea.nothing') }), ways]
    .join(' ')
    .trim()
}

function ship(owner: string, { say, seat, people }: Teller): string {
  if (owner === NEUTRAL) return say('ship.neutral')
  return Number(owner) === people.mine ? say('ship.own') : say('ship', { seat: seat(owner) })
}

/** What can be done with a space, and the least that it costs. */
function reach(seaSpace: string, { legal, offers, say }: Teller): string {
  const sails = legal.filter((move) => move.type === 'sail' && move['to'] === seaSpace)
  const lifts = legal.some((move) => move.type === 'explore' && move['field'] === seaSpace)
  const starts = legal.some((move) => move.type === 'choose_corner' && move['field'] === seaSpace)
  if (sails.length > 0) {
    const coins = Math.min(...sails.map((move) => costOf(offerFor(offers, move))))
    return say('sea.sail', { coins, count: sails.length })
  }
  if (lifts) return say('sea.lift')
  return starts ? say('sea.start') : ''
}
