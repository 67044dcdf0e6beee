/** The board of every game that has none of its own. */

import Board from '~icons/lucide/layout-grid'
import Moves from '~icons/lucide/list-checks'
import { t } from '../../i18n/i18n.svelte'
import type { Surface } from '../contract'

export { default } from './GenericBoard.svelte'
export { spots } from './spots'

export function surfaces(playing: boolean): readonly Surface[] {
  const view = { key: 'view', label: () => t('tab.board'), icon: Board }
  return playing ? [{ key: 'moves', label: () => t('tab.moves'), icon: Moves }, view] : [view]
}
