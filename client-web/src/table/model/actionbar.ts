/** What the action bar shows. */

import type { Offer } from '../../wire/generated'

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
  /** What there is to know of it; said in passing. */
  note?: string
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
