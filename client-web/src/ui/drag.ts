/** Whether a sheet that was drawn down by hand is let go for good, or slides back. */

/** A part of the sheet's height that is far enough. */
const FAR = 0.3

/** Pixels a millisecond that are a throw, however short. */
const FAST = 0.6

/** Pixels below which a throw is only a tap. */
const TAP = 12

export interface Drag {
  /** Pixels that the sheet was drawn down. */
  moved: number
  /** Milliseconds that it took. */
  took: number
  height: number
}

export function closes({ moved, took, height }: Drag): boolean {
  if (moved <= TAP) return false
  return moved >= height * FAR || moved / Math.max(1, took) >= FAST
}

/** How far a sheet follows the hand: down as far as one likes, up not at all. */
export function follows(from: number, to: number): number {
  return Math.max(0, to - from)
}
