/** Where the board of every game is: here, in the game's own package, or nowhere, and then it is the plain one. */

import { whole } from '../browser/whole'
import type { BoardModule } from '../board/contract'
import { worded } from '../i18n/i18n.svelte'
import { gameInfo } from '../state/games.svelte'

const boards: Record<string, () => Promise<BoardModule>> = {
  glenmore: () => import('./glenmore'),
  nereus: () => import('./nereus'),
  wikinger: () => import('./wikinger'),
  vinci: () => import('./vinci'),
}

/** Load the board of a game and its words. */
export async function boardOf(game: string): Promise<BoardModule> {
  const own = Object.hasOwn(boards, game) ? boards[game] : undefined
  return worded<BoardModule>(whole(own === undefined ? brought(game) : own()))
}

async function brought(game: string): Promise<BoardModule> {
  const info = await gameInfo(game)
  if (info?.board === undefined) return import('../board/generic/generic')
  const { moduleBoard } = await import('../board/module')
  return moduleBoard(game, info.board, info.style)
}
