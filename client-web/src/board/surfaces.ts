/** What narrow screens show one at a time of a board that does not say so itself. */

import view from '~icons/lucide/layout-grid?raw'
import moves from '~icons/lucide/list-checks?raw'
import { t } from '../i18n/i18n.svelte'
import type { Board, Surface } from './contract'

export const viewSurface: Surface = { key: 'view', label: () => t('tab.board'), icon: view }
export const movesSurface: Surface = { key: 'moves', label: () => t('tab.moves'), icon: moves }

/** `playing`: one has a seat in the running game. */
export function surfacesOf({ surfaces, complete }: Board, playing: boolean): readonly Surface[] {
  const own = surfaces?.(playing) ?? []
  if (own.length > 0) return own
  return playing && complete !== true ? [viewSurface, movesSurface] : [viewSurface]
}
