/** How a veil rolls down row by row, and up again; where nothing is to move, it is there or gone at once. */

import { isStill } from '../../../motion/page'
import { OUT } from '../../../motion/times'

/** Milliseconds a row, where a ship has come or is repelled. */
export const ROW = 80

/** What is seen of a veil whose upper share is down. */
function seen(share: number): string {
  return `inset(0 0 ${((1 - share) * 100).toFixed(2)}% 0)`
}

/** How far down it is after a share of the time: within every row quick at first, and then it rests. */
export function rolled(time: number, rows: number): number {
  if (time >= 1) return 1
  const row = Math.floor(time * rows)
  const rest = time * rows - row
  return (row + 1 - (1 - rest) ** 2) / rows
}

/** It rolls down where it has come, and up where it is gone. */
export function rolls(_: Element, { rows, row }: { rows: number; row: number }) {
  return {
    duration: isStill() ? 0 : rows * row,
    css: (time: number) => `clip-path: ${seen(rolled(time, rows))}`,
  }
}

/** It comes down once more, `row` milliseconds a row. */
export function anew(veil: Element, rows: number, row: number): void {
  if (isStill()) return
  const frames = Array.from({ length: rows + 1 }, (_, at) => ({ clipPath: seen(at / rows), easing: OUT }))
  veil.animate(frames, { duration: rows * row })
}
