/** What single keys do at a table, wherever the focus is; see the list of shortcuts. */

import { openedRules } from '../../features/rules/rulesdrawer.svelte'
import { chaptersOf, keyStep } from '../../state/table/scrub'
import { isBusy } from '../../browser/shortcuts.svelte'
import { targetOf } from '../../browser/target'
import type { TableModel } from '../model/model.svelte'
import { toggleOverview } from './overview'
import type { ActionBarState } from '../model/actionbar'

export interface Keyed {
  model: TableModel
  actionBar: ActionBarState
  /** Ends the tour, if it is on. */
  endTour: () => boolean
}

export function tableKey(event: KeyboardEvent, { model, actionBar, endTour }: Keyed): void {
  if (isBusy(event)) return
  const target = targetOf(event)
  const { visit: visited, seq, entries, view } = model.state
  const here = visited?.seq ?? seq
  switch (event.key) {
    case 'u':
      model.undo()
      break
    case 'U':
      model.reset()
      break
    case 'r':
      model.redo()
      break
    case 'o':
      toggleOverview(model)
      break
    case 'e': {
      const ending = [actionBar.main, ...actionBar.more].find((action) => action?.ends === true)
      if (ending === undefined || ending.disabled === true) return
      ending.run()
      break
    }
    case 'Enter':
      if (target.closest('button, a, summary, label, [role=button]') !== null) return
      if (actionBar.main?.disabled !== true) actionBar.main?.run()
      break
    case 'Escape':
      if (openedRules() !== undefined || model.overviewOpen) return
      if (endTour()) break
      if (model.looking !== undefined) model.look(undefined)
      else if (visited !== undefined) model.store.backToNow()
      else if (model.info?.result !== undefined && model.resultShown) model.resultShown = false
      else model.choice.forget()
      break
    default: {
      const to = target.matches('input[type=radio]') ? undefined : keyStep(event, here, seq, entries, chaptersOf(view))
      if (to === undefined) return
      model.visit(to)
    }
  }
  event.preventDefault()
}
