/** The rail at a past position. */

import { told } from '../../lib/history'
import { t } from '../../lib/i18n.svelte'
import { tell } from '../../lib/lines'
import { plain } from '../../lib/words'
import { copyPosition } from '../copyposition'
import type { TableModel } from '../model.svelte'
import type { RailState } from '../rail'

export function visiting(model: TableModel, rail: RailState): RailState {
  const { visit, seq } = model.state
  if (visit === undefined) return rail
  const passed = seq - visit.since
  rail.title = t('rail.visiting', { seq: visit.seq, last: seq })
  rail.help = visit.view === undefined ? t('loading.past') : t('rail.visiting.help')
  if (passed > 0) rail.help = t('rail.passed', { count: passed })
  tellHappened(model, rail, visit.seq)
  rail.main = { label: t('rail.back_to_now', { count: passed }), run: () => model.store.backToNow(), key: 'Esc' }
  if (model.info?.phase === 'ended' && model.then?.phase === 'running' && !model.closure.holds) {
    rail.more.push({ label: t('rail.play_on'), run: () => (model.playingOn = visit.seq) })
  }
  const to = model.returnTo
  if (to !== undefined) {
    rail.more.push({
      label: t('rail.ask_undo'),
      run: () => {
        void model.act({ type: 'propose', what: 'undo', to }).then((answer) => {
          if (answer !== undefined) model.store.backToNow()
        })
      },
    })
  }
  rail.more.push({ label: t('rail.copy_position'), run: () => copyPosition(model.table, visit.seq) })
  return rail
}

/** What happened last up to an event. */
function tellHappened({ state, words, crowd }: TableModel, rail: RailState, seq: number): void {
  const entry = state.entries.findLast((each) => each.seq <= seq)
  if (entry === undefined) return
  const { main } = told(entry)
  if (main === undefined) return
  rail.facts = [{ word: t('rail.happened'), text: plain(tell(entry, main, words, crowd)) }]
  rail.urgent = true
}
