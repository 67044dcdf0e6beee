/** The sea in words: row by row from the north, what lies and sails on each field, and where one can go. */

import { offerFor } from '../../../lib/moves'
import { costOf } from '../board/model'
import { fieldsOf } from '../data'
import { NEUTRAL } from '../owners'
import type { Section } from '../../../spoken/spoken'
import { counted, type Teller } from './teller'

export function sea(teller: Teller): Section {
  const { position, say } = teller
  const { size } = position.board
  const fields = fieldsOf(size)
  return {
    key: 'sea',
    title: say('sea'),
    intro: [say('sea.size', { size, last: fields.at(-1) ?? '' })],
    lists: Array.from({ length: size }, (_, row) => ({
      title: say('sea.row', { row: row + 1 }),
      items: inRow(fields.slice(row * size, (row + 1) * size), teller),
    })),
  }
}

function inRow(fields: readonly string[], teller: Teller): { text: string }[] {
  const { say, list } = teller
  const told = fields.map((field) => ({ field, text: onField(field, teller) }))
  const empty = told.filter(({ text }) => text === '').map(({ field }) => field)
  const items = told.filter(({ text }) => text !== '').map(({ text }) => ({ text }))
  return empty.length === 0 ? items : [...items, { text: say('sea.empty', { list: list(empty) }) }]
}

function onField(field: string, teller: Teller): string {
  const { position, say, list, treasures } = teller
  const ships = Object.entries(position.ships).flatMap(([owner, at]) => (at === field ? [ship(owner, teller)] : []))
  const lying = position.sea[field] ?? []
  const here = [...ships, ...(lying.length > 0 ? [treasures(counted(lying))] : [])]
  const ways = reach(field, teller)
  if (here.length === 0 && ways === '') return ''
  return [say('sea.field', { field, list: here.length > 0 ? list(here) : say('sea.nothing') }), ways].join(' ').trim()
}

function ship(owner: string, { say, seat, people }: Teller): string {
  if (owner === NEUTRAL) return say('ship.neutral')
  return Number(owner) === people.mine ? say('ship.own') : say('ship', { seat: seat(owner) })
}

/** What can be done with a field, and the least that it costs. */
function reach(field: string, { legal, offers, say }: Teller): string {
  const sails = legal.filter((move) => move.type === 'sail' && move['to'] === field)
  const lifts = legal.some((move) => move.type === 'explore' && move['field'] === field)
  const starts = legal.some((move) => move.type === 'choose_corner' && move['field'] === field)
  if (sails.length > 0) {
    const coins = Math.min(...sails.map((move) => costOf(offerFor(offers, move))))
    return say('sea.sail', { coins, count: sails.length })
  }
  if (lifts) return say('sea.lift')
  return starts ? say('sea.start') : ''
}
