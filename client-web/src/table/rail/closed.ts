/** The rail of a table that moderators have closed. */

import { t } from '../../lib/i18n.svelte'
import type { TableModel } from '../model.svelte'
import type { RailState } from '../rail'

export function closed(model: TableModel, rail: RailState): RailState {
  rail.watching = true
  rail.title = t('rail.closed')
  rail.help = t('rail.closed.help')
  rail.main = { label: t('nav.to_tables'), key: '↵', run: () => model.closure.leave() }
  return rail
}
