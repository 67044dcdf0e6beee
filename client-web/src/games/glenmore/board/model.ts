/**
 * What can be done where: the legal moves and the offers as the places of the board show them.
 *
 * A spot is a place that can be pointed at: `tile:<id>` on the track or in your land, `cell:<x,y>` an empty place,
 * `row:<good>` of the warehouse, `good:<good>` a resource of your choice, `chieftains`, and `awake` for all ripe tiles
 * at once.
 */

import { offerFor } from '../../../state/table/moves'
import type { GameMove, Offer } from '../../../wire/generated'
import { GOODS } from '../data'
import type { Position } from './position'

export interface Spot {
  /** What choosing the spot does at once; undefined while there are several ways, or only such as are requested. */
  main: GameMove | undefined
  moves: readonly GameMove[]
  /** What looks possible there and is not. */
  refused: readonly Offer[]
  /** The reason why the spot as a whole is locked. */
  locked: Offer | undefined
}

export type Spots = ReadonlyMap<string, Spot>

/** Ends the turn: the action bar has a button for each. */
export const ENDINGS: ReadonlySet<string> = new Set(['end_turn'])

/** Moves that are never made by choosing a tile, because there they are not what one expects. */
const ASIDE: ReadonlySet<string> = new Set(['sell', 'walk', 'promote'])

/** Refusals of what nobody would expect to be possible: no padlock. */
const CALM: ReadonlySet<string> = new Set([
  'asleep',
  'already_activated',
  'nothing_to_activate',
  'loch_ness_not_usable',
  'awake_anyway',
  'not_needed',
  'not_this_good',
  'no_chieftain',
  'no_goods_due',
  'nothing_to_harvest',
  'not_enough',
  'wrong_step',
])

/** Nothing can be done but sell, such as when the money for what is missing has to come from somewhere. */
export function onlySells(legal: readonly GameMove[]): boolean {
  return legal.length > 0 && legal.every((move) => move.type === 'sell')
}

/** The spot on which a move is made; undefined for those that have none on the board. */
export function spotOf(move: GameMove, position: Position): string | undefined {
  const { tile, plot, cell, good } = move as unknown as Record<string, string>
  switch (move.type) {
    case 'take':
      return `tile:${tile ?? ''}`
    case 'pass':
      return nearest(position)
    case 'place':
      return `cell:${cell ?? ''}`
    case 'buy':
      return `row:${good ?? ''}`
    case 'collect':
      return `good:${good ?? ''}`
    case 'enough':
      return `tile:${position.turn?.paying ?? ''}`
    case 'pay_chieftain':
      return 'chieftains'
    case 'harvest':
      return 'awake'
    case 'end_turn':
      return undefined
    default:
      return plot === undefined ? undefined : `tile:${plot}`
  }
}

/** The first tile ahead of the last figure. */
function nearest({ track }: Position): string | undefined {
  for (let far = 1; far < track.length; far++) {
    const tile = track.fields[String((track.tail + far) % track.length)]?.tile
    if (tile !== undefined) return `tile:${tile}`
  }
  return undefined
}

/** The spot that an offer without a move is about. Steps of clan members name the tile stepped onto. */
function spotOfRefused({ target, refusal }: Offer): string | undefined {
  if (/^-?\d+,-?\d+$/.test(target)) return `cell:${target}`
  if (GOODS.some((good) => good === target)) return `row:${target}`
  if (target === 'chieftains' || target === 'awake') return target
  return target === 'track' || refusal === undefined ? undefined : `tile:${target}`
}

interface Draft {
  moves: GameMove[]
  refused: Offer[]
}

/**
 * All spots with something to do or something refused. `walking`: the tile whose clan members are about to walk;
 * then only they count, each neighbour being the spot of the step onto it.
 */
