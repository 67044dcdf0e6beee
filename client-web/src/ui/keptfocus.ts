/** Where the focus goes on for players who use the keyboard. */

/** What can be done next, and what one of a group stands for it. */
const CAN = '[data-can]'
const STOP = '[data-rove][tabindex="0"]'

/** The focus of the keyboard inside an element. It needs to hear of both events of that element. */
export class KeptFocus {
  private byKeyboard = false

  /** `can` selects what can be done. */
  constructor(private readonly can = CAN) {}

  readonly onfocusin = (event: FocusEvent): void => {
    this.byKeyboard = (event.target as Element).matches(':focus-visible')
  }

  readonly onfocusout = (event: FocusEvent): void => {
    this.byKeyboard &&= event.relatedTarget === null
  }

  /** Where it has lost its place with a change, it goes on to what can be done next. */
  goOn(root: HTMLElement): void {
    if (!this.byKeyboard || document.activeElement !== document.body) return
    const next = root.querySelector<HTMLElement>(this.can) ?? root.querySelector<HTMLElement>(STOP)
    next?.focus({ preventScroll: true })
  }
}

/** Keep the focus of the keyboard inside an element: after each change `goOn`, and in the end `forget`. */
export function keepFocus(root: HTMLElement, can?: string): { goOn: () => void; forget: () => void } {
  const kept = new KeptFocus(can)
  root.addEventListener('focusin', kept.onfocusin)
  root.addEventListener('focusout', kept.onfocusout)
  return {
    goOn: () => kept.goOn(root),
    forget: () => {
      root.removeEventListener('focusin', kept.onfocusin)
      root.removeEventListener('focusout', kept.onfocusout)
    },
  }
}
