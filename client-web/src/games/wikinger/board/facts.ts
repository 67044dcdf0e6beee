/** What an offer means as short facts made of pieces: what it costs, where it can lie, and what it brings. */

import type { GameMove, Line, Offer, View } from '../../../wire/generated'
import { type Player, type Position, positionOf } from './position'
import type { SignName } from './Sign.svelte'
import { numberOf } from './model'
import { say, type SayKey } from './say'

/** A stretch of a fact: words, a sign with the number before it, or a seat. */
export interface Part {
  text?: string
  piece?: SignName
  value?: string
  seat?: number
}

export interface Fact {
  word: string
  parts: Part[]
}

/** `game`: the game in which the seat `mine` considers it. */
export function factsOf({ price = [], gain = [], move }: Offer, game?: View, mine = -1): Fact[] {
  const position = game === undefined ? undefined : positionOf(game)
  const player = position?.players[String(mine)]
  const costs = price.flatMap(priced)
  const bids = move?.type === 'bid'
  if (costs.length === 0 && (bids || move?.type === 'buy')) costs.push({ text: say('facts.free') })
  const facts = [
    { word: say(bids ? 'facts.wins' : 'facts.costs'), parts: costs },
    { word: say('facts.leaves'), parts: left(price, player) },
    { word: say('facts.here'), parts: gain.flatMap(here) },
    ...SCORINGS.map(([key, word]): Fact => ({
      word: say(word),
      parts: gain.filter((line) => line.key === key).flatMap(({ params }) => brought(params)),
    })),
    { word: say('facts.next'), parts: move?.type === 'buy' && position !== undefined ? next(position, mine) : [] },
  ].filter(({ parts }) => parts.length > 0)
  const then = THEN[move?.type ?? '']
  return facts.length === 0 && then !== undefined ? [{ word: say('facts.then'), parts: [{ text: say(then) }] }] : facts
}

/** What is said of a move that neither costs nor brings anything. */
const THEN: Readonly<Record<string, SayKey>> = {
  place: 'then.nothing',
  ferry: 'then.nothing',
  exchange: 'then.nothing',
  take_special: 'then.nothing',
  take_none: 'then.none',
  place_start: 'then.start',
  remove: 'then.remove',
  choose_colour: 'then.colour',
  end_ferrying: 'then.end',
}

const SCORINGS = [
  ['gain_gold', 'facts.now'],
  ['gain_small', 'facts.small'],
  ['gain_large', 'facts.large'],
  ['gain_final', 'facts.final'],
] as const

function priced({ key, params = {} }: Line): Part[] {
  switch (key) {
    case 'price_gold':
      return [{ value: String(params['coins']), piece: 'gold' }]
    case 'price_points':
      return [{ value: String(params['points']), piece: 'points' }]
    case 'price_boatmen':
      return [{ value: String(params['count']), piece: 'boatman' }]
    case 'price_tile':
      return [{ text: say('facts.lost') }]
    default:
      return []
  }
}

/** The gold that is left, and the points where they pay, too. */
function left(price: readonly Line[], player: Player | undefined): Part[] {
  const gold = numberOf(price, 'price_gold', 'coins')
  const points = numberOf(price, 'price_points', 'points')
  if (player === undefined || gold + points === 0) return []
  const coins: Part[] = [{ value: String(player.gold - gold), piece: 'gold' }]
  return points === 0 ? coins : [{ value: String(player.points - points), piece: 'points' }]
}

/** The seat that buys next, while something is left to buy. */
function next({ wheel, players }: Position, mine: number): Part[] {
  return Object.keys(wheel).length > 1 ? [{ seat: (mine + 1) % Object.keys(players).length }] : []
}

/** What a bid would cost: gold first, points for what is missing. The server makes no offers of bids. */
export function bidOffer(game: View, move: GameMove, mine: number): Offer | undefined {
  const player = positionOf(game).players[String(mine)]
  if (move.type !== 'bid' || player === undefined) return undefined
  const coins = Number(move['coins'])
  const gold = Math.min(coins, player.gold)
  const price: Line[] = [
    ...(gold > 0 ? [{ key: 'price_gold', params: { coins: gold } }] : []),
    ...(coins > gold ? [{ key: 'price_points', params: { points: coins - gold } }] : []),
  ]
  return { target: 'auction', move, price }
}

function here({ key, params = {} }: Line): Part[] {
  switch (key) {
    case 'gain_places':
      return [{ text: say('facts.places', { count: Number(params['count']) }) }]
    case 'gain_special':
      return [{ text: say('facts.special') }]
    case 'gain_waits':
      return [{ piece: String(params['figure']) as SignName }, { text: say('facts.waits') }]
    case 'gain_later':
      return [{ text: say('facts.later') }]
    default:
      return []
  }
}

/** Points and gold with their signs; what is lost has its own. */
export function brought({ points = 0, coins = 0 }: Readonly<Record<string, unknown>> = {}): Part[] {
  const parts: Part[] = []
  if (Number(points) !== 0) parts.push({ value: signed(Number(points)), piece: 'points' })
  if (Number(coins) !== 0) parts.push({ value: signed(Number(coins)), piece: 'gold' })
  return parts
}

export function signed(number: number): string {
  return number > 0 ? `+${number}` : `−${-number}`
}
