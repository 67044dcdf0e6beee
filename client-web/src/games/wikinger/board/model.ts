/**
 * What can be done where: the legal moves and the offers as the places of the board show them.
 *
 * A target is what the server's offers name: `field-3` of the wheel, a place of an area as `scout-3`, a figure,
 * `mainland` for the end of ferrying, `turn` for taking no special tile. Special tiles have the names of places, so
 * here they are `special:scout-1`.
 */

import { offerFor } from '../../../state/table/moves'
import { equal } from '../../../wire/patch'
import type { GameMove, Line, Offer } from '../../../wire/generated'
import { placeAt, type Player, type Position, type Row, type Spot as Laid, whereOf } from './position'

export interface Target {
  /** What choosing it does; of several ways the first. */
  main: GameMove | undefined
  moves: readonly GameMove[]
  /** What looks possible here and is not. */
  refused: readonly Offer[]
}

export type Targets = ReadonlyMap<string, Target>

/** Where a move is shown; undefined for bids, which have no place. */
export function targetOf(move: GameMove): string | undefined {
  const { field, row, column, figure, special } = move as unknown as Record<string, string>
  switch (move.type) {
    case 'buy':
      return `field-${field ?? ''}`
    case 'place_start':
      return placeAt(row ?? '', 1)
    case 'place':
    case 'exchange':
    case 'ferry':
      return placeAt(row ?? '', Number(column))
    case 'take_special':
      return `special:${special ?? ''}`
    case 'take_none':
      return 'turn'
    case 'remove':
    case 'choose_colour':
      return figure
    case 'end_ferrying':
      return 'mainland'
    default:
      return undefined
  }
}

export function targetsOf(legal: readonly GameMove[], offers: readonly Offer[]): Targets {
  const found = new Map<string, { moves: GameMove[]; refused: Offer[] }>()
  const at = (target: string) => {
    const known = found.get(target) ?? { moves: [], refused: [] }
    found.set(target, known)
    return known
  }
  for (const move of legal) {
    const target = targetOf(move)
    if (target !== undefined) at(target).moves.push(move)
  }
  for (const offer of legal.length === 0 ? [] : offers) {
    if (offer.refusal !== undefined) at(offer.target).refused.push(offer)
  }
  return new Map([...found].map(([target, { moves, refused }]) => [target, { main: moves[0], moves, refused }]))
}

// --- the wheel --------------------------------------------------------------------------------------------------------

export interface Space {
  id: string
  number: number
  /** Nothing on it any more: the price on the shield next to it is dimmed. */
  empty: boolean
  tile: string
  figure: string
  price: number
  /** The points that are paid because gold is missing. */
  points: number
  gold: number
  state: 'legal' | 'locked' | 'rest'
  /** The figure at 0 is not the last of its colour. */
  second: boolean
  /** Where the tile fits; undefined: not known before the start tile lies. */
  places: readonly string[] | undefined
  /** The tile fits nowhere. */
  lost: boolean
  /** The most expensive one brings a special tile. */
  special: boolean
}

/** The number of the space that costs nothing now. */
export function lowestOf({ board, wheel }: Position): number {
  return Math.max(
    0,
    board.fields.findIndex((space) => wheel[space] !== undefined),
  )
}

/** All twelve spaces as they lie; prices run from the lowest that is not empty. */
export function spacesOf(position: Position, legal: readonly GameMove[], offers: readonly Offer[]): readonly Space[] {
  const { board, wheel } = position
  const lowest = lowestOf(position)
  const last = board.fields.findLastIndex((space) => wheel[space] !== undefined)
  const buying = legal.some(({ type }) => type === 'buy')
  return board.fields.map((id, number): Space => {
    const here = wheel[id]
    const price = (number - lowest + board.fields.length) % board.fields.length
    const offer = offers.find(({ target }) => target === id)
    const may = legal.some((move) => move.type === 'buy' && move['field'] === number)
    return {
      id,
      number,
      empty: here === undefined,
      tile: here?.tile ?? '',
      figure: here?.figure ?? '',
      price,
      gold: numberOf(offer?.price, 'price_gold', 'coins'),
      points: numberOf(offer?.price, 'price_points', 'points'),
      state: may ? 'legal' : buying && here !== undefined ? 'locked' : 'rest',
      second: offer?.refusal?.code === 'not_the_last',
      places: placesOf(offer),
      lost: offer?.price?.some(({ key }) => key === 'price_tile') === true,
      special:
        position.display !== undefined && Object.keys(position.display).length > 0 && number === last && price > 0,
    }
  })
}

/** The spaces that the figures of a colour would come to: the most expensive free ones. */
export function spacesFor({ board, wheel, drawn }: Position, move: GameMove | undefined): ReadonlyMap<string, string> {
  const figure = move?.type === 'choose_colour' ? String(move['figure']) : ''
  const count = drawn?.[figure as 'noble'] ?? 0
  const free = board.fields.filter((space) => wheel[space] !== undefined && wheel[space].figure === undefined)
  return new Map((count > 0 ? free.slice(-count) : []).map((space) => [space, figure]))
}

/** The space that the arrow keys come to by price from another one; empty spaces are left out. */
export function nextSpace(spaces: readonly Space[], from: string, step: 1 | -1): Space | undefined {
  const inOrder = spaces.filter(({ empty }) => !empty).sort((one, other) => one.price - other.price)
  const at = inOrder.findIndex(({ id }) => id === from)
  return inOrder[Math.min(Math.max(at + step, 0), inOrder.length - 1)]
}

/** A number of a line of an offer; 0 without that line. */
export function numberOf(lines: readonly Line[] | undefined, key: string, param: string): number {
  return Number(lines?.find((line) => line.key === key)?.params?.[param] ?? 0)
}

