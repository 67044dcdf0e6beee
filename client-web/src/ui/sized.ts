/**
 * How large an element is, and whenever that changes.
 *
 * Svelte's own `bind:clientWidth` asks when the element is made, and for each the browser has to lay out the page as far
 * as it is drawn. While a page comes, that is most of the page, several times: until it stands, sizes are heard of when
 * it is laid out anyway, before it is painted. Later, a new element has its size at once: flights measure where it lies.
 */

import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { hasCome } from '../browser/late.svelte'

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

/** Hear of an element when its size is known or has changed. */
export function sized<Kind extends HTMLElement = HTMLElement>(hear: Hear): Attachment<Kind> {
  return (element) => {
    listeners.set(element, hear)
    observing().observe(element, { box: 'border-box' })
    if (untrack(hasCome)) hear(element)
    return () => {
      observing().unobserve(element)
      listeners.delete(element)
    }
  }
}
