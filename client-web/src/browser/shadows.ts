/** What lies on the page, whether the page or a board in a shadow root of its own has drawn it. */

/** Marks the elements whose shadow roots belong to the page. */
const HOST = 'data-shadow'

/** Give an element a shadow root that is searched along with the page. */
export function shadowOf(element: HTMLElement): ShadowRoot {
  element.setAttribute(HOST, '')
  return element.attachShadow({ mode: 'open' })
}

/** All elements of a selector below an element, those in shadow roots after the others. */
export function findAll<E extends Element = Element>(selector: string, within: ParentNode = document): E[] {
  const shadows = [...within.querySelectorAll(`[${HOST}]`)].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  return [within, ...shadows].flatMap((root) => [...root.querySelectorAll<E>(selector)])
}
