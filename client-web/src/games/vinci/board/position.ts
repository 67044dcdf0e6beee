/** The parts of the server's view that the board draws. */

import type { View } from '../../../wire/generated'

export type Step = 'choose' | 'expand' | 'keep' | 'regroup' | 'rebirth' | 'survive' | 'over'
export type Terrain = 'farmland' | 'pasture' | 'hills' | 'forest' | 'mountain'
export type Colour = 'yellow' | 'red' | 'blue'

/** What is printed of a province. */
export interface Printed {
  terrain: Terrain
  entry: boolean
  port?: boolean
  mine?: boolean
  borders?: readonly string[]
  straits?: readonly string[]
  seas?: readonly string[]
}

/** A province that somebody holds; without a seat its piece is neutral. */
export interface Holding {
  pieces: number
  seat?: number
  levies?: number
  declined?: boolean
  fort?: boolean
}

export interface Pair {
  tiles: readonly [string, string]
  points: number
  price: number
  pieces: number
}

export interface Player {
  points: number
  tiles: readonly string[]
  ruins: readonly string[]
  hand: number
  /** The seats that this one has named for a treaty. */
  friends: readonly number[]
  provinces: number
  /** What the turn would bring if it were scored now. */
  income: Readonly<Record<string, number>>
  /** The game itself plays it, by rules of its own. */
  fictitious?: boolean
}

export interface Turn {
  seat: number
  acted: boolean
  levies?: number
  conquests?: number
  slain?: number
  forts?: number
  treaties?: number
  /** Conquests by espionage that are left. */
  spies?: number
  putting?: boolean
  /** The turn is scored, and only what follows from Rebirth is left of it. */
  scored?: boolean
}

export interface Position {
  step: Step
  round: number
  first: number
  target: number
  last: boolean
  board: {
    provinces: Readonly<Record<string, Printed>>
    tiles: Readonly<Record<string, { colour: Colour; population: number; stays: boolean }>>
    population: number
    price: number
    /** The version of the rules, from the second on. */
    version?: number
  }
  land: Readonly<Record<string, Holding>>
  pairs: Readonly<Record<string, Pair>>
  bag: number
  players: Readonly<Record<string, Player>>
  /** All players in the order of their turns, where that is not the order of the seats. */
  order?: readonly number[]
  turn?: Turn
  /** The parts of a split empire, by the first province of each. */
  parts?: Readonly<Record<string, readonly string[]>>
  /** The pieces that seats have still to place. */
  survivors?: Readonly<Record<string, number>>
}

/** Whether the table plays by version 1 of the rules. */
export function isFirst({ board }: Position): boolean {
  return board.version === undefined
}

export function positionOf(game: View): Position {
  return game as unknown as Position
}

export function playerOf(position: Position, seat: number | undefined): Player | undefined {
  return seat === undefined ? undefined : position.players[String(seat)]
}

/** The provinces of a seat's active or declined empire, in the order of the map. */
export function held(position: Position, seat: number | undefined, declined = false): readonly string[] {
  return Object.keys(position.board.provinces).filter((name) => {
    const holding = position.land[name]
    return holding?.seat !== undefined && holding.seat === seat && (holding.declined === true) === declined
  })
}

/** The pieces of a seat's active empire, on the map and in hand; a general's are not its own. */
export function piecesOf(position: Position, seat: number): number {
  const lying = held(position, seat).reduce((sum, name) => sum + (position.land[name]?.pieces ?? 0), 0)
  return lying + (playerOf(position, seat)?.hand ?? 0)
}

/** What a seat's turn would bring if it were scored now. */
export function incomeOf(player: Player | undefined): number {
  return Object.values(player?.income ?? {}).reduce((sum, points) => sum + points, 0)
}

/** What a seat can conquer with: its hand and, in its turn, a general's pieces. */
export function handOf({ players, turn }: Position, seat: number): number {
  return (players[String(seat)]?.hand ?? 0) + (turn?.seat === seat ? (turn.levies ?? 0) : 0)
}

/** The seats in the order of their turns, from one of them on. */
function clockwise({ players, order }: Pick<Position, 'players' | 'order'>, from: number): number[] {
  const all = order ?? Object.keys(players).map(Number)
  const at = all.indexOf(from)
  return [...all.slice(at), ...all.slice(0, at)]
}

/** The same, from the seat after that one on. */
function after(position: Pick<Position, 'players' | 'order'>, seat: number): number[] {
  const [first, ...others] = clockwise(position, seat)
  return first === undefined ? [] : [...others, first]
}

/** The seats that have survivors to place, in the order in which they do. */
export function placing(position: Position): readonly number[] {
  const { step, turn, survivors } = position
  if (step !== 'survive' || turn === undefined) return []
  return clockwise(position, turn.seat).filter((seat) => (survivors?.[String(seat)] ?? 0) > 0)
}

/** The seats in the order in which they act next. */
export function orderOf(position: Position): readonly number[] {
  const { turn, step } = position
  if (turn === undefined || step === 'over') return []
  if (step !== 'survive') return clockwise(position, turn.seat)
  return [...new Set([...placing(position), ...after(position, turn.seat)])]
}

/** The seat that acts once a seat has placed its survivors; undefined: the game is over then. */
export function afterPlacing(position: Position, seat: number): number | undefined {
  const { turn, last, first } = position
  const [other] = placing(position).filter((each) => each !== seat)
  if (other !== undefined || turn === undefined) return other
  const [next] = after(position, turn.seat)
  return last && next === first ? undefined : next
}

/** The provinces across a land border or a strait. */
export function neighbours(position: Position, province: string): readonly string[] {
  const printed = position.board.provinces[province]
  return [...(printed?.borders ?? []), ...(printed?.straits ?? [])]
}