export function spotsOf(
  position: Position,
  legal: readonly GameMove[],
  offers: readonly Offer[],
  walking?: string,
): Spots {
  const drafts = new Map<string, Draft>()
  const draft = (spot: string): Draft => {
    const known = drafts.get(spot) ?? { moves: [], refused: [] }
    drafts.set(spot, known)
    return known
  }
  if (walking !== undefined) {
    for (const move of walksFrom(legal, walking)) draft(`tile:${String(move['to'])}`).moves.push(move)
  }
  const onto = drafts.size > 0
  for (const move of legal) {
    const spot = spotOf(move, position)
    if (spot !== undefined && (!onto || spot === `tile:${walking ?? ''}`)) draft(spot).moves.push(move)
  }
  if (!onto && legal.length > 0) {
    for (const offer of offers) {
      const spot = offer.refusal === undefined ? undefined : spotOfRefused(offer)
      if (spot !== undefined) draft(spot).refused.push(offer)
    }
  }
  return new Map([...drafts].map(([spot, { moves, refused }]): [string, Spot] => [spot, made(moves, refused, onto)]))
}

function made(moves: GameMove[], refused: Offer[], onto: boolean): Spot {
  const first = moves.filter((move) => !ASIDE.has(move.type) || (onto && move.type === 'walk'))
  const main = first.length === 1 ? first[0] : undefined
  const reasons = refused.filter((offer) => !CALM.has(offer.refusal?.code ?? '') && !isAside(offer))
  return { main, moves, refused, locked: first.length === 0 ? reasons[0] : undefined }
}

/** Refused sales and steps: the tile itself is not locked by them. */
function isAside({ refusal }: Offer): boolean {
  return ['row_empty', 'last_member', 'not_there', 'no_movement', 'not_a_neighbour'].includes(refusal?.code ?? '')
}

/** The steps that the clan members on a tile can make. */
export function walksFrom(legal: readonly GameMove[], tile: string): readonly GameMove[] {
  return legal.filter((move) => move.type === 'walk' && move['plot'] === tile)
}

/** Where the tile that a move takes may lie, and how many tiles it activates there. */
export function places(offer: Offer | undefined): readonly { cell: string; count: number }[] {
  return (offer?.gain ?? [])
    .filter((line) => line.key === 'may_lie')
    .map((line) => ({ cell: String(line.params?.['cell']), count: Number(line.params?.['count']) }))
}

/** How many tiles the tile in hand activates on a cell. */
export function woken(offers: readonly Offer[], cell: string): number | undefined {
  return offers.find((offer) => offer.target === cell)?.gain?.length
}

/** What each tile brings by a move: the lines of its gain that name a tile. */
export function yields(
  offer: Offer | undefined,
): ReadonlyMap<string, { key: string; params: Record<string, string | number> }> {
  return new Map(
    (offer?.gain ?? []).flatMap(({ key, params }) =>
      typeof params?.['tile'] === 'string' && key.startsWith('gain_') ? [[params['tile'], { key, params }]] : [],
    ),
  )
}

/** What can be done apart from a spot of the board: it stands in a strip at the land. */
export function loose(position: Position, legal: readonly GameMove[]): readonly GameMove[] {
  const types = ['harvest', 'collect', 'enough', 'buy', 'pay_chieftain', 'pass']
  return legal
    .filter((move) => types.includes(move.type) && spotOf(move, position) !== undefined)
    .sort((one, other) => types.indexOf(one.type) - types.indexOf(other.type))
}

/** What else can be done on a spot than what choosing it does; steps are made by pointing at the neighbours. */
export function others(spot: Spot | undefined): readonly GameMove[] {
  return (spot?.moves ?? []).filter((move) => move.type !== 'walk' && (spot?.main === undefined || move !== spot.main))
}

/** What is refused on a spot, once for every reason. */
export function reasons(spot: Spot | undefined): readonly Offer[] {
  const seen = new Set<string>()
  return (spot?.refused ?? []).filter(({ refusal }) => {
    const code = refusal?.code ?? ''
    const key = `${code} ${JSON.stringify(refusal?.params ?? {})}`
    if (CALM.has(code) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export { offerFor }
