/** What the action bar says and offers at every stage of a table. */

import { t } from '../lib/i18n.svelte'
import type { Offer } from '../wire/generated'
import type { TableModel } from './model.svelte'
import { closed } from './actionbar/closed'
import { ended } from './actionbar/ended'
import { open } from './actionbar/open'
import { visiting } from './actionbar/past'
import { running } from './actionbar/running'

/** A button of the action bar. */
export interface Action {
  label: string
  run: () => void
  key?: string
  disabled?: boolean
  /** Ends the turn: there is a key for that alone. */
  ends?: boolean
  /** Why it cannot be done now; said when it is tried. */
  why?: string
  /** It opens a choice in place of doing something. */
  choices?: Action[]
  /** Of a choice: the one that holds. */
  on?: boolean
}

/** What the action bar says and offers. */
export interface ActionBarState {
  colour: string | undefined
  /** One only watches: a spyglass stands in place of a disc. */
  watching: boolean
  title: string
  help: string
  /** Cost, gain and consequence: a grey word and a text each. */
  facts: { word: string; text: string }[]
  /** There is a choice: where the facts have a line of their own, it is kept for them, so that nothing moves. */
  choosing: boolean
  /** The same as the game draws it, where it does. */
  offer: Offer | undefined
  /** The words say what must be seen now: where there is room for one of them, facts give way. */
  urgent: boolean
  /** The position has moved on, and what that means for oneself is about to come. */
  busy: boolean
  undo: Action | undefined
  /** The first of them stands open, the others behind a button. */
  more: Action[]
  /** The one sun button. While it is disabled, it holds its place without being lit. */
  main: Action | undefined
}

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
