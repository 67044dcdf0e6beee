/** Shows the page that the script has drawn aside in place of the ready one. */

import { nameOf, PRESSED, READY, root } from './ready'

/** Once there is something to see and to use, or it is said what is wanting. */
export function takeOver(from: HTMLElement, to: HTMLElement): void {
  if (!from.isConnected) return
  const focused = from.contains(document.activeElement) ? document.activeElement : null
  const pressed = root().getAttribute(PRESSED)
  from.replaceWith(to)
  root().removeAttribute(READY)
  root().removeAttribute(PRESSED)
  if (focused !== null) named(to, focused.localName, nameOf(focused))?.focus({ preventScroll: true })
  if (pressed !== null) named(to, 'button', pressed)?.click()
}

function named(place: HTMLElement, kind: string, name: string): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(kind)].find((each) => nameOf(each) === name)
}
