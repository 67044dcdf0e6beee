/**
 * What can be done where: the legal moves and the offers as the places of the board show them.
 *
 * A spot is a place that can be pointed at: `crew:<crew>`, `space:<id>`, `field:<id>`, `slot:<id>`, `hand:<colour>`,
 * `card:<id>`, and `gold` and `improved` of the crew member whose turn it is. Some moves begin at one spot and end at
 * another: what lies at the first is picked up, and then its targets are spots.
 */

import type { GameMove, Offer } from '../../../wire/generated'
import { offerFor } from '../../../state/table/moves'
import { equal } from '../../../wire/patch'
import { COLOURS } from '../data'
import { type Player, type Position, storedAt } from './position'

export interface Spot {
  /** What choosing the spot does at once; undefined while there are several ways, or none. */
  main: GameMove | undefined
  moves: readonly GameMove[]
  /** What lies here can be picked up and has targets. */
  picks: boolean
  /** What looks possible here and is not. */
  refused: readonly Offer[]
}

export type Spots = ReadonlyMap<string, Spot>

/** Ends the turn, or does without another one: the action bar has a button for it. */
export const ENDINGS: ReadonlySet<string> = new Set(['end_turn', 'decline'])

/** The spots at which a move begins, all alike; none for a move that has its target only. */
export function sourcesOf(move: GameMove, player: Player | undefined): readonly string[] {
  const { slot, treasure } = move as unknown as Record<string, string>
  switch (move.type) {
    case 'place':
      return [`hand:${treasure ?? ''}`]
    case 'use_gem':
      return ['slot:gems']
    case 'shift':
      return [`slot:${slot ?? ''}`]
    case 'sell':
    case 'exchange':
      return treasure === 'gem' ? ['slot:gems'] : storedAt(player, treasure ?? '').map((at) => `slot:${at}`)
    case 'salvage':
      return ['card:salvage']
    case 'drift':
      return ['card:sail']
    default:
      return []
  }
}

/** The spot on which a move ends; undefined for what is done with its source alone, or with nothing on the board. */
export function targetOf(move: GameMove, position: Position): string | undefined {
  const { crew, field, to, space, card } = move as unknown as Record<string, string>
  switch (move.type) {
    case 'choose_crew':
    case 'accept':
      return `crew:${crew ?? ''}`
    case 'choose_corner':
    case 'explore':
    case 'salvage':
      return `field:${field ?? ''}`
    case 'sail':
    case 'drift':
      return `field:${to ?? ''}`
    case 'place_marker':
      return `space:${space ?? ''}`
    case 'basic':
      return `space:${position.turn?.space ?? ''}`
    case 'gold':
    case 'improved':
      return move.type
    case 'discard':
    case 'play_card':
      return `card:${card ?? ''}`
    case 'place':
    case 'use_gem':
    case 'shift':
      return `slot:${to ?? ''}`
    default:
      return undefined
  }
}

/** The spot that a refusal is about. */
function spotOfRefused({ target }: Offer): string | undefined {
  if (target === 'turn') return undefined
  if (target === 'gold' || target === 'improved') return target
  if (/^[a-z]\d$/.test(target)) return `field:${target}`
  if (/^(hold|chest|storage)-|^gems$/.test(target)) return `slot:${target}`
  if (/^[a-z]+-\d$/.test(target)) return `space:${target}`
  return undefined
}

interface Draft {
  moves: GameMove[]
  picks: boolean
  refused: Offer[]
}

/** All spots with something to do or something refused; `held`: the spot of what is picked up. */
export function spotsOf(
  position: Position,
  player: Player | undefined,
  legal: readonly GameMove[],
  offers: readonly Offer[],
  held?: string,
): Spots {
  const drafts = new Map<string, Draft>()
  const draft = (spot: string): Draft => {
    const known = drafts.get(spot) ?? { moves: [], picks: false, refused: [] }
    drafts.set(spot, known)
    return known
  }
  // A card that is played onto the sea has the sea for itself.
  const sea = held?.startsWith('card:') !== true
  for (const move of legal) {
    const sources = sourcesOf(move, player)
    const target = targetOf(move, position)
    if (sources.length === 0) {
      if (target !== undefined && (sea || !target.startsWith('field:'))) draft(target).moves.push(move)
      continue
    }
    for (const source of sources) {
      if (target === undefined) draft(source).moves.push(move)
      else draft(source).picks = true
    }
    if (target !== undefined && held !== undefined && sources.includes(held)) draft(target).moves.push(move)
  }
  for (const offer of legal.length === 0 ? [] : offers) {
    const spot = offer.refusal === undefined ? undefined : spotOfRefused(offer)
    if (spot !== undefined) draft(spot).refused.push(offer)
  }
  return new Map(
    [...drafts].map(([name, { moves, picks, refused }]): [string, Spot] => [
      name,
      { main: name === held || picks ? undefined : mainOf(moves, offers), moves, picks, refused },
    ]),
  )
}

