/** What can be done with every province, pair and seat, and what it costs, from the position, the moves and the offers. */

import type { GameMove, Offer } from '../../../wire/generated'
import { sparesRuins } from './effects'
import { held, isFirst, neighbours, type Pair, type Position } from './position'

/** One reason of a price; reductions are negative. */
export interface Reason {
  key: string
  pieces: number
}

/** A way to conquer a province, if one has the pieces. */
export interface Way {
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

/** A province that one may attack. */
export interface Target extends Way {
  province: string
  /** The same by espionage, where that could be used. */
  spied?: Way
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

/** The price of a conquest by espionage, which stands in the place of all others. */
const ESPIONAGE = 'price_espionage'

function isSpied({ price }: Offer): boolean {
  return price?.some(({ key }) => key === ESPIONAGE) === true
}

/** Whether a move conquers a province, by whatever way. */
export function conquers({ type }: GameMove): boolean {
  return type === 'conquer' || type === 'infiltrate'
}

/** The provinces in reach by their names, those that can be had first, the cheapest first. */
export function targetsOf(
  position: Position,
  offers: readonly Offer[],
  legal: readonly GameMove[],
): Map<string, Target> {
  const inReach = offers.filter(({ target }) => target in position.board.provinces)
  const spied = new Map(inReach.filter(isSpied).map((offer) => [offer.target, offer]))
  const moveOf = (type: string, province: string): GameMove | undefined =>
    legal.find((move) => move.type === type && provinceOf(move) === province)
  const found = inReach
    .filter((offer) => !isSpied(offer))
    .map((offer): Target => {
      const other = spied.get(offer.target)
      return {
        province: offer.target,
        ...wayOf(offer, moveOf('conquer', offer.target)),
        ...(other === undefined ? {} : { spied: wayOf(other, moveOf('infiltrate', offer.target)) }),
      }
    })
    .sort((one, other) => Number(!isOpen(one)) - Number(!isOpen(other)) || cheapest(one) - cheapest(other))
  return new Map(found.map((target) => [target.province, target]))
}

function wayOf(offer: Offer, move: GameMove | undefined): Way {
  const reasons = reasonsOf(offer)
  const { refusal } = offer
  const params = refusal?.params ?? {}
  const few = refusal?.code === 'too_few_pieces'
  const gain = (offer.gain ?? []).find(({ key }) => key === 'gain_points')
  return {
    reasons,
    cost: costOf(reasons),
    gain: Number(gain?.params?.['points'] ?? 0),
    missing: few ? Number(params['pieces']) - Number(params['hand']) : 0,
    offer,
    ...(move === undefined ? {} : { move }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/** The way that a press takes: the usual one, and espionage where only that is left. */
export function wayTo(target: Target): Way {
  return target.move === undefined && target.spied?.move !== undefined ? target.spied : target
}

/** Whether a province can be had, by whatever way. */
export function isOpen(target: Target): boolean {
  return wayTo(target).move !== undefined
}

function cheapest(target: Target): number {
  return wayTo(target).cost
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
  const near = new Set(sparesRuins(position, seat) ? [] : neighbours(position, province))
  const cleared = held(position, seat, true).filter((name) => near.has(name) || name === province)
  const nothing = { survivors: 0, fort: holding?.fort === true, neutral: false, cleared }
  if (holding === undefined || holding.pieces === 0) return nothing
  if (holding.seat === undefined) return { ...nothing, neutral: true }
  if (holding.declined === true) return holding.seat === seat ? nothing : { ...nothing, ruins: holding.seat }
  return { ...nothing, loser: holding.seat, survivors: holding.pieces - 1 }
}

/** The provinces from which an attack comes cheaper, those that help most first. */
export function helpersOf(position: Position, province: string, seat: number | undefined): readonly string[] {
  const near = new Set(neighbours(position, province))
  const help = (name: string): number =>
    Number(position.board.provinces[name]?.terrain === 'mountain') * 1.1 +
    Number(!isFirst(position) && position.land[name]?.fort === true)
  return held(position, seat)
    .filter((name) => near.has(name) && help(name) > 0)
    .sort((one, other) => help(other) - help(one))
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
