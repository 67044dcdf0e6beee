/** The board of every game that has none of its own. */

import { t } from '../lib/i18n.svelte'
import type { Surface } from '../games/board'

export { default } from './GenericBoard.svelte'

export const surfaces: readonly Surface[] = [
  { key: 'moves', label: () => t('tab.moves') },
  { key: 'view', label: () => t('tab.board') },
]
