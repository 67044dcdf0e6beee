/** The part of the map that is shown: its middle in units of the map, and pixels a unit. */

import { PROVINCES, SIZE, type Province } from '../../data.generated'
import type { Point } from './lines'

export interface Window {
  x: number
  y: number
  scale: number
}

export interface Box {
  width: number
  height: number
}

export const [WIDTH, HEIGHT] = SIZE

/** Pixels at the foot of the box over which buttons lie. */
const TOOLS = 48

/** How many times larger than the whole sheet it may become, and the least largest scale. */
const TIMES = 3
const CLOSEST = 1.4

/** From this scale on names can be read. */
export const READABLE = 0.68

/** The whole sheet, as large as the box allows. */
export function whole({ width, height }: Box): Window {
  return { x: WIDTH / 2, y: HEIGHT / 2, scale: Math.min(width / WIDTH, height / HEIGHT) }
}

function held(middle: number, shown: number, size: number): number {
  return shown >= size ? size / 2 : Math.min(size - shown / 2, Math.max(shown / 2, middle))
}

/** A window that shows nothing beyond the sheet, and nothing smaller than it. */
export function within({ x, y, scale }: Window, box: Box): Window {
  const least = whole(box).scale
  const held_ = Math.min(Math.max(CLOSEST, least * TIMES), Math.max(least, scale))
  return {
    x: held(x, box.width / held_, WIDTH),
    // What is higher than the sheet shows sea below it, where the buttons lie.
    y: box.height / held_ >= HEIGHT ? box.height / held_ / 2 : held(y, box.height / held_, HEIGHT),
    scale: held_,
  }
}

/** Moved by pixels. */
export function moved(window: Window, by: Point, box: Box): Window {
  return within({ ...window, x: window.x - by.x / window.scale, y: window.y - by.y / window.scale }, box)
}

/** Enlarged around a point of the box, which stays where it is. */
export function zoomed(window: Window, factor: number, around: Point, box: Box): Window {
  const { scale } = within({ ...window, scale: window.scale * factor }, box)
  const far = (at: number, size: number): number => (at - size / 2) * (1 / window.scale - 1 / scale)
  return within({ x: window.x + far(around.x, box.width), y: window.y + far(around.y, box.height), scale }, box)
}

/** The window on some provinces, as large as is good to read. */
export function around(provinces: readonly Province[], box: Box, scale: number): Window {
  if (provinces.length === 0) return whole(box)
  const centres = provinces.map((province) => PROVINCES[province].centre)
  const span = (axis: 0 | 1): [number, number] => {
    const all = centres.map((centre) => centre[axis])
    return [Math.min(...all), Math.max(...all)]
  }
  const [left, right] = span(0)
  const [top, bottom] = span(1)
  const margin = 124
  const high = box.height - TOOLS
  const fits = Math.min(box.width / (right - left + margin), high / (bottom - top + margin))
  const chosen = Math.min(scale, Math.max(READABLE, fits))
  return within({ x: (left + right) / 2, y: (top + bottom + TOOLS / chosen) / 2, scale: chosen }, box)
}

/** The window moved as little as shows a province with room around it. */
export function showing(window: Window, province: Province, box: Box): Window {
  const [x, y] = PROVINCES[province].centre
  const reach = (size: number): number => Math.max(0, size / window.scale / 2 - 50)
  const near = (middle: number, at: number, room: number): number => Math.min(at + room, Math.max(at - room, middle))
  return within({ ...window, x: near(window.x, x, reach(box.width)), y: near(window.y, y, reach(box.height)) }, box)
}

/** What the window shows, for an SVG of that size. */
export function viewBox({ x, y, scale }: Window, { width, height }: Box): string {
  const [wide, high] = [width / scale, height / scale]
  return [x - wide / 2, y - high / 2, wide, high].map((each) => Math.round(each * 100) / 100).join(' ')
}
