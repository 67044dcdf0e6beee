/** The empires in words, yours first: the civilization, and province by province what lies there, ruins apart. */

import type { Item, Section } from '../../../board/spoken/spoken'
import { defence, worth } from '../board/effects'
import { held, incomeOf, type Player } from '../board/position'
import type { Teller } from './teller'

export function empires(teller: Teller): Section[] {
  const { position, people } = teller
  const seats = Object.keys(position.players).map(Number)
  const mine = seats.filter((seat) => seat === people.mine)
  return [...mine, ...seats.filter((seat) => seat !== people.mine)].flatMap((seat) => {
    const player = position.players[String(seat)]
    return player === undefined ? [] : [empire(seat, player, teller)]
  })
}

function empire(seat: number, player: Player, teller: Teller): Section {
  const { position, people, say } = teller
  const [living, ruins] = [held(position, seat), held(position, seat, true)]
  const lists = [
    { title: say('living', { count: living.length }), items: living.map((each) => lying(each, seat, teller)) },
    { title: say('ruins', { count: ruins.length }), items: ruins.map((each) => lying(each, seat, teller)) },
  ]
  const title = seat === people.mine ? say('own.title') : say('own.of', { name: people.seat(seat) })
  return {
    key: `empire-${seat}`,
    title,
    intro: has(seat, player, teller),
    lists: lists.filter(({ items }) => items.length > 0),
  }
}

function has(seat: number, player: Player, teller: Teller): string[] {
  const { position, say, list, people } = teller
  const { points, hand, tiles, ruins, friends, income } = player
  const told = [say('has', { points, hand }), ...tiles.map((tile) => tileSaid(seat, tile, false, teller))]
  if (tiles.length === 0) told.push(say('own.none'))
  told.push(...ruins.map((tile) => tileSaid(seat, tile, true, teller)))
  if (friends.length > 0) told.push(say('friends', { list: list(friends.map((each) => people.seat(each))) }))
  const brought = Object.entries(income).map(([key, count]) => say('income.of', { count, of: key }))
  if (brought.length > 0 && position.step !== 'over') {
    told.push(say('income', { points: incomeOf(player), list: list(brought) }))
  }
  return told
}

function tileSaid(seat: number, tile: string, ruin: boolean, { position, say, name, effect }: Teller): string {
  const now = worth(position, seat, tile, ruin)
  return say('tile', {
    name: name('tile', tile),
    effect: effect(tile),
    ruin: ruin ? 'yes' : 'no',
    now: now === undefined ? 'none' : String(now),
  })
}

/** A living province says what an attack on it takes. */
function lying(province: string, seat: number, { position, say, land, printed }: Teller): Item {
  const holding = position.land[province]
  const { pieces = 0, levies = 0, fort = false, declined = false } = holding ?? {}
  const text = say('lying', {
    land: land(province),
    printed: printed(province),
    ...{ pieces, levies },
    fort: fort ? 'yes' : 'no',
    attack: declined ? 'none' : String(defence(position, seat, province, pieces + levies)),
  })
  return { text }
}
