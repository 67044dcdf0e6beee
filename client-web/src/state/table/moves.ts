/** Legal moves as the reader meets them: grouped by type, labelled, with what each costs and brings. */

import type { GameMove, Offer } from '../../wire/generated'
import { equal } from '../../wire/patch'
import { common } from './tree'

export interface LabelledMove {
  move: GameMove
  label: string
  /** Tells moves apart. */
  key: string
}

export interface MoveGroup {
  /** The type of the first of them. */
  type: string
  /** What the labels have in common, when they are many. */
  heading: string
  /** Short labels that fit side by side. */
  compact: boolean
  moves: LabelledMove[]
}

/** What a game's words say of its moves. */
export interface MoveWords {
  label: (move: GameMove) => string
  /** Where a type of moves stands among the words. */
  rank: (type: string) => number
  /** Orders labels as readers of the language expect, numbers by their size. */
  compare: (one: string, other: string) => number
}

/** Letters of a label that still fits into half a column. */
const SHORT_LABEL = 15

/**
 * Moves that have a heading are a group of their own; those between, and what ends the turn, stand together.
 * Types come in the order of their words, and moves of a type in that of their labels.
 */
export function groups(legal: readonly GameMove[], words: MoveWords): MoveGroup[] {
  const byType = new Map<string, LabelledMove[]>()
  for (const move of legal) {
    const moves = byType.get(move.type) ?? []
    moves.push({ move, label: words.label(move), key: JSON.stringify(move) })
    byType.set(move.type, moves)
  }
  for (const moves of byType.values()) moves.sort((one, other) => words.compare(one.label, other.label))
  const inOrder = [...byType].sort(
    ([one], [other]) => Number(isEnding(one)) - Number(isEnding(other)) || words.rank(one) - words.rank(other),
  )
  const result: MoveGroup[] = []
  for (const [type, moves] of inOrder) {
    const before = result.at(-1)
    const heading = moves.length > 2 ? common(moves.map((each) => each.label)) : ''
    const joins = before?.heading === '' && heading === '' && isEnding(before.type) === isEnding(type)
    if (joins) before.moves.push(...moves)
    else result.push({ type, heading, compact: false, moves })
  }
  for (const group of result) {
    group.compact = group.moves.length > 2 && group.moves.every((each) => each.label.length <= SHORT_LABEL)
  }
  return result
}

const ENDINGS: ReadonlySet<string> = new Set(['end', 'end_turn', 'end_conquest', 'done', 'pass', 'finish', 'stop'])

/** Whether moves of this type end the turn: they stand apart, and the action bar offers them too. */
export function isEnding(type: string): boolean {
  return ENDINGS.has(type)
}

/** What is said of a move among the offers. */
export function offerFor(offers: readonly Offer[], move: GameMove): Offer | undefined {
  return offers.find((offer) => offer.move !== undefined && equal(offer.move, move))
}

/** The move among the legal ones that is the same; they are made again with every turn. */
export function sameMove(legal: readonly GameMove[], move: GameMove | undefined): GameMove | undefined {
  return move === undefined ? undefined : legal.find((other) => equal(other, move))
}
