/** What an offer means as short facts made of pieces: what it costs, what it brings, and what is lost by it. */

import type { Line, Offer, View } from '../../../wire/generated'
import { HOLDS, type Crew } from '../data'
import type { PieceName } from '../pieces/Piece.svelte'
import { costOf } from './model'
import { positionOf } from './position'
import { say } from './say'

/** A stretch of a fact: words, or a piece with a number before it, or a seat that gets something. */
export interface Part {
  text?: string
  piece?: PieceName
  value?: string
  seat?: number
}

export interface Fact {
  word: string
  parts: Part[]
}

/** Moves that bring nothing by themselves, as a rule. */
const PLAIN: ReadonlySet<string> = new Set(['place', 'shift', 'use_gem'])
/** Moves that bring what lies where they end. */
const AT_SEA: ReadonlySet<string> = new Set(['sail', 'drift'])

/** `game`: the position in which it is offered, for whose turn it is. */
export function factsOf(offer: Offer, game?: View): Fact[] {
  const { price = [], gain = [], move } = offer
  if (move?.type === 'choose_crew') {
    return [fact(say('facts.secret'), [{ text: say(`basic.${String(move['crew']) as Crew}`) }])]
  }
  const costs = price.filter(({ key }) => !LOST.has(key))
  const lost = price.filter(({ key }) => LOST.has(key))
  const brought = gain.flatMap(gained)
  if (brought.length === 0 && PLAIN.has(move?.type ?? '')) brought.push({ text: say('facts.nothing') })
  if (brought.length === 0 && AT_SEA.has(move?.type ?? '')) brought.push({ text: say('facts.empty') })
  const { turn, players } = positionOf(game ?? {})
  const bought = move?.type !== 'sail' ? undefined : say(turn?.crew === 'pilot' ? 'facts.bend' : 'facts.range')
  return [
    fact(
      say('facts.costs'),
      costs.flatMap((line) => priced(line, bought)),
    ),
    fact(say('facts.gold'), left(costOf(offer), players?.[String(turn?.seat)]?.gold)),
    fact(
      say('facts.lost'),
      lost.flatMap((line) => priced(line)),
    ),
    fact(say('facts.brings'), brought),
  ].filter(({ parts }) => parts.length > 0)
}

const LOST: ReadonlySet<string> = new Set(['price_lost', 'price_forfeit'])

function fact(word: string, parts: Part[]): Fact {
  return { word, parts }
}

/** How much gold one would have left. */
function left(price: number, gold: number | undefined): Part[] {
  if (price === 0 || gold === undefined || gold < price) return []
  return [{ text: say('facts.left', { before: gold, after: gold - price }) }]
}

/** `bought`: what gold is paid for, where that is not plain. */
function priced({ key, params = {} }: Line, bought?: string): Part[] {
  const value = String(params['coins'] ?? '')
  switch (key) {
    case 'price_gold':
      return [{ piece: 'gold', value, ...(bought === undefined ? {} : { text: bought }) }]
    case 'price_toll_to_supply':
      return [{ piece: 'gold', value }]
    case 'price_toll':
      return [
        { piece: 'gold', value },
        { text: '→', seat: Number(params['seat']) },
      ]
    case 'price_power':
      return [{ text: String(params['count']), piece: 'power' }]
    case 'price_lost':
      return [{ piece: String(params['treasure']) as PieceName }]
    case 'price_forfeit':
      return [{ text: say('facts.forfeit', { action: String(params['action']) }) }]
    default:
      return []
  }
}

function gained({ key, params = {} }: Line): Part[] {
  const count = Number(params['count'] ?? 1)
  const many = count > 1 ? String(count) : undefined
  const piece = (name: PieceName): Part[] => [many === undefined ? { piece: name } : { text: many, piece: name }]
  switch (key) {
    case 'gain_gold':
      return [{ piece: 'gold', value: String(params['coins']) }]
    case 'gain_points':
      return [{ piece: 'points', value: String(params['points']) }]
    case 'gain_power':
      return piece('power')
    case 'gain_power_or_card':
      return [...piece('power'), { text: '/', piece: 'science' }]
    case 'gain_card':
      return piece('science')
    case 'gain_random':
      return piece('random')
    case 'gain_gem':
      return piece('gem')
    case 'gain_treasure':
      return [{ piece: String(params['treasure']) as PieceName }]
    case 'gain_lift':
      return [{ text: '?', piece: String(params['treasure']) as PieceName }]
    case 'gain_hold':
      return [{ piece: 'seal' }, { text: say('facts.hold', { points: HOLDS[String(params['crew']) as Crew].points }) }]
    case 'gain_moves':
      return [{ text: say('facts.moves', { count }) }]
    case 'gain_sail':
      return [{ text: say('facts.sail', { far: Number(params['far']) }) }]
    default:
      return []
  }
}
