/**
 * How large an element is: as soon as it is laid out, and whenever that changes.
 *
 * Svelte's own `bind:clientWidth` asks when the element is made, and for each the browser has to lay out the page as far
 * as it is drawn. An observer is called when the page is laid out anyway, before it is painted.
 */

import type { Attachment } from 'svelte/attachments'

type Hear = (element: HTMLElement) => void

const listeners = new WeakMap<Element, Hear>()
let observer: ResizeObserver | undefined

/** One for all: the first change that follows from a size would make the browser lay out the page for the next. */
function observing(): ResizeObserver {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) listeners.get(target)?.(target as HTMLElement)
  })
  return observer
}

/** Hear of an element when its size is known or has changed; to read it then costs nothing. */
export function sized<Kind extends HTMLElement = HTMLElement>(hear: Hear): Attachment<Kind> {
  return (element) => {
    listeners.set(element, hear)
    observing().observe(element, { box: 'border-box' })
    return () => {
      observing().unobserve(element)
      listeners.delete(element)
    }
  }
}
