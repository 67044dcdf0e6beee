/** What can be done with every province, pair and seat, and what it costs, from the position, the moves and the offers. */

import type { GameMove, Offer } from '../../../wire/generated'
import { held, neighbours, type Pair, type Position } from './position'

/** One reason of a price; reductions are negative. */
export interface Reason {
  key: string
  pieces: number
}

/** A province that one may attack, if one has the pieces. */
export interface Target {
  province: string
  reasons: readonly Reason[]
  cost: number
  /** What the conquest changes in what the turn brings. */
  gain: number
  move?: GameMove
  /** How many pieces are wanting, where that is all that stands against it. */
  missing: number
  refusal?: Offer['refusal']
  offer: Offer
}

export interface ChoosablePair extends Pair {
  id: string
  /** The place in the row, from 1. */
  number: number
  move?: GameMove
  refusal?: Offer['refusal']
  /** What the purse changes by: the points got less the points paid. */
  net: number
  /** The civilization comes in this very turn, which is scored only then. */
  returns: boolean
}

export type Field = 'province' | 'pair' | 'seat' | 'pieces'

export function numberIn(move: GameMove | undefined, field: Field): number {
  return Number(move?.[field] ?? 0)
}

export function provinceOf(move: GameMove | undefined): string | undefined {
  const province = move?.['province']
  return typeof province === 'string' ? province : undefined
}

const PRICE = 'price_'

export function reasonsOf(offer: Offer): readonly Reason[] {
  return (offer.price ?? [])
    .filter(({ params }) => params?.['pieces'] !== undefined)
    .map(({ key, params }) => ({ key: key.slice(PRICE.length), pieces: Number(params?.['pieces']) }))
}

/** The sum of a bill. No conquest costs less than nothing. */
export function costOf(reasons: readonly Reason[]): number {
  return Math.max(
    0,
    reasons.reduce((sum, { pieces }) => sum + pieces, 0),
  )
}

/** The provinces in reach by their names, those that can be had first, the cheapest first. */
export function targetsOf(
  position: Position,
  offers: readonly Offer[],
  legal: readonly GameMove[],
): Map<string, Target> {
  const moves = new Map(
    legal.flatMap((move): [string, GameMove][] => {
      const province = provinceOf(move)
      return move.type === 'conquer' && province !== undefined ? [[province, move]] : []
    }),
  )
  const found = offers
    .filter(({ target }) => target in position.board.provinces)
    .map((offer): Target => {
      const reasons = reasonsOf(offer)
      const move = moves.get(offer.target)
      const { refusal } = offer
      const params = refusal?.params ?? {}
      const few = refusal?.code === 'too_few_pieces'
      const gain = (offer.gain ?? []).find(({ key }) => key === 'gain_points')
      return {
        province: offer.target,
        reasons,
        cost: costOf(reasons),
        gain: Number(gain?.params?.['points'] ?? 0),
        missing: few ? Number(params['pieces']) - Number(params['hand']) : 0,
        offer,
        ...(move === undefined ? {} : { move }),
        ...(refusal === undefined ? {} : { refusal }),
      }
    })
    .sort((one, other) => Number(one.move === undefined) - Number(other.move === undefined) || one.cost - other.cost)
  return new Map(found.map((target) => [target.province, target]))
}

/** The pairs on offer in their order, with what can be done about them. */
export function pairsOf(position: Position, offers: readonly Offer[], legal: readonly GameMove[]): ChoosablePair[] {
  return Object.entries(position.pairs).map(([id, pair]) => {
    const number = Number(id.split('-')[1])
    const move = legal.find((each) => each.type === 'choose_pair' && numberIn(each, 'pair') === number)
    const offer = offers.find(({ target }) => target === id)
    const refusal = offer?.refusal
    return {
      ...pair,
      id,
      number,
      net: pair.points - pair.price,
      returns: offer?.gain?.some(({ key }) => key === 'gain_return') === true,
      ...(move === undefined ? {} : { move }),
      ...(refusal === undefined ? {} : { refusal }),
    }
  })
}

/** What else a conquest does. */
export interface Consequence {
  /** The seat whose living empire loses a piece there. */
  loser?: number
  /** The pieces that its owner sets elsewhere after the turn. */
  survivors: number
  fort: boolean
  /** The seat whose ruins are destroyed. */
  ruins?: number
  neutral: boolean
  /** Your ruins that go with it. */
  cleared: readonly string[]
}

export function consequence(position: Position, province: string, seat: number | undefined): Consequence {
  const holding = position.land[province]
  const near = new Set(neighbours(position, province))
  const cleared = held(position, seat, true).filter((name) => near.has(name) || name === province)
  const nothing = { survivors: 0, fort: holding?.fort === true, neutral: false, cleared }
  if (holding === undefined || holding.pieces === 0) return nothing
  if (holding.seat === undefined) return { ...nothing, neutral: true }
  if (holding.declined === true) return holding.seat === seat ? nothing : { ...nothing, ruins: holding.seat }
  return { ...nothing, loser: holding.seat, survivors: holding.pieces - 1 }
}

/** The mountain provinces from which an attack comes cheaper. */
export function mountainsBy(position: Position, province: string, seat: number | undefined): readonly string[] {
  const near = new Set(neighbours(position, province))
  return held(position, seat).filter((name) => near.has(name) && position.board.provinces[name]?.terrain === 'mountain')
}

/** What gathering may take up, by province: the most that may be taken. */
export function gatherable(legal: readonly GameMove[]): Map<string, number> {
  return mostBy(legal, 'gather')
}

/** The largest number of pieces that moves of a type have, by province. */
export function mostBy(legal: readonly GameMove[], type: string): Map<string, number> {
  const most = new Map<string, number>()
  for (const move of legal) {
    const province = provinceOf(move)
    if (move.type !== type || province === undefined) continue
    most.set(province, Math.max(most.get(province) ?? 0, numberIn(move, 'pieces')))
  }
  return most
}

/** The moves that take up all pieces but one of every province. */
export function gatherSpare(legal: readonly GameMove[]): GameMove[] {
  return [...gatherable(legal)]
    .filter(([, most]) => most > 1)
    .map(([province, most]) => ({ type: 'gather', province, pieces: most - 1 }))
}

/** Where a province may be touched, and which move it means there. */
export function partsOf(
  position: Position,
  legal: readonly GameMove[],
): readonly { provinces: readonly string[]; move: GameMove }[] {
  return Object.entries(position.parts ?? {}).flatMap(([first, provinces]) => {
    const move = legal.find((each) => each.type === 'keep_part' && provinceOf(each) === first)
    return move === undefined ? [] : [{ provinces, move }]
  })
}
