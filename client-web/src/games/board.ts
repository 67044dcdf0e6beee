/** Where the board of every game is. A game without a board has the generic one. */

import { worded } from '../i18n/i18n.svelte'
import { whole } from '../browser/whole'
import type { BoardModule } from '../board/contract'

const boards: Record<string, () => Promise<BoardModule>> = {
  glenmore: () => import('./glenmore'),
  nereus: () => import('./nereus'),
  wikinger: () => import('./wikinger'),
  vinci: () => import('./vinci'),
}

/** Load the board of a game and its words. */
export async function boardOf(game: string): Promise<BoardModule> {
  const own = Object.hasOwn(boards, game) ? boards[game] : undefined
  return worded<BoardModule>(whole(own === undefined ? import('../board/generic/generic') : own()))
}
