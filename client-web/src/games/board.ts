/** What a game's board is given by the frame, and what it gives back. A game without a board has the generic one. */

import type { Component } from 'svelte'
import type { TableInfo } from '../lib/document'
import type { People } from '../lib/lines'
import type { Words } from '../lib/words'
import type { GameMove, Offer, View } from '../wire/generated'

export interface BoardProps {
  /** The game as one sees it, now or at the visited position; undefined before the start. */
  game: View | undefined
  info: TableInfo
  words: Words
  people: People
  /** The moves one may make; empty while others act and in the past. */
  legal: readonly GameMove[]
  /** What could be done with each target, once it has come: a chosen move asks for it too. */
  offers: readonly Offer[]
  /** The move that is chosen and not made yet. */
  chosen: GameMove | undefined
  /** Choose a move; choosing the chosen one again makes it. */
  choose: (move: GameMove) => void
  /** Whether prices and gains of all moves are to be shown, and how to wish so. */
  priced: boolean
  onprice: (wanted: boolean) => void
  /** Whether something at or below a path of the game has just happened. */
  news: (path: string) => boolean
  /** The position is a past one. */
  past: boolean
  /** On narrow screens the one surface that is shown; undefined where all have room. */
  surface: string | undefined
}

export interface Surface {
  key: string
  label: () => string
}

export interface BoardModule {
  default: Component<BoardProps>
  /** What narrow screens show one at a time, the most important first; `playing`: one has a seat in the running game. */
  surfaces: (playing: boolean) => readonly Surface[]
}

const boards: Record<string, () => Promise<BoardModule>> = {}

/** Load the board of a game. */
export async function boardOf(game: string): Promise<BoardModule> {
  const own = Object.hasOwn(boards, game) ? boards[game] : undefined
  return own === undefined ? await import('../board/generic') : await own()
}
