/** The action bar of a table that moderators have closed. */

import { t } from '../../i18n/i18n.svelte'
import type { TableModel } from '../model/model.svelte'
import type { ActionBarState } from '../model/actionbar'

export function closed(model: TableModel, actionBar: ActionBarState): ActionBarState {
  actionBar.watching = true
  actionBar.title = t('rail.closed')
  actionBar.help = t('rail.closed.help')
  actionBar.main = { label: t('nav.to_tables'), key: '↵', run: () => model.closure.leave() }
  return actionBar
}