/** Where the tile of a combination fits. */
export function placesOf(offer: Offer | undefined): readonly string[] | undefined {
  const places = offer?.gain?.find(({ key }) => key === 'gain_places')?.params?.['places']
  return typeof places === 'string' ? places.split(' ') : undefined
}

// --- the areas --------------------------------------------------------------------------------------------------------

export interface Threat {
  column: number
  place: string
  tile: string
  sail: Row
  /** How many rows from the warriors' down it reaches. */
  depth: number
  repelled: boolean
  gold: number
  points: number
}

/** The ships of an area from the left, with how deep each threatens. */
export function threatsOf(position: Position, land: Readonly<Record<string, Laid>>): readonly Threat[] {
  const { rows, ships } = position.board
  return Object.entries(land)
    .flatMap(([place, { tile, repelled }]): Threat[] => {
      const ship = ships[tile]
      if (ship === undefined) return []
      const { column } = whereOf(place)
      const { sail, gold = 0, points = 0 } = ship
      return [{ place, column, tile, sail, gold, points, depth: rows.indexOf(sail) + 1, repelled: repelled === true }]
    })
    .sort((one, other) => one.column - other.column)
}

/** The ship that keeps a place of the islands in danger. */
export function threatAt(position: Position, threats: readonly Threat[], place: string): Threat | undefined {
  const { row, column } = whereOf(place)
  if (row === 'ship') return undefined
  const depth = position.board.rows.indexOf(row)
  return threats.find((threat) => threat.column === column && !threat.repelled && depth < threat.depth)
}

/** The last column in which something lies, or could be laid. */
export function columnsOf(land: Readonly<Record<string, Laid>>, more: Iterable<string> = []): number {
  return Math.max(3, ...[...Object.keys(land), ...more].map((place) => whereOf(place).column))
}

/** How a land looks with a placing that is only considered: what is new in it, and the ship that it would repel. */
export interface Preview {
  place: string
  tile: string
  figure: string
  /** The figure goes to the mainland. */
  waits: boolean
  /** The column of the ship that the placed warrior would repel. */
  repels: number | undefined
}

export function previewOf(position: Position, land: Player['land'], move: GameMove | undefined): Preview | undefined {
  if (move === undefined) return undefined
  const place = targetOf(move) ?? ''
  const { row, column } = whereOf(place)
  const guards = row === 'warrior' && land[placeAt('ship', column)]?.repelled === false
  const { tile = '', figure = '' } = position.turn ?? {}
  switch (move.type) {
    case 'place_start':
      return { place, tile: 'start', figure: '', waits: false, repels: undefined }
    case 'place': {
      const stands = move['stands'] === true
      return {
        place,
        tile,
        figure: stands ? figure : '',
        waits: !stands,
        repels: stands && guards ? column : undefined,
      }
    }
    case 'ferry':
      return { place, tile: '', figure: row, waits: false, repels: guards ? column : undefined }
    case 'exchange':
      return { place, tile: position.turn?.special ?? '', figure: '', waits: false, repels: undefined }
    default:
      return undefined
  }
}

/** What a choice brings in the coming scorings, each as it would be now. */
export interface Gain {
  small: number
  large: { points: number; gold: number }
  final: number
  gold: number
}

export function gainOf(offer: Offer | undefined): Gain {
  const gain = offer?.gain
  return {
    small: numberOf(gain, 'gain_small', 'coins'),
    large: { points: numberOf(gain, 'gain_large', 'points'), gold: numberOf(gain, 'gain_large', 'coins') },
    final: numberOf(gain, 'gain_final', 'points'),
    gold: numberOf(gain, 'gain_gold', 'coins'),
  }
}

/** The ends of ferrying: how many boatmen go, the fewest first. */
export function endingsOf(legal: readonly GameMove[]): readonly GameMove[] {
  return legal.filter(({ type }) => type === 'end_ferrying')
}

/** Whether something on a target is what is chosen. */
export function holds(target: Target | undefined, chosen: GameMove | undefined): boolean {
  return chosen !== undefined && target?.moves.some((move) => equal(move, chosen)) === true
}

/** Several ways to lay a tile on the same place. */
export function waysOf(target: Target | undefined): readonly GameMove[] {
  const moves = target?.moves ?? []
  return moves.length > 1 && moves[0]?.type === 'place' ? moves : []
}

/** The bids that may be made, the lowest first; passing aside. */
export function bidsOf(legal: readonly GameMove[]): readonly number[] {
  return legal.flatMap((move) => (move.type === 'bid' ? [Number(move['coins'])] : [])).sort((one, other) => one - other)
}

export function bidding(legal: readonly GameMove[], coins: number): GameMove | undefined {
  return legal.find((move) => move.type === 'bid' && move['coins'] === coins)
}

/** Whether a seat has passed. In open bidding the first "nothing" is a bid of 0: its seat leads, or may still raise. */
export function passedIn({ auction }: Position, seat: number): boolean {
  if (auction?.bids[String(seat)] !== 0) return false
  return auction.seat !== seat && !auction.queue.includes(seat)
}

export interface Bidder {
  seat: number
  /** What it has bid last; undefined: still to come. */
  bid: number | undefined
  passed: boolean
}

/** The seats of an auction in the order of their turns. */
export function chainOf(position: Position): readonly Bidder[] {
  const seats = Object.keys(position.players).length
  return Array.from({ length: seats }, (_, far) => {
    const seat = (position.first + far) % seats
    return { seat, bid: position.auction?.bids[String(seat)], passed: passedIn(position, seat) }
  })
}

/** The offer that stands for a target, refused or not. */
export function offerAt(offers: readonly Offer[], target: Target | undefined): Offer | undefined {
  return target?.main === undefined ? target?.refused[0] : offerFor(offers, target.main)
}
