/** The position of a table as boards know it; each member is read when it is needed, and only then followed. */

import type { People, Position, Words } from '../../board/contract'
import type { GameMove, Offer, View } from '../../wire/generated'

/** What is read of a table. */
interface Told {
  readonly legal: readonly GameMove[]
  readonly offers: readonly Offer[]
  readonly boardWords: Words
  readonly crowd: People
}

/** A value, or the last one while there is none: what shows it may go a moment later than the value. */
export function lasting<T>(value: () => T | undefined, first: T): () => T {
  let last = first
  return () => (last = value() ?? last)
}

/** `game`: the one to tell of. */
export function positionOf(model: Told, game: () => View | undefined): Position {
  const lastGame = lasting(game, {})
  return {
    get game() {
      return lastGame()
    },
    get legal() {
      return model.legal
    },
    get offers() {
      return model.offers
    },
    get words() {
      return model.boardWords
    },
    get people() {
      return model.crowd
    },
  }
}
