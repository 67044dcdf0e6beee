/** What the presenter asks of the browser. */

import type { Times } from './steps'
import { readTimes } from './times'

/** Nothing is to move: the page is out of sight, or its reader wishes so. */
export function isStill(): boolean {
  return document.hidden || wantsStill() || matchMedia('(prefers-reduced-motion: reduce)').matches
}

function wantsStill(): boolean {
  return document.documentElement.dataset['motion'] === 'none'
}

export function later(ms: number, then: () => void): () => void {
  const waiting = setTimeout(then, ms)
  return () => clearTimeout(waiting)
}

export function pageTimes(): Times {
  return readTimes(getComputedStyle(document.documentElement))
}
