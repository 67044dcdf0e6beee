/** How high the plates of the seats may be, so that the history next to the board keeps its lines. */

/** How a plate is laid out: with a map at its left, with one below, or without. */
export type PlateForm = 'mapped' | 'flat' | 'plain'
export type PlateHeight = 'full' | 'low' | 'lowest'

/** Pixels of a window that the bar at the top, the action bar and the edges take, and those of the history's panel. */
const FRAME = 52 + 86 + 26
const PANEL = 242
/** The column grows no higher than that. */
const MOST = 1064
const GAP = 10

/** Pixels that a plate takes at its full height, and at the low one. */
const HEIGHTS: Readonly<Record<PlateForm, Readonly<Record<'full' | 'low', number>>>> = {
  mapped: { full: 156, low: 92 },
  flat: { full: 200, low: 136 },
  plain: { full: 92, low: 68 },
}

/** The largest height at which so many plates and the history fit next to the board. */
export function plateHeight(form: PlateForm, plates: number, windowHeight: number): PlateHeight {
  const room = Math.min(windowHeight - FRAME, MOST) - PANEL
  const { full, low } = HEIGHTS[form]
  const fit = (height: number, gap: number): boolean => plates * (height + gap) <= room
  return fit(full, GAP) ? 'full' : fit(low, 6) ? 'low' : 'lowest'
}
