/** The parts of the server's view that the board draws. */

import type { View } from '../../../wire/generated'

export type Figure = 'warrior' | 'noble' | 'scout' | 'goldsmith' | 'fisherman' | 'boatman'
export type Row = Exclude<Figure, 'boatman'>
export type Building = 'farm' | 'church' | 'tower' | 'hall'

export type Step = 'bid' | 'remove' | 'colour' | 'buy' | 'start' | 'place' | 'special' | 'exchange' | 'ferry' | 'over'

/** What lies on a place of an area. */
export interface Spot {
  tile: string
  figure?: Figure
  /** An island tile under a ship that nobody repels. */
  threatened?: boolean
  /** A ship above a warrior; only ships have it. */
  repelled?: boolean
}

export interface Item {
  points?: number
  gold?: number
  count?: number
  threatened?: number
}

/** What the area would bring now, and the numbers that the final scoring compares. */
export interface Worth {
  small: number
  large: { points: number; gold: number; rows: Readonly<Partial<Record<Row | 'ship', Item>>> }
  boatmen: number
  islands: number
  longest: number
  /** How many figures can be fed, and how many there are. */
  fed: number
  mouths: number
}

export interface Player {
  points: number
  gold: number
  started: boolean
  land: Readonly<Record<string, Spot>>
  mainland: Readonly<Partial<Record<Figure, number>>>
  specials: Readonly<Record<string, number>>
  worth: Worth
}

export interface Island {
  left: 'sea' | 'land'
  right: 'sea' | 'land'
  building?: Building
}

export interface Ship {
  sail: Row
  gold?: number
  points?: number
}

export interface Position {
  step: Step
  round: number
  first: number
  board: {
    rows: readonly Row[]
    fields: readonly string[]
    figures: readonly Figure[]
    islands: Readonly<Record<string, Island>>
    ships: Readonly<Record<string, Ship>>
    rounds: number
    /** The rounds that end with a large scoring. */
    large: readonly number[]
    feeds: number
    /** The special tiles of the advanced game, with how many there are. */
    specials?: Readonly<Record<string, number>>
  }
  /** The spaces that are not empty. */
  wheel: Readonly<Record<string, { tile: string; figure?: Figure }>>
  unseen: { tiles: Readonly<Record<string, number>>; figures: Readonly<Record<string, number>> }
  players: Readonly<Record<string, Player>>
  display?: Readonly<Record<string, number>>
  drawn?: Readonly<Partial<Record<Figure, number>>>
  auction?: { coins: number; queue: readonly number[]; bids: Readonly<Record<string, number>>; seat?: number }
  /** Where the tile to place could be considered. */
  places?: readonly string[]
  turn?: { seat: number; tile?: string; figure?: Figure; special?: string; ferried?: Readonly<Record<string, number>> }
  /** The seats that have still to score. */
  queue?: readonly number[]
  final?: Readonly<Record<string, { score: number; gold: number; items: Readonly<Record<string, Item>> }>>
}

export function positionOf(game: View): Position {
  return game as unknown as Position
}

export interface Where {
  row: Row | 'ship'
  column: number
}

/** `scout-3` is the third place in the row of scouts. */
export function whereOf(place: string): Where {
  const at = place.lastIndexOf('-')
  return { row: place.slice(0, at) as Row | 'ship', column: Number(place.slice(at + 1)) }
}

export function placeAt(row: string, column: number): string {
  return `${row}-${column}`
}

/** The pieces of a pool one by one, in the order of `order`. */
export function each<Piece extends string>(
  pool: Readonly<Partial<Record<Piece, number>>> | undefined,
  order: readonly Piece[],
): readonly Piece[] {
  return order.flatMap((piece) => Array.from({ length: pool?.[piece] ?? 0 }, () => piece))
}

export function total(pool: Readonly<Partial<Record<string, number>>> | undefined): number {
  return Object.values(pool ?? {}).reduce((sum: number, count) => sum + (count ?? 0), 0)
}
