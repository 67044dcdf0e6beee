/** The areas in words, yours first: row by row what lies and stands there, and what threatens it. */

import { capital } from '../../../i18n/i18n.svelte'
import type { Section } from '../../../board/spoken/spoken'
import { type Threat, threatAt, threatsOf } from '../board/model'
import { type Player, placeAt, type Spot, whereOf } from '../board/position'
import type { Teller } from './teller'

export function areas(teller: Teller): Section[] {
  const { position, people } = teller
  const seats = Object.keys(position.players).map(Number)
  const mine = seats.filter((seat) => seat === people.mine)
  return [...mine, ...seats.filter((seat) => seat !== people.mine)].flatMap((seat) => {
    const player = position.players[String(seat)]
    return player === undefined ? [] : [area(seat, player, teller)]
  })
}

function area(seat: number, player: Player, teller: Teller): Section {
  const { position, people, say, name } = teller
  const threats = threatsOf(position, player.land)
  const rows = ['ship', ...position.board.rows].flatMap((row) => {
    const items = Object.entries(player.land)
      .filter(([place]) => whereOf(place).row === row)
      .sort(([one], [other]) => whereOf(one).column - whereOf(other).column)
      .map(([place, spot]) => ({ text: onPlace(place, spot, threats, teller) }))
    return items.length === 0 ? [] : [{ title: capital(name('row', row)), items }]
  })
  const title = seat === people.mine ? say('area.own') : say('area', { seat: teller.seat(seat) })
  return { key: `area-${seat}`, title, intro: has(player, teller), lists: rows }
}

function has({ points, gold, land, mainland, specials, worth }: Player, { say, pieces, position }: Teller): string[] {
  const { boatmen, islands, longest, fed, mouths, small, large } = worth
  const told = [say('area.has', { points, gold, boatmen })]
  const waiting = Object.fromEntries(Object.entries(mainland).filter(([figure]) => figure !== 'boatman'))
  if (Object.keys(waiting).length > 0) told.push(say('area.waiting', { list: pieces('figure', waiting) }))
  if (Object.keys(specials).length > 0) told.push(say('area.specials', { list: pieces('special', specials) }))
  if (Object.keys(land).length === 0) return [...told, say('area.empty')]
  told.push(say('area.islands', { islands, longest }), say('area.fed', { fed, mouths }))
  if (position.step !== 'over') {
    const last = String(position.round === position.board.rounds)
    told.push(say('area.worth', { small, points: large.points, gold: large.gold, last }))
  }
  return told
}

function onPlace(place: string, spot: Spot, threats: readonly Threat[], { position, say, name }: Teller): string {
  const { row, column } = whereOf(place)
  const ship = position.board.ships[spot.tile]
  const threat = row === 'ship' ? undefined : threatAt(position, threats, placeAt(row, column))
  const state =
    ship === undefined ? (threat === undefined ? 'safe' : 'threatened') : spot.repelled === true ? 'repelled' : 'open'
  return say('area.spot', {
    column,
    state,
    tile: name('tile', spot.tile),
    figure: spot.figure === undefined ? 'none' : name('figure', spot.figure),
    ship: threat === undefined ? '' : name('tile', threat.tile),
    sail: ship === undefined ? '' : name('row', ship.sail),
  })
}
