/** The way of a first visit over the board: where it points, and what lies around the card that speaks. */

import type { TourStop } from '../../board/contract'

/** The next stop from `at` in a direction whose anchor can be found; undefined beyond the ends. */
export function nextStop(
  stops: readonly TourStop[],
  at: number,
  step: 1 | -1,
  found: (stop: TourStop) => boolean,
): number | undefined {
  for (let index = at + step; index >= 0 && index < stops.length; index += step) {
    const stop = stops[index]
    if (stop !== undefined && found(stop)) return index
  }
  return undefined
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Pixels between what is pointed at and the card, and between the card and the edge of the window. */
const GAP = 14
const EDGE = 10

/** How many cards fit into a box before its own lower part is the best place for one. */
const ROOMY = 2.5

/** Where a card stands next to a box: on the side with room, below first; else inside of a large box. */
export function beside(box: Box, card: { width: number; height: number }, room: Box): { left: number; top: number } {
  const right = room.left + room.width
  const bottom = room.top + room.height
  const left = clamp(box.left + box.width / 2 - card.width / 2, room.left + EDGE, right - card.width - EDGE)
  const top = clamp(box.top + box.height / 2 - card.height / 2, room.top + EDGE, bottom - card.height - EDGE)
  const below = box.top + box.height + GAP
  if (below + card.height <= bottom - EDGE) return { left, top: below }
  const above = box.top - GAP - card.height
  if (above >= room.top + EDGE) return { left, top: above }
  const after = box.left + box.width + GAP
  if (after + card.width <= right - EDGE) return { left: after, top }
  const before = box.left - GAP - card.width
  if (before >= room.left + EDGE) return { left: before, top }
  const inside = { left, top: Math.min(box.top + box.height, bottom) - card.height - EDGE }
  if (box.width > card.width * 1.2 && box.height > card.height * ROOMY) return inside
  return { left, top: bottom - card.height - EDGE }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
