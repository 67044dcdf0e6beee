/** What an offer means as short facts made of pieces: what it costs, what it brings, and what is lost by it. */

import type { Line, Offer } from '../../../wire/generated'
import { HOLDS, type Crew } from '../data'
import type { PieceName } from '../pieces/Piece.svelte'
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
const PLAIN: ReadonlySet<string> = new Set(['place', 'shift', 'use_gem', 'sail', 'drift'])

export function factsOf({ price = [], gain = [], move }: Offer): Fact[] {
  if (move?.type === 'choose_crew') {
    return [fact(say('facts.secret'), [{ text: say(`basic.${String(move['crew']) as Crew}`) }])]
  }
  const costs = price.filter(({ key }) => !LOST.has(key))
  const lost = price.filter(({ key }) => LOST.has(key))
  const brought = gain.flatMap(gained)
  if (brought.length === 0 && PLAIN.has(move?.type ?? '')) brought.push({ text: say('facts.nothing') })
  return [
    fact(say('facts.costs'), costs.flatMap(priced)),
    fact(say('facts.lost'), lost.flatMap(priced)),
    fact(say('facts.brings'), brought),
  ].filter(({ parts }) => parts.length > 0)
}

const LOST: ReadonlySet<string> = new Set(['price_lost', 'price_forfeit'])

function fact(word: string, parts: Part[]): Fact {
  return { word, parts }
}

function priced({ key, params = {} }: Line): Part[] {
  const value = String(params['coins'] ?? '')
  switch (key) {
    case 'price_gold':
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
