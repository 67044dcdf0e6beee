/** Tells a swipe to the side from everything else that a finger does. */

import { targetOf } from './target'

export interface Touch {
  x: number
  y: number
  /** Milliseconds. */
  at: number
}

/** Pixels to the side, how much more than up or down, and the longest time. */
const FAR = 56
const STEEP = 1.8
const LONG = 700

/** -1: to the surface on the left, 1: to that on the right, 0: no swipe. */
export function swiped(from: Touch, to: Touch): -1 | 0 | 1 {
  const [x, y] = [to.x - from.x, Math.abs(to.y - from.y)]
  if (Math.abs(x) < FAR || Math.abs(x) < y * STEEP || to.at - from.at > LONG) return 0
  return x > 0 ? -1 : 1
}

/** The surface next to the one shown; there is none beyond the ends. */
export function beside(keys: readonly string[], shown: string, step: -1 | 0 | 1): string {
  return keys[keys.indexOf(shown) + step] ?? shown
}

/** Follows one finger on an element. A second finger, or one that an element below wants for itself, is no swipe. */
export class Finger {
  private from: Touch | undefined

  constructor(private readonly go: (step: -1 | 1) => void) {}

  readonly start = (event: TouchEvent): void => {
    const [touch, second] = event.touches
    const taken = targetOf(event).closest('[data-pan], input, dialog, [popover]') !== null
    this.from = touch === undefined || second !== undefined || taken ? undefined : at(touch, event)
  }

  readonly end = (event: TouchEvent): void => {
    const touch = event.changedTouches[0]
    if (this.from === undefined || touch === undefined) return
    const step = swiped(this.from, at(touch, event))
    if (step !== 0) this.go(step)
  }
}

function at(touch: globalThis.Touch, event: TouchEvent): Touch {
  return { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
}