/** The only move; of several ways to sail to one space the cheapest. */
function mainOf(moves: readonly GameMove[], offers: readonly Offer[]): GameMove | undefined {
  const [first] = moves
  if (first === undefined || moves.length === 1) return first
  if (moves.some(({ type }) => type !== 'sail')) return undefined
  return moves.reduce((best, move) => (costOf(offerFor(offers, move)) < costOf(offerFor(offers, best)) ? move : best))
}

/** All the gold that an offer costs. */
export function costOf(offer: Offer | undefined): number {
  return (offer?.price ?? []).reduce((sum, { params }) => sum + Number(params?.['coins'] ?? 0), 0)
}

/** The owners of crossed ships who are paid, as they stand in a move. */
export function tollsOf(move: GameMove): readonly string[] {
  return Array.isArray(move['tolls']) ? move['tolls'].map(String) : []
}

/** The spaces over which a ship sails by an offer. */
export function pathOf(offer: Offer | undefined): readonly string[] {
  const path = offer?.gain?.find(({ key }) => key === 'gain_path')?.params?.['path']
  return typeof path === 'string' ? path.split(' ') : []
}

/** What is paid on a way, ship by ship: those of the owners that it crosses, at their spaces. */
export function paidAlong(
  path: readonly string[],
  move: GameMove,
  ships: Readonly<Record<string, string>>,
): readonly { seaSpace: string; owner: string }[] {
  return tollsOf(move).flatMap((owner) => {
    const seaSpace = ships[owner]
    return seaSpace !== undefined && path.slice(1, -1).includes(seaSpace) ? [{ seaSpace, owner }] : []
  })
}

/** The treasure in hand that is placed next when there is nothing else to do. */
export function firstHeld(legal: readonly GameMove[]): string | undefined {
  if (legal.some((move) => !FREE.has(move.type))) return undefined
  const placed = COLOURS.find((colour) => legal.some((move) => move.type === 'place' && move['treasure'] === colour))
  return placed === undefined ? undefined : `hand:${placed}`
}
const FREE: ReadonlySet<string> = new Set([
  ...['place', 'use_gem', 'sell', 'exchange', 'salvage', 'drift', 'play_card', 'end_turn'],
])

/** The places for which a treasure in hand is meant. */
export function fits(legal: readonly GameMove[], colour: string): readonly string[] {
  return legal.flatMap((move) =>
    move.type === 'place' && move['treasure'] === colour ? [(move as unknown as { to: string }).to] : [],
  )
}

/** The hold that a move completes. */
export function completes(offer: Offer | undefined): string | undefined {
  const crew = offer?.gain?.find(({ key }) => key === 'gain_hold')?.params?.['crew']
  return crew === undefined ? undefined : String(crew)
}

/** The keeping of cards, by their names in any order. */
export function keeping(legal: readonly GameMove[], cards: readonly string[]): GameMove | undefined {
  const sorted = [...cards].sort()
  return legal.find(
    (move) => move.type === 'keep' && Array.isArray(move['cards']) && equal([...move['cards']].sort(), sorted),
  )
}

/** Whether a card of a hand may be among those that are kept, equal ones from the left: a lesson leaves few open. */
export function keepable(legal: readonly GameMove[], hand: readonly string[], at: number): boolean {
  const card = hand[at]
  const alike = (cards: readonly unknown[]): number => cards.filter((each) => each === card).length
  const before = alike(hand.slice(0, at))
  return legal.some(
    ({ type, ...move }) => type === 'keep' && Array.isArray(move['cards']) && alike(move['cards']) > before,
  )
}

/** The number of science cards to keep. */
export function keepCount(legal: readonly GameMove[]): number {
  const cards = legal.find(({ type }) => type === 'keep')?.['cards']
  return Array.isArray(cards) ? cards.length : 0
}

/** What is refused on a spot, once for every reason. */
export function reasons(spot: Spot | undefined): readonly Offer[] {
  const seen = new Set<string>()
  return (spot?.refused ?? []).filter(({ refusal }) => {
    const key = `${refusal?.code ?? ''} ${JSON.stringify(refusal?.params ?? {})}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
