/** Keeps what a board draws apart from the page: neither has the other's styles. */

import { shadowOf } from '../browser/shadows'
import type { Part } from './contract'

/** The part in a shadow root of its own, with a style sheet if there is one; nothing is seen before that has come. */
export function inShadow<Now>(part: Part<Now>, style: string | undefined): Part<Now> {
  return (host, table, now) => {
    const outer = host.appendChild(document.createElement('div'))
    const root = shadowOf(outer)
    const place = document.createElement('div')
    if (style !== undefined) root.append(sheet(style, place))
    root.append(place)
    return part(place, table, now)
  }
}

function sheet(href: string, place: HTMLElement): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  place.style.visibility = 'hidden'
  const show = () => place.style.removeProperty('visibility')
  link.addEventListener('load', show)
  link.addEventListener('error', show)
  return link
}
