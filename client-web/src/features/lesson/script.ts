/** The lesson of a game as the service tells it, and what of it belongs to a position. */

import { sameMove } from '../../state/table/moves'
import type { GameMove } from '../../wire/generated'

export interface ScriptMove {
  seat: number
  move: GameMove
  /** What the move is explained under; without, it belongs to the step before it. */
  step?: string
  title?: string
  text?: string
  /** What the board lights meanwhile: anchors, or ids as lines of the history name them. */
  lights?: readonly string[]
  /** Numbers in the rules reference. */
  rules?: readonly string[]
}

export interface Script {
  seats: number
  moves: readonly ScriptMove[]
}

/** How many moves of a lesson were made at a position, of how many; -1 once another was made instead. */
export interface Made {
  made: number
  moves: number
}

/** The seat of who takes the lesson. */
export const LEARNER = 0

export type Lesson =
  /** A step of the learner, who makes `move` next or waits until it is his turn again. */
  | {
      is: 'step'
      number: number
      of: number
      title: string
      text: string
      lights: readonly string[]
      rules: readonly string[]
    }
  /** Another seat moves; `text`: what is said of it. */
  | { is: 'other'; number: number; of: number; seat: number; text: string; lights: readonly string[] }
  | { is: 'done'; of: number }

const begins = ({ seat, step }: ScriptMove): boolean => seat === LEARNER && step !== undefined && step !== ''

/** What the lesson says at a position; undefined once it was left, or where it is another lesson than the table's. */
export function lessonAt({ moves }: Script, { made, moves: length }: Made): Lesson | undefined {
  if (made < 0 || length !== moves.length) return undefined
  const of = moves.filter(begins).length
  const next = moves[made]
  if (next === undefined) return { is: 'done', of }
  const { lights = [], rules = [] } = next
  const number = moves.slice(0, made + 1).filter(begins).length
  if (next.seat !== LEARNER) return { is: 'other', number, of, seat: next.seat, text: next.text ?? '', lights }
  const step = moves.slice(0, made + 1).findLast(begins)
  return {
    is: 'step',
    number,
    of,
    title: step?.title ?? '',
    text: step?.text ?? '',
    lights: lights.length > 0 ? lights : (step?.lights ?? []),
    rules: rules.length > 0 ? rules : (step?.rules ?? []),
  }
}

/** The moves that a seat may make while the lesson runs: the one that comes next. */
export function fitting(script: Script, { made }: Made, seat: number, legal: readonly GameMove[]): readonly GameMove[] {
  const next = script.moves[made]
  if (next === undefined || legal.length === 0) return legal
  if (next.seat !== seat) return []
  const move = sameMove(legal, next.move)
  // A newer version of the game may no longer know it.
  return move === undefined ? legal : [move]
}
