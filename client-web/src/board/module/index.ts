/** The board that a game's package brings along, as the page shows any board. */

import Board from '~icons/lucide/layout-grid'
import Moves from '~icons/lucide/list-checks'
import { t } from '../../i18n/i18n.svelte'
import type { BoardModule } from '../contract'
import ModuleBoard from './ModuleBoard.svelte'
import ModuleSpoken from './ModuleSpoken.svelte'
import { loadBoard } from './loaded'
import { wordsFor } from './words'

/** Load a board. Where it can't be had, the plain board and a notice stand in for it. */
export async function moduleBoard(game: string, address: string, style: string | undefined): Promise<BoardModule> {
  const { board, guard } = await loadBoard(game, address, style)
  const view = { key: 'view', label: () => t('tab.board'), icon: Board }
  const moves = { key: 'moves', label: () => t('tab.moves'), icon: Moves }
  return {
    default: ModuleBoard,
    surfaces: (playing) => (playing && board?.complete !== true ? [view, moves] : [view]),
    ...(board?.spoken === undefined ? {} : { Spoken: ModuleSpoken }),
    prompt: (view, legal, words, people) =>
      guard.attempt(() =>
        board?.prompt?.(
          wordsFor(() => ({ words, people })),
          view,
          legal,
        ),
      ),
  }
}
