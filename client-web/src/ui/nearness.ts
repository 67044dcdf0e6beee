/** How something is looked at from nearer: its scale, and where its top left corner lies in the box that it fills at 1. */

export interface Point {
  x: number
  y: number
}

export interface Box {
  width: number
  height: number
}

export interface Nearness extends Point {
  scale: number
}

/** All of it is in sight. */
export const WHOLE: Nearness = { scale: 1, x: 0, y: 0 }

export const MOST = 3

/** Scales that hardly differ from 1 are 1, so that there is always a way back to the whole. */
const NEARLY = 1.02

/** Pixels around a part that is brought into sight. */
const MARGIN = 12

/** The nearest to it that shows nothing beyond the edges. */
export function held({ scale, x, y }: Nearness, box: Box): Nearness {
  if (scale < NEARLY) return WHOLE
  const along = (at: number, room: number): number => Math.min(0, Math.max(room * (1 - scale), at))
  return { scale, x: along(x, box.width), y: along(y, box.height) }
}

/** Larger or smaller around a point of the box, which stays where it is. */
export function zoomed(near: Nearness, factor: number, around: Point, box: Box): Nearness {
  const scale = Math.min(MOST, Math.max(1, near.scale * factor))
  const real = scale / near.scale
  return held({ scale, x: around.x - (around.x - near.x) * real, y: around.y - (around.y - near.y) * real }, box)
}

export function moved(near: Nearness, by: Point, box: Box): Nearness {
  return held({ ...near, x: near.x + by.x, y: near.y + by.y }, box)
}

/** Moved as little as brings a part of the box, as it lies in it now, into sight. */
export function showing(near: Nearness, part: Point & Box, box: Box): Nearness {
  const along = (at: number, size: number, room: number): number =>
    at < MARGIN ? MARGIN - at : Math.min(0, room - MARGIN - at - size)
  return moved(near, { x: along(part.x, part.width, box.width), y: along(part.y, part.height, box.height) }, box)
}
