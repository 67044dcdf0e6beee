/** What a move costs, brings and leads to, a line each. */

import { offerFor } from '../../../state/table/moves'
import type { GameMove } from '../../../wire/generated'
import { defence, fallOf, returnsAtOnce } from '../board/effects'
import { consequence, costOf, numberIn, partsOf, provinceOf, reasonsOf } from '../board/model'
import { handOf, isFirst, playerOf } from '../board/position'
import { consequences } from '../board/reckoning'
import type { Teller } from './teller'

export function details(move: GameMove, teller: Teller): string[] {
  const { position, say } = teller
  const province = provinceOf(move) ?? ''
  const pieces = numberIn(move, 'pieces')
  const lie = position.land[province]?.pieces ?? 0
  switch (move.type) {
    case 'choose_pair':
      return people(numberIn(move, 'pair'), teller)
    case 'conquer':
    case 'infiltrate':
      return bill(move, province, teller)
    case 'gather':
      return pieces === lie ? [say('given_up')] : []
    case 'decline':
      return fall(teller)
    case 'keep_part':
      return part(province, teller)
    case 'put_down':
    case 'place_survivors':
      return [say('row.attack', { count: defence(position, acting(teller), province, lie + pieces) })]
    case 'make_treaty':
      return [say(isFirst(position) ? 'treaty.help.first' : 'treaty.help')]
    default:
      return []
  }
}

function acting({ people }: Teller): number {
  return people.mine ?? -1
}

/** What its tiles do, and what is left to pay with. */
function people(number: number, teller: Teller): string[] {
  const { position, say, name, effect } = teller
  const pair = position.pairs[`pair-${number}`]
  if (pair === undefined) return []
  const points = (playerOf(position, acting(teller))?.points ?? 0) - pair.price + pair.points
  return [...pair.tiles.map((tile) => `${name('tile', tile)}: ${effect(tile)}`), say('left', { points })]
}

function bill(move: GameMove, province: string, teller: Teller): string[] {
  const { position, offers, words, people, say, name, list } = teller
  const offer = offerFor(offers, move)
  if (offer === undefined) return []
  const seat = acting(teller)
  const reasons = (offer.price ?? []).map((line) => words.part(line))
  const points = offer.gain?.find(({ key }) => key === 'gain_points')?.params?.['points']
  const cost = say('cost', { cost: costOf(reasonsOf(offer)), hand: handOf(position, seat), list: list(reasons) })
  const narration = { person: people.seat, province: (id: string) => name('province', id), list, say }
  return [cost, ...consequences(consequence(position, province, seat), Number(points ?? 0), narration)]
}

function fall(teller: Teller): string[] {
  const { position, say } = teller
  const { ruins, provinces, income, pieces } = fallOf(position, acting(teller))
  const empty = provinces.length === 0
  const returns = returnsAtOnce(position, playerOf(position, acting(teller))?.tiles ?? [])
  const names = teller.list(ruins.map((each) => teller.name('province', each)))
  return [
    ...(empty ? [] : [say('fall.provinces', { count: provinces.length })]),
    ...(pieces > 0
      ? [`${say('fall.goes')}: ${say(empty ? 'fall.pieces.empty' : 'fall.pieces', { count: pieces })}`]
      : []),
    ...(ruins.length > 0 ? [`${say('fall.goes')}: ${say('fall.ruins', { count: ruins.length, names })}`] : []),
    ...(empty ? [] : [say('fall.brings', { points: income })]),
    say(returns ? 'fall.returns' : position.turn?.scored === true ? 'fall.reborn' : 'fall.next'),
  ]
}

/** The part of a split empire that begins with a province. */
function part(first: string, { position, legal, say, name, list }: Teller): string[] {
  const found = partsOf(position, legal).find(({ move }) => provinceOf(move) === first)
  if (found === undefined) return []
  const pieces = found.provinces.reduce((sum, each) => sum + (position.land[each]?.pieces ?? 0), 0)
  const names = list(found.provinces.map((each) => name('province', each)))
  return [names, say('keep.part', { count: found.provinces.length, pieces })]
}
