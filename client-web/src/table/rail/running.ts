/** The rail while a game is running: what there is to do, and the way back. */

import { line } from '../../lib/app.svelte'
import { said, t } from '../../lib/i18n.svelte'
import type { TableModel } from '../model.svelte'
import type { Action, RailState } from '../rail'
import { decided, deciding } from './deciding'
import { waiting } from './waiting'

export function running(model: TableModel, rail: RailState): void {
  const { info, mySeat, turn, legal } = model
  if (info === undefined) return
  rail.busy = mySeat !== undefined && turn?.seq !== model.state.seq
  if (turn?.must === true) deciding(model, rail)
  else if (legal.length > 0) decided(model, rail)
  else waiting(model, rail)
  if (turn !== undefined) addUndo(model, rail)
  if (model.slow) rail.help = t(line.now.link.is === 'connected' ? 'rail.sending' : 'rail.unsent')
  rail.urgent = model.slow || model.turnEnd.left !== undefined
}

function addUndo(model: TableModel, rail: RailState): void {
  const { turn } = model
  const back = turn?.undo ?? []
  const why = turn?.undo_refused ?? ''
  const undo: Action = { label: t('rail.undo'), disabled: model.sending, run: model.undo }
  if (back.length === 0) undo.why = said(`refused.${why}`) ?? t('refused.nothing_to_undo')
  // What all choose at once is changed by choosing again, also when others have chosen since.
  if (why === 'other_moved' && turn?.must === false && model.legal.length > 0) undo.why = t('rail.choose_again')
  rail.undo = undo
  if (back.length > 1) rail.more.push({ label: t('rail.reset'), disabled: model.sending, run: model.reset })
  if ((turn?.redo ?? []).length > 0) rail.more.push({ label: t('rail.redo'), disabled: model.sending, run: model.redo })
}
