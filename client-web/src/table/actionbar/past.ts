/** The action bar at a past position. */

import { told } from '../../state/table/history'
import { t } from '../../i18n/i18n.svelte'
import { tell } from '../../i18n/lines'
import { plain } from '../../i18n/words'
import { whereSaid } from '../model/where'
import { copyPosition } from '../model/copyposition'
import type { TableModel } from '../model/model.svelte'
import type { ActionBarState } from '../model/actionbar'

export function visiting(model: TableModel, actionBar: ActionBarState): ActionBarState {
  const { visit, seq } = model.state
  if (visit === undefined) return actionBar
  const passed = seq - visit.since
  actionBar.title = whereSaid(model.state, model.crowd)
  actionBar.help = visit.view === undefined ? t('loading.past') : t('rail.visiting.help')
  if (passed > 0) actionBar.help = t('rail.passed', { count: passed })
  tellHappened(model, actionBar, visit.seq)
  actionBar.main = { label: t('rail.back_to_now', { count: passed }), run: () => model.store.backToNow(), key: 'Esc' }
  if (model.info?.phase === 'ended' && model.then?.phase === 'running' && !model.closure.holds) {
    actionBar.more.push({ label: t('rail.play_on'), run: () => (model.playingOn = visit.seq) })
  }
  const to = model.returnTo
  if (to !== undefined) {
    actionBar.more.push({
      label: t('rail.ask_undo'),
      run: () => {
        void model.act({ type: 'propose', what: 'undo', to }).then((answer) => {
          if (answer !== undefined) model.store.backToNow()
        })
      },
    })
  }
  actionBar.more.push({ label: t('rail.copy_position'), run: () => copyPosition(model.table, visit.seq) })
  return actionBar
}

/** What happened last up to an event. */
function tellHappened({ state, words, crowd }: TableModel, actionBar: ActionBarState, seq: number): void {
  const entry = state.entries.findLast((each) => each.seq <= seq)
  if (entry === undefined) return
  const { main } = told(entry)
  if (main === undefined) return
  const text = plain(tell(entry, main, words, crowd))
  if (state.visit?.view !== undefined) actionBar.help = text
  actionBar.facts = [{ word: t('rail.happened'), text }]
  actionBar.urgent = true
}
