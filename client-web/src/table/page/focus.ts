/** The focus never falls to the page: where its element went away, it goes on next to it. */

/** The parts of a table in which one goes on, from the inside out. */
const PARTS =
  '.spoken, [data-anchor=ring], [data-anchor=land], [data-anchor=panel], [data-anchor=map], [data-anchor=history], ' +
  '[data-anchor=action-bar], main'
/** What one goes on with: what can be done, else the first thing that can be asked. */
const NEXT = ['[data-can]', 'button:not(:disabled, [aria-disabled=true])', 'button']

function seen(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0
}

/** Where to go on when the focus was on an element of some parts, which are still there or not. */
export function goOn(parts: readonly HTMLElement[]): HTMLElement | undefined {
  for (const part of parts.filter(seen)) {
    for (const selector of NEXT) {
      const next = [...part.querySelectorAll<HTMLElement>(selector)].find(seen)
      if (next !== undefined) return next
    }
  }
  return undefined
}

/** Bring the focus back whenever it was lost, until the returned function is called. */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined
  let parts: HTMLElement[] = []

  function onfocusin(event: FocusEvent): void {
    last = event.target as HTMLElement
    parts = []
    for (let part = last.closest<HTMLElement>(PARTS); part !== null;) {
      parts.push(part)
      part = part.parentElement?.closest<HTMLElement>(PARTS) ?? null
    }
  }
  function rescue(): void {
    // A click outside of everything is meant to leave the focus nowhere: the element that had it is still there.
    if (document.activeElement !== document.body || last === undefined || parts.length === 0 || seen(last)) return
    goOn(parts)?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(rescue)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  addEventListener('focusin', onfocusin)
  return () => {
    observer.disconnect()
    removeEventListener('focusin', onfocusin)
  }
}
