/** Where the focus goes on for players who use the keyboard. */

import { tick } from 'svelte'

/** What can be done next, and what one of a group stands for it. */
const CAN = '[data-can]'
const STOP = '[data-rove][tabindex="0"]'

/**
 * Where the keyboard's focus lost its place inside an element with a change, it goes on to what can be done next. To be
 * called while the element's component is made; the element needs both listeners. `can` selects what can be done.
 */
export function keepFocusInside(
  element: () => HTMLElement,
  changes: () => void,
  can = CAN,
): { onfocusin: (event: FocusEvent) => void; onfocusout: (event: FocusEvent) => void } {
  let byKeyboard = false
  $effect(() => {
    changes()
    void tick().then(() => {
      if (!byKeyboard || document.activeElement !== document.body) return
      const root = element()
      const next = root.querySelector<HTMLElement>(can) ?? root.querySelector<HTMLElement>(STOP)
      next?.focus({ preventScroll: true })
    })
  })
  return {
    onfocusin: (event) => (byKeyboard = (event.target as Element).matches(':focus-visible')),
    onfocusout: (event) => (byKeyboard &&= event.relatedTarget === null),
  }
}
