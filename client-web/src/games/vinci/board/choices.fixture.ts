/** Positions from played games with all legal moves and offers, for tests. */

import { readFileSync } from 'node:fs'
import type { GameMove, Offer } from '../../../wire/generated'
import type { Position, Step } from './position'

export interface Case {
  seat: number
  view: Position
  legal: GameMove[]
  offers: Offer[]
}

const file = JSON.parse(readFileSync('src/games/vinci/board/choices.fixture.json', 'utf8')) as {
  boards: Readonly<Record<string, Position['board']>>
  positions: (Case & { version: number })[]
}

export const played: readonly Case[] = file.positions.map(({ version, ...each }) => ({
  ...each,
  view: { ...each.view, board: file.boards[version] as Position['board'] },
}))

export function at(...steps: Step[]): readonly Case[] {
  return played.filter(({ view }) => steps.includes(view.step))
}
