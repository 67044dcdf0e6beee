/** The rail of a table that moderators have closed. */

import { t } from '../../lib/i18n.svelte'
import { go } from '../../lib/router.svelte'
import type { RailState } from '../rail'

export function closed(rail: RailState): RailState {
  rail.watching = true
  rail.title = t('rail.closed')
  rail.help = t('rail.closed.help')
  rail.main = { label: t('nav.to_tables'), key: '↵', run: () => go('/') }
  return rail
}
