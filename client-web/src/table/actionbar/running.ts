/** The action bar while a game is running: what there is to do, and the way back. */

import { liveConnection } from '../../state/app.svelte'
import { said, t } from '../../i18n/i18n.svelte'
import { beforeOwnMove, movesAfter } from '../../state/table/history'
import type { TableModel } from '../model/model.svelte'
import type { Action, ActionBarState } from '../model/actionbar'
import { decided, deciding } from './deciding'
import { waiting } from './waiting'

export function running(model: TableModel, actionBar: ActionBarState): void {
  const { info, mySeat, turn, legal } = model
  if (info === undefined) return
  actionBar.busy = mySeat !== undefined && turn?.seq !== model.state.seq
  if (turn?.must === true) deciding(model, actionBar)
  else if (legal.length > 0) decided(model, actionBar)
  else waiting(model, actionBar)
  if (turn !== undefined) addUndo(model, actionBar)
  if (model.slow) actionBar.help = t(liveConnection.now.link.is === 'connected' ? 'rail.sending' : 'rail.unsent')
  actionBar.urgent = model.slow || model.turnEnd.left !== undefined
}

/** What keeps you from taking a move back alone, and can be undone by consent. */
const BY_CONSENT: ReadonlySet<string> = new Set(['other_moved', 'drawn', 'uncovered'])

function addUndo(model: TableModel, actionBar: ActionBarState): void {
  const { turn } = model
  const back = turn?.undo ?? []
  const why = turn?.undo_refused ?? ''
  const undo: Action = { label: t('rail.undo'), disabled: model.sending, run: model.undo }
  if (back.length === 0) undo.why = said(`refused.${why}`) ?? t('refused.nothing_to_undo')
  // What all choose at once is changed by choosing again, also when others have chosen since.
  if (why === 'other_moved' && turn?.must === false && model.legal.length > 0) undo.why = t('rail.choose_again')
  else if (back.length === 0 && BY_CONSENT.has(why)) askUndo(model, undo)
  actionBar.undo = undo
  if (back.length > 1) actionBar.more.push({ label: t('rail.reset'), disabled: model.sending, run: model.reset })
  if ((turn?.redo ?? []).length > 0)
    actionBar.more.push({ label: t('rail.redo'), disabled: model.sending, run: model.redo })
}

/** The way back is a question to the others; bots alone are not asked. */
function askUndo(model: TableModel, undo: Action): void {
  const { mySeat, state, info } = model
  const own = mySeat?.seat
  const to = own === undefined ? undefined : beforeOwnMove(state.entries, own)
  if (to === undefined || info === undefined || info.proposal !== undefined) return
  const asked = info.seats.some(({ seat, person, bot }) => seat !== own && person !== '' && !bot)
  undo.label = t(asked ? 'rail.ask_undo.own' : 'rail.undo')
  undo.note = t('rail.ask_undo.moves', { moves: movesAfter(state.entries, to) ?? 0 })
  delete undo.why
  undo.run = () => void model.act({ type: 'propose', what: 'undo', to })
}
