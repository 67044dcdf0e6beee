/** The things on the page by their anchors: all of them are measured in one go, before anything is written. */

import { findAll } from '../browser/shadows'
import type { Box } from './path'
import { type Place, type Scene, anchorsOf, rimsOf } from './steps'

export interface Seen {
  element: Element
  box: Box
  /** What it lies on. */
  home: Element | null
}

/** What was on the page at one moment. */
export class Sight {
  private constructor(private readonly found: ReadonlyMap<string, readonly Seen[]>) {}

  /** Look for all that a scene may ask for. Of several with one name the last that lies in the window is the newest piece of a pile. */
  static of(scene: Scene, within: ParentNode): Sight {
    const anchors = anchorsOf(scene)
    const rims = [...rimsOf(scene)]
    const found = new Map<string, Seen[]>()
    for (const element of findAll('[data-anchor]', within)) {
      const anchor = element.getAttribute('data-anchor') ?? ''
      if (!anchors.has(anchor) && !rims.some((rim) => anchor.startsWith(rim))) continue
      const box = element.getBoundingClientRect()
      if (!isVisible(box)) continue
      const all = found.get(anchor)
      const seen = { element, box, home: element.parentElement?.closest('[data-anchor]') ?? null }
      if (all === undefined) found.set(anchor, [seen])
      else all.push(seen)
    }
    return new Sight(found)
  }

  get(anchor: string): Seen | undefined {
    const all = this.found.get(anchor)
    return all?.findLast(({ element }) => isDrawn(element)) ?? all?.at(-1)
  }

  /** The first of the anchors that is there. */
  first(place: Place): { anchor: string; seen: Seen } | undefined {
    for (const anchor of place) {
      const seen = this.get(anchor)
      if (seen !== undefined) return { anchor, seen }
    }
    return undefined
  }

  /** All that is there under names that begin alike. */
  boxes(prefix: string): Box[] {
    return [...this.found].flatMap(([anchor, all]) => (anchor.startsWith(prefix) ? all.map(({ box }) => box) : []))
  }
}

/** Whether there is something to see: some anchors only mark a place. */
function isDrawn(element: Element): boolean {
  return element instanceof SVGElement || element.firstChild !== null
}

function isVisible({ x, y, width, height }: Box): boolean {
  return width > 0 && height > 0 && x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight
}
