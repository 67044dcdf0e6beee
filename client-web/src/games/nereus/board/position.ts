/** The parts of the server's view that the board draws. */

import type { View } from '../../../wire/generated'
import type { Colour, Crew, Treasure } from '../data'

export type Step = 'corner' | 'keep' | 'crew' | 'offer' | 'marker' | 'ready' | 'block' | 'discard' | 'free' | 'over'

export type Filled = Treasure | ''

export interface Turn {
  seat: number
  extra: boolean
  crew?: Crew
  space?: string
  basic?: boolean
  gold?: boolean
  improved?: boolean
  shifts?: number
}

export interface Player {
  points: number
  gold: number
  power: number
  gems: number
  /** How many science cards. */
  cards: number
  /** The slots of the holds that are not complete. */
  holds: Readonly<Partial<Record<Crew, Readonly<Record<string, Filled>>>>>
  done: Readonly<Partial<Record<Crew, boolean>>>
  chest: Readonly<Record<string, Filled>>
  storage: Readonly<Record<string, Filled>>
  hand: Readonly<Partial<Record<Colour, number>>>
  played: Readonly<Partial<Record<Crew, boolean>>>
  /** Whether it has decided, while all do at once. */
  chosen?: boolean
  /** What only the seat itself sees: its cards, and what it has chosen. */
  science?: Readonly<Record<string, number>>
  choice?: Crew
  kept?: Readonly<Record<string, number>>
}

export interface Position {
  step: Step
  day: number
  round: number
  phase: 'setup' | 'action' | 'explorer'
  sun: number
  hourglass: number
  sea: Readonly<Record<string, readonly Colour[]>>
  ships: Readonly<Record<string, string>>
  rows: Readonly<Record<Crew, Readonly<Record<string, string>>>>
  bag: { treasures: Readonly<Partial<Record<Colour, number>>> }
  players: Readonly<Record<string, Player>>
  board: { size: number; extra_turn: Readonly<Record<string, number>> }
  discovery: { left: number; card?: string }
  turn?: Turn
  /** The seats that chose each crew member in this round, in the order of their turns. */
  chose?: Readonly<Partial<Record<Crew, readonly number[]>>>
  queue?: Readonly<Record<string, { owner: string; price?: number }>>
  neutral?: { compass: string; played: Readonly<Partial<Record<Crew, boolean>>> }
}

export function positionOf(game: View): Position {
  return game as unknown as Position
}

/** The places of storage in which a treasure lies. */
export function storedAt(player: Player | undefined, treasure: string): readonly string[] {
  return Object.entries(player?.storage ?? {}).flatMap(([slot, filled]) => (filled === treasure ? [slot] : []))
}

/** The science cards of a hand one by one. */
export function cardsOf(science: Readonly<Record<string, number>> | undefined): readonly string[] {
  return Object.entries(science ?? {}).flatMap(([card, count]) => Array.from({ length: count }, () => card))
}
