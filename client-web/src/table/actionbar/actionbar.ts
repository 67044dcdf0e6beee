/** What the action bar says and offers at every stage of a table. */

import { t } from '../../i18n/i18n.svelte'
import type { TableModel } from '../model/model.svelte'
import { closed } from './closed'
import { ended } from './ended'
import { open } from './open'
import { visiting } from './past'
import { running } from './running'
import type { Action, ActionBarState } from '../model/actionbar'

/** `home`: on narrow screens, the way to the surface on which there is something to decide, while another is shown. */
export function actionBarState(model: TableModel, home?: Action): ActionBarState {
  const { info } = model
  const actionBar: ActionBarState = {
    colour: undefined,
    watching: false,
    title: '',
    help: '',
    facts: [],
    choosing: false,
    offer: undefined,
    urgent: false,
    busy: false,
    undo: undefined,
    more: [],
    main: undefined,
  }
  if (info === undefined) return actionBar
  if (model.visiting) return visiting(model, actionBar)
  if (model.closure.holds) return closed(model, actionBar)
  if (info.phase === 'open') return open(model, actionBar)
  if (info.phase === 'running') running(model, actionBar)
  else ended(model, actionBar)
  // What was chosen can be made from everywhere.
  if (home !== undefined && actionBar.main !== undefined && model.choice.picked === undefined) actionBar.main = home
  if (model.looking !== undefined && model.mySeat !== undefined) {
    const name = model.people.seat(model.looking)
    actionBar.more.unshift({ label: t('rail.stop_looking', { name }), key: 'Esc', run: () => model.look(undefined) })
  }
  return actionBar
}
