/**
 * A page that came ready from the service: it is seen and read before its script has come. The script draws the same page
 * aside, which takes its place when it stands. Buttons that were pressed meanwhile are pressed then.
 */

/** The attribute of such a page. */
export const READY = 'data-ready'
/** What was pressed last, by its name. */
export const PRESSED = 'data-pressed'
export const root = (): HTMLElement => document.documentElement

/** Whether what is seen came ready from the service. */
export function isReady(): boolean {
  return root().hasAttribute(READY)
}

/** It is not what this reader should see: nothing is shown until the script has come. */
export function notReady(): void {
  root().setAttribute(READY, 'not')
}

/** What buttons and links are called. */
export function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent.trim()
}

/** Note which button is pressed before the script has come. */
export function hearPresses(): void {
  document.addEventListener('click', ({ target }) => {
    const button = isReady() && target instanceof Element ? target.closest('button') : null
    if (button === null) return
    root().setAttribute(PRESSED, nameOf(button))
    button.setAttribute('aria-busy', 'true')
  })
}

/** Where the script draws its page: in the place itself, or aside while a ready page is seen there. */
export function placeFor(place: HTMLElement): HTMLElement {
  if (root().getAttribute(READY) === '' && location.hash === '') return place.cloneNode() as HTMLElement
  root().removeAttribute(READY)
  place.replaceChildren()
  return place
}
