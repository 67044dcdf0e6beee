/** What can be pressed now comes first: after each decision the Tab key leads from the action bar right to it, once. */

import { isBusy } from '../../browser/shortcuts.svelte'
import { findAll } from '../../browser/shadows'
import { targetOf } from '../../browser/target'

/** What can be pressed on a board, the places before the words about them. */
const LIT = ['[data-can]', 'button.move']

function pressable(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && !element.matches(':disabled, [aria-disabled=true]')
}

/** The first that can be pressed, a stop of the Tab key before others: it is where the reader of a region was last. */
function firstLit(): HTMLElement | undefined {
  for (const selector of LIT) {
    const lit = findAll<HTMLElement>(selector).filter(pressable)
    const first = lit.find((each) => each.tabIndex === 0) ?? lit[0]
    if (first !== undefined) return first
  }
  return undefined
}

export class LitFirst {
  /** There is something new to decide, and the keyboard has not been led there. */
  private due = false

  /** Another decision is open, or none. */
  decide(open: boolean): void {
    this.due = open
  }

  /** Lead a Tab key there that would leave from the action bar, or from nowhere. */
  readonly onkeydown = (event: KeyboardEvent): void => {
    if (!this.due || event.key !== 'Tab' || event.shiftKey || isBusy(event)) return
    const from = targetOf(event)
    // From anywhere else the reader is on a way of their own.
    if (from !== document.body && from.id !== 'main' && from.closest('[data-anchor=action-bar]') === null) return
    const lit = firstLit()
    if (lit === undefined) return
    this.due = false
    event.preventDefault()
    lit.focus()
  }

  /** A reader who is there already needs no way. */
  readonly onfocusin = (event: FocusEvent): void => {
    if (targetOf(event).matches(LIT.join())) this.due = false
  }
}
